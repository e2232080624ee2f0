import type { Database } from '@affiliate-platform/platform/database'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { watchDatabase } from '@affiliate-platform/test-support/watched-database'
import { expect, onTestFinished, test } from 'vitest'
import { type ChangeWatch, createChangeWatch } from '../../src/console/change-watch.ts'

const slotSeconds = 600
const workspaceId = crypto.randomUUID()
const ticksMs = 2500

/** A database in which a test says what is recorded. */
function createRecords(first: { slot: number; count: number; countBefore: number }) {
  let recent = first
  const query = (async ({ name }) =>
    name === 'overview_read_snapshot'
      ? [{ snapshot: JSON.stringify(recent), slot: recent.slot }]
      : [recent]) as Database['query']
  const change = (to: typeof first) => {
    recent = to
  }
  return { database: { query }, change }
}

const wait = (watch: ChangeWatch, tag?: string) =>
  watch.wait({ workspaceId, sessionId: crypto.randomUUID(), tag, gone: undefined })

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('wakes nobody because another slot has begun, and what is older than a slot has changed [D347]', async () => {
  const first = { slot: 6000, count: 5, countBefore: 9 }
  const { database, change } = createRecords(first)
  const watch = createChangeWatch(database)
  expect(await wait(watch)).toEqual({ tag: '6000-5', hasChanged: true })
  const waiting = [wait(watch, '6000-5'), wait(watch, '5400-9')]
  let woken = 0
  for (const each of waiting) void each.then(() => (woken += 1))
  await sleep(ticksMs)
  expect(woken).toBe(0)
  change({ slot: 6000 + slotSeconds, count: 0, countBefore: 5 })
  // Told by the slot before the last one, nobody knows.
  expect(await waiting[1]).toEqual({ tag: '6600-0', hasChanged: true })
  expect(woken).toBe(1)
  watch.stop()
  expect(await waiting[0]).toEqual({ tag: '6600-0', hasChanged: false })
})

test('wakes whoever waits by the slot before, too, once something is recorded [D347]', async () => {
  const { database, change } = createRecords({ slot: 6600, count: 0, countBefore: 5 })
  const watch = createChangeWatch(database)
  const waiting = wait(watch, '6000-5')
  change({ slot: 6600, count: 1, countBefore: 6 })
  expect(await waiting).toEqual({ tag: '6600-1', hasChanged: true })
  watch.stop()
})

test('asks of a database in which nothing happens for its snapshot alone, and of nothing once nobody waits [D347]', async () => {
  // A server's snapshot is that of all its databases, and other tests write into theirs.
  const database = watchDatabase(await openTestDatabase('pglite'))
  onTestFinished(() => database.close())
  const watch = createChangeWatch(database)
  const { tag } = await wait(watch)
  const leaving = new AbortController()
  const sessionId = crypto.randomUUID()
  void watch.wait({ workspaceId, sessionId, tag, gone: leaving.signal })
  const countRuns = (of: string) => database.statements.filter((name) => name === of).length
  await expect.poll(() => countRuns('overview_read_snapshot'), { timeout: 20_000 }).toBeGreaterThan(3)
  // The count has no name.
  expect(countRuns('')).toBe(1)
  leaving.abort()
  await sleep(ticksMs)
  const before = database.statements.length
  await sleep(ticksMs)
  expect(database.statements.length).toBe(before)
})

test('tells whoever waits that the database does not respond, and goes on with the next [D347]', async () => {
  const database = watchDatabase(await openTestDatabase())
  onTestFinished(() => database.close())
  const watch = createChangeWatch(database)
  const { tag } = await wait(watch)
  const waiting = wait(watch, tag)
  database.failOn('overview_read', new Error('a fault of a test'))
  await expect(waiting).rejects.toThrow('a fault of a test')
  database.failOn(undefined)
  expect(await wait(watch)).toMatchObject({ hasChanged: true })
  watch.stop()
})
