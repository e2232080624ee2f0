import type { Queryable } from '../database/database.ts'
import { findCredentialsByHash, type StoredCredential } from './credential-store.ts'

/** Keys that nobody has are looked up so often at most. */
const pauseMs = 100
const keysPerStatement = 1000
const waitingMax = 5000

interface Waiting {
  readonly keyHash: Buffer
  readonly resolve: (credential: StoredCredential | undefined) => void
  readonly reject: (error: unknown) => void
}

/** Looks a key up by its hash. A key that was found before does not wait for those that were not. */
export type LookUpKey = (keyHash: Buffer, wasFound: boolean) => Promise<StoredCredential | undefined>

/**
 * Creates the look-up of keys. Whoever guesses keys has a new one for each request: those that were never found here are
 * looked up together, in one statement after the other with a pause between, so that guessing takes no connection and
 * no time from those who have a key (D72).
 *
 * @param clock - a test's time
 */
export function createKeyLookUp(database: Queryable, clock?: () => number): LookUpKey {
  const waiting: Waiting[] = []
  let isBusy = false

  async function lookUpWaiting(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) {
      const asked = waiting.splice(0, keysPerStatement)
      try {
        const hashes = asked.map(({ keyHash }) => keyHash)
        const found = await findCredentialsByHash(database, hashes, clock?.())
        for (const { keyHash, resolve } of asked) resolve(found.get(keyHash.toString('hex')))
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
    }
    isBusy = false
  }

  return async (keyHash, wasFound) => {
    if (wasFound) {
      const found = await findCredentialsByHash(database, [keyHash], clock?.())
      return found.get(keyHash.toString('hex'))
    }
    if (waiting.length >= waitingMax) throw new Error('timeout exceeded in the queue of unknown keys')
    const credential = new Promise<StoredCredential | undefined>((resolve, reject) => {
      waiting.push({ keyHash, resolve, reject })
    })
    if (!isBusy) void lookUpWaiting()
    return await credential
  }
}
