import { afterEach, expect, test, vi } from 'vitest'
import type { Database } from './database.ts'
import { createFairShares } from './fair-shares.ts'
import { toDatabaseFault } from './faults.ts'

afterEach(() => vi.useRealTimers())

/** A database of two connections whose transactions end when they are told to. */
function openHeld() {
  const ends: (() => void)[] = []
  const database: Database = {
    ...{ engine: 'postgres', durability: 'fsync', connectionsMax: 2 },
    query: () => Promise.reject(new Error('never called')),
    session: () => Promise.reject(new Error('never called')),
    transaction: (run) =>
      new Promise<void>((resolve) => ends.push(resolve)).then(() =>
        run({ query: () => Promise.resolve([]), write: () => undefined }),
      ),
    script: () => Promise.resolve(),
    load: () => ({ inUse: ends.length, waiting: 0 }),
    close: () => Promise.resolve(),
  }
  return { database, ends }
}

test('gives up its place in the queue after 3 s, and not the place of who comes after it [D76]', async () => {
  vi.useFakeTimers()
  const { database, ends } = openHeld()
  const share = createFairShares(database)('a')
  const run = () => share.transaction(() => Promise.resolve('done'))

  const first = run()
  const late = run().catch(toDatabaseFault)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await late).toBe('unavailable')

  ends[0]?.()
  expect(await first).toBe('done')
  const next = run()
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toHaveLength(2)
  ends[1]?.()
  expect(await next).toBe('done')
})
