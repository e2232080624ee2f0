/** After keys that nobody has the next ones wait a millisecond for each of them, within these bounds. */
const [pauseMinMs, pauseMaxMs] = [3, 100]
const keysPerStatement = 1000
const waitingMax = 20_000

interface Waiting<Found> {
  readonly hash: Buffer
  readonly resolve: (found: Found | undefined) => void
  readonly reject: (error: unknown) => void
}

/** What belongs to hashes, by the hexadecimal hash. */
type FindByHash<Found> = (hashes: readonly Buffer[]) => Promise<ReadonlyMap<string, Found>>

/**
 * Creates the look-up of keys, or of codes, that were never found here. Whoever guesses has a new one for each request:
 * they are looked up together, in one statement after the other with a pause after those that nobody has, so that guessing
 * takes one connection and no time from those who have a key (D72), and a key that works waits only for guesses (D251).
 */
export function createLookUp<Found>(find: FindByHash<Found>): (hash: Buffer) => Promise<Found | undefined> {
  const waiting: Waiting<Found>[] = []
  let isBusy = false

  async function lookUpWaiting(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) {
      const pauseMs = await lookUpTogether(waiting.splice(0, keysPerStatement))
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
    }
    isBusy = false
  }

  /** @returns how long the next ones have to wait, in ms */
  async function lookUpTogether(asked: readonly Waiting<Found>[]): Promise<number> {
    try {
      const found = await find(asked.map(({ hash }) => hash))
      for (const { hash, resolve } of asked) resolve(found.get(hash.toString('hex')))
      const guesses = asked.length - found.size
      return guesses === 0 ? 0 : Math.min(Math.max(guesses, pauseMinMs), pauseMaxMs)
    } catch (error) {
      for (const { reject } of asked) reject(error)
      return pauseMaxMs
    }
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
