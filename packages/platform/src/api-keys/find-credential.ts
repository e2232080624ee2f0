import type { FindCredential } from '@affiliate-platform/contract/server'
import type { Queryable } from '../database/statements/database.ts'
import { hashApiKey } from './api-key.ts'
import { findCredentialsByHash, type StoredCredential } from './credential-store.ts'
import { createLookUp } from './look-up-keys.ts'
import { createUseNotes } from './note-uses.ts'
import { setNewest } from './set-newest.ts'

/** How long a process may rely on what it has read of a key: a change takes effect everywhere within this time. */
const readingKeptMs = 1000
const readingsMax = 10_000
/** Of so many keys a process remembers that they exist, in some 15 MB. */
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
  /** The hashes of keys that were found. No guess gets in here: those that work are not pushed out by guesses. */
  const known = new Map<string, true>()
  const find = (hashes: readonly Buffer[]) => findCredentialsByHash(database, hashes, clock?.())
  const lookUpUnknown = createLookUp(find)
  // A key that was found before does not wait for those that were not.
  const lookUp = async (hash: Buffer, isKnown: boolean) =>
    isKnown ? (await find([hash])).get(hash.toString('hex')) : await lookUpUnknown(hash)
  const noteUse = createUseNotes(database, clock)

  function read(apiKey: string): Reading {
    const keyHash = hashApiKey(apiKey)
    const hashText = keyHash.toString('base64')
    const kept = readings.get(hashText)
    // A clock that was set back must not make an old reading look fresh.
    if (kept !== undefined && Math.abs(stopwatch() - kept.askedAtMs) < readingKeptMs) return kept
    const credential = lookUp(keyHash, known.has(hashText))
    const reading: Reading = { credential, askedAtMs: stopwatch(), isNoted: false }
    setNewest(readings, { key: hashText, value: reading, sizeMax: readingsMax })
    credential.then(
      (found) => {
        if (found === undefined) known.delete(hashText)
        else setNewest(known, { key: hashText, value: true, sizeMax: knownMax })
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
