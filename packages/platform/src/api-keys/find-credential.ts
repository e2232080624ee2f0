import type { FindCredential } from '@affiliate-platform/contract/server'
import type { Queryable } from '../database/statements/database.ts'
import { hashApiKey } from './api-key.ts'
import { findCredentialAtHome, findCredentialsByHash, type StoredCredential } from './credential-store.ts'
import { createLookUp } from './look-up-keys.ts'
import { createUseNotes } from './note-uses.ts'
import { setNewest } from './set-newest.ts'

/** How long a process may rely on what it has read of a key: a change takes effect everywhere within this time. */
const readingKeptMs = 1000
const readingsMax = 10_000
/** Of so many keys a process remembers whose they are, in some 20 MB. */
const knownMax = 100_000

interface Reading {
  /** `undefined`: there is no such key. That is remembered as well, so that no key costs a query twice (D72). */
  readonly credential: Promise<StoredCredential | undefined>
  readonly askedAtMs: number
  /** Whether its use was noted. */
  isNoted: boolean
}

/**
 * Creates the process's search for credentials, with its own short memory of keys.
 *
 * @param clock - a test's time. Without it the database's rules, and this process only measures how long ago it was read
 */
export function createCredentialSearch(database: Queryable, clock?: () => number): FindCredential {
  const stopwatch = clock ?? (() => performance.now())
  const readings = new Map<string, Reading>()
  /** The workspaces of keys that were found. No guess gets in here: those that work are not pushed out by guesses. */
  const homes = new Map<string, string>()
  const lookUpUnknown = createLookUp((hashes) => findCredentialsByHash(database, hashes, clock?.()))
  // A key that was found before does not wait for those that were not.
  const lookUp = async (keyHash: Buffer, workspaceId: string | undefined) =>
    workspaceId === undefined
      ? await lookUpUnknown(keyHash)
      : await findCredentialAtHome(database, { workspaceId, keyHash }, clock?.())
  const noteUse = createUseNotes(database, clock)

  function read(apiKey: string): Reading {
    const keyHash = hashApiKey(apiKey)
    const hashText = keyHash.toString('base64')
    const kept = readings.get(hashText)
    // A clock that was set back must not make an old reading look fresh.
    if (kept !== undefined && Math.abs(stopwatch() - kept.askedAtMs) < readingKeptMs) return kept
    const credential = lookUp(keyHash, homes.get(hashText))
    const reading: Reading = { credential, askedAtMs: stopwatch(), isNoted: false }
    setNewest(readings, { key: hashText, value: reading, sizeMax: readingsMax })
    credential.then(
      (found) => {
        if (found === undefined) homes.delete(hashText)
        else setNewest(homes, { key: hashText, value: found.workspaceId, sizeMax: knownMax })
      },
      // A failure is nothing to remember; whoever waits for it is told.
      () => readings.delete(hashText),
    )
    return reading
  }

  return async (apiKey) => {
    const reading = read(apiKey)
    const credential = await reading.credential
    if (credential === undefined || hasEnded(credential, stopwatch() - reading.askedAtMs)) return undefined
    if (credential.isUseStale && !reading.isNoted) {
      reading.isNoted = true
      noteUse(credential)
    }
    return credential
  }
}

function hasEnded({ expiresAtMs, revokedAtMs, readAtMs }: StoredCredential, elapsedMs: number): boolean {
  return revokedAtMs !== undefined || (expiresAtMs !== undefined && expiresAtMs <= readAtMs + elapsedMs)
}
