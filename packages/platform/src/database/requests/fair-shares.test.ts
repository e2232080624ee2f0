import { afterEach, expect, test, vi } from 'vitest'
import type { Database } from '../statements/database.ts'
import { toDatabaseFault } from '../statements/faults.ts'
import { createFairShares } from './fair-shares.ts'

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

test('runs the slow statements of a workspace one after the other, those of another beside them [D161]', async () => {
  const running: { readonly name: string; readonly end: () => void }[] = []
  const database: Database = {
    ...openHeld().database,
    connectionsMax: 10,
    session: (run) =>
      run({
        query: ({ name }) => new Promise((resolve) => running.push({ name, end: () => resolve([]) })),
      }),
  }
  const shareOf = createFairShares(database)
  const query = (workspaceId: string, name: string) =>
    shareOf(workspaceId).query({ name, text: '', isSlow: name.startsWith('slow') }, [])
  const all = Promise.all([
    ...['slow first', 'slow second', 'quick'].map((name) => query('a', name)),
    query('b', 'slow other'),
  ])
  await expect.poll(() => running).toHaveLength(3)
  expect(running.map(({ name }) => name).toSorted()).toEqual(['quick', 'slow first', 'slow other'])

  for (const { end } of running.splice(0)) end()
  await expect.poll(() => running.map(({ name }) => name)).toEqual(['slow second'])
  running[0]?.end()
  await all
})
