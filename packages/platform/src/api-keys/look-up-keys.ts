/** Keys that nobody has are looked up so often at most. */
const pauseMs = 100
const keysPerStatement = 1000
const waitingMax = 5000

interface Waiting<Found> {
  readonly hash: Buffer
  readonly resolve: (found: Found | undefined) => void
  readonly reject: (error: unknown) => void
}

/** What belongs to hashes, by the hexadecimal hash. */
type FindByHash<Found> = (hashes: readonly Buffer[]) => Promise<ReadonlyMap<string, Found>>

/**
 * Creates the look-up of keys, or of codes, that were never found here. Whoever guesses has a new one for each request:
 * they are looked up together, in one statement after the other with a pause between, so that guessing takes no connection
 * and no time from those who have a key (D72).
 */
export function createLookUp<Found>(find: FindByHash<Found>): (hash: Buffer) => Promise<Found | undefined> {
  const waiting: Waiting<Found>[] = []
  let isBusy = false

  async function lookUpWaiting(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) {
      const asked = waiting.splice(0, keysPerStatement)
      try {
        const found = await find(asked.map(({ hash }) => hash))
        for (const { hash, resolve } of asked) resolve(found.get(hash.toString('hex')))
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
    }
    isBusy = false
  }

  return async (hash) => {
    if (waiting.length >= waitingMax) throw new Error('timeout exceeded in the queue of unknown keys')
    const found = new Promise<Found | undefined>((resolve, reject) => {
      waiting.push({ hash, resolve, reject })
    })
    if (!isBusy) void lookUpWaiting()
    return await found
  }
}
