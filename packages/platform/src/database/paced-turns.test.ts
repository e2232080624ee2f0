import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from './database.ts'
import { createFairShares } from './fair-shares.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const slow = { name: 'test_slow', text: '', isSlow: true }

/** A database whose statements take so long, and the times at which they began. */
function openTimed(tookMs: number) {
  const startedAtMs = performance.now()
  const beganAtMs: number[] = []
  const query = () => {
    beganAtMs.push(performance.now() - startedAtMs)
    return new Promise<never[]>((resolve) => setTimeout(() => resolve([]), tookMs))
  }
  const database: Database = {
    ...{ engine: 'postgres', durability: 'fsync', connectionsMax: 10 },
    query,
    session: (run) => run({ query }),
    transaction: () => Promise.reject(new Error('never called')),
    script: () => Promise.resolve(),
    load: () => ({ inUse: 0, waiting: 0 }),
    close: () => Promise.resolve(),
  }
  return { shareOf: createFairShares(database), beganAtMs }
}

test('leaves as much time as it took for each slow statement that waits while there is a neighbour [D170] [D174]', async () => {
  const { shareOf, beganAtMs } = openTimed(30)
  shareOf('neighbour')
  const { query } = shareOf('searching')
  const all = Promise.all(Array.from({ length: 7 }, () => query(slow, [])))
  await vi.runAllTimersAsync()
  await all
  const pauses = beganAtMs.slice(1).map((began, index) => began - (beganAtMs[index] ?? 0) - 30)
  expect(pauses).toEqual([120, 120, 120, 90, 60, 30])
})

test('goes on with the request that came first, and pauses no longer once the others have waited [D178]', async () => {
  const { shareOf, beganAtMs } = openTimed(100)
  const visit = setInterval(() => shareOf('neighbour'), 100)
  shareOf('neighbour')
  const order: string[] = []
  const search = async (name: string, index: number) => {
    await new Promise((resolve) => setTimeout(resolve, index))
    const { query } = shareOf('searching')
    for (let slice = 1; slice <= 10; slice += 1) {
      await query(slow, [])
      order.push(`${name}${slice}`)
    }
  }
  const all = Promise.all(['a', 'b', 'c'].map(search))
  await vi.advanceTimersByTimeAsync(10_000)
  clearInterval(visit)
  await all
  // 300 ms each with two others that wait, until these have waited for 2.5 s.
  expect(beganAtMs.slice(0, 11)).toEqual([0, 300, 600, 900, 1200, 1500, 1800, 2100, 2400, 2501, 2601])
  expect(order.slice(0, 9)).toEqual(Array.from({ length: 9 }, (_, index) => `a${index + 1}`))
  expect(order.indexOf('a10')).toBeLessThan(order.indexOf('b2'))
})

test('runs slow statements at once after another without a neighbour, or a second after its last request [D170]', async () => {
  const { shareOf, beganAtMs } = openTimed(60)
  shareOf('neighbour')
  await vi.advanceTimersByTimeAsync(1000)
  const { query } = shareOf('searching')
  const all = Promise.all([query(slow, []), query(slow, [])])
  await vi.runAllTimersAsync()
  await all
  expect(beganAtMs).toEqual([1000, 1060])
})

test('pauses neither without a waiting neighbour nor when time runs short [D170]', async () => {
  const { shareOf, beganAtMs } = openTimed(900)
  const query = () => shareOf('searching').query(slow, [])
  const visit = setInterval(() => shareOf('neighbour'), 100)
  shareOf('neighbour')
  await Promise.all([query(), vi.advanceTimersByTimeAsync(900)])
  const all = Promise.all(Array.from({ length: 5 }, query))
  await vi.advanceTimersByTimeAsync(10_000)
  clearInterval(visit)
  await all
  // After 2.5 s, a quarter of what they may wait, they follow one another.
  expect(beganAtMs).toEqual([0, 900, 3400, 4300, 5200, 6100])
})
