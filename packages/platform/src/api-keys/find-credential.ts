import type { FindCredential } from '@affiliate-platform/contract/server'
import type { Queryable } from '../database/database.ts'
import { hashApiKey } from './api-key.ts'
import { findCredentialsByHash, noteCredentialUse, type StoredCredential } from './credential-store.ts'
import { createLookUp } from './look-up-keys.ts'

/** How long a process may rely on what it has read of a key: a change takes effect everywhere within this time. */
const readingKeptMs = 1000
const readingsMax = 10_000

interface Reading {
  /** `undefined`: there is no such key. That is remembered as well, so that no key costs a query twice (D72). */
  readonly credential: Promise<StoredCredential | undefined>
  readonly askedAtMs: number
  /** Whether there is such a key, or was at the reading before. */
  wasFound: boolean
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
  const find = (hashes: readonly Buffer[]) => findCredentialsByHash(database, hashes, clock?.())
  const lookUpUnknown = createLookUp(find)
  // A key that was found before does not wait for those that were not.
  const lookUp = async (hash: Buffer, wasFound: boolean) =>
    wasFound ? (await find([hash])).get(hash.toString('hex')) : await lookUpUnknown(hash)

  function read(apiKey: string): Reading {
    const keyHash = hashApiKey(apiKey)
    const hashText = keyHash.toString('base64')
    const kept = readings.get(hashText)
    // A clock that was set back must not make an old reading look fresh.
    if (kept !== undefined && Math.abs(stopwatch() - kept.askedAtMs) < readingKeptMs) return kept
    const wasFound = kept?.wasFound ?? false
    const credential = lookUp(keyHash, wasFound)
    const reading: Reading = { credential, askedAtMs: stopwatch(), wasFound, isNoted: false }
    if (readings.size >= readingsMax) forgetUnknown(readings)
    readings.set(hashText, reading)
    // A failure is nothing to remember; whoever waits for it is told.
    credential.then(
      (found) => {
        reading.wasFound = found !== undefined
      },
      () => readings.delete(hashText),
    )
    return reading
  }

  function noteUse(reading: Reading, credential: StoredCredential): void {
    if (!credential.isUseStale || reading.isNoted) return
    reading.isNoted = true
    // Beside the request: whoever only wants to know when a key was used keeps nobody waiting, and fails nobody.
    noteCredentialUse(database, credential, clock?.()).catch(() => undefined)
  }

  return async (apiKey) => {
    const reading = read(apiKey)
    const credential = await reading.credential
    if (credential === undefined || hasEnded(credential, stopwatch() - reading.askedAtMs)) return undefined
    noteUse(reading, credential)
    return credential
  }
}

/** Makes room: a flood of keys that nobody has must not push out those that work. */
function forgetUnknown(readings: Map<string, Reading>): void {
  for (const [hash, { wasFound }] of readings) if (!wasFound) readings.delete(hash)
  if (readings.size >= readingsMax) readings.clear()
}

function hasEnded({ expiresAtMs, revokedAtMs, readAtMs }: StoredCredential, elapsedMs: number): boolean {
  return revokedAtMs !== undefined || (expiresAtMs !== undefined && expiresAtMs <= readAtMs + elapsedMs)
}
