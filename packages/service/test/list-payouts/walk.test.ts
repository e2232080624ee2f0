import { operations, type PayoutsPage, parseListQuery, payoutsPageSchema } from '@affiliate-platform/contract'
import { type Caller, createListHandler, ServiceError } from '@affiliate-platform/contract/server'
import type { Database } from '@affiliate-platform/platform/database'
import { newId } from '@affiliate-platform/platform/database'
import { createCursors } from '@affiliate-platform/platform/lists'
import { payoutsList } from '@affiliate-platform/platform/payouts'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  insertApp,
  insertPayout,
  insertPayouts,
  type TestApp,
} from '@affiliate-platform/test-support/payout-builders'
import { expect, it } from 'vitest'

const handle = createListHandler(operations.listPayouts, payoutsList, createCursors(Buffer.alloc(32, 1)))

describeOnEachEngine('a walk through the payouts', (database) => {
  it('meets 1,037 rows of one creation time once each [D18]', async () => {
    const { app, ids } = await insertEqualTimes(database(), 1037)
    const pages = await walk(openList(database(), app))
    expect(pages.map(({ items }) => items.length)).toEqual([...Array.from({ length: 20 }, () => 50), 37])
    expect(toIds(pages)).toEqual(ids.toSorted().reverse())
  })

  it('misses and repeats nothing of its start while rows are inserted between pages [D18]', async () => {
    const { app, ids } = await insertEqualTimes(database(), 240)
    const times = ['2025-12-31T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z']
    const pages = await walk(openList(database(), app), async () => {
      // Before, among and after the rows that are still to come.
      for (const createdAt of times) await insertPayout(database(), app, { createdAt })
    })
    const met = toIds(pages)
    expect(new Set(met).size).toBe(met.length)
    expect(ids.filter((id) => !met.includes(id))).toEqual([])
  })

  it('allows another limit on each page [D26]', async () => {
    const { app, ids } = await insertEqualTimes(database(), 120)
    const list = openList(database(), app)
    const pages: PayoutsPage[] = []
    const limits = [1, 50, 7, 49, 13]
    for (const limit of limits) {
      const cursor = pages.at(-1)?.nextCursor
      pages.push(await list({ limit: String(limit), ...(cursor && { cursor }) }))
    }
    expect(pages.map(({ items }) => items.length)).toEqual(limits)
    expect(toIds(pages)).toEqual(ids.toSorted().reverse())
  })

  it.each([
    [49, 1],
    [50, 1],
    [51, 2],
    [100, 2],
    [101, 3],
    [0, 1],
  ])('of %i rows ends after %i pages, its cursor null exactly then [2.5]', async (rows, pageCount) => {
    const { app } = await insertEqualTimes(database(), rows)
    expect(await walk(openList(database(), app))).toHaveLength(pageCount)
  })

  it('goes on under a rotated key, and not under another one of the app [4.2-2] [D26]', async () => {
    const { app, ids } = await insertEqualTimes(database(), 3)
    const lineageId = newId()
    const { nextCursor } = await openList(database(), app, { lineageId })({ limit: '2' })
    const query = { cursor: nextCursor ?? '' }
    const { items } = await openList(database(), app, { lineageId })(query)
    expect(items.map(({ id }) => id)).toEqual([ids.toSorted()[0]])
    await expect(openList(database(), app)(query)).rejects.toMatchObject({ code: 'invalid_cursor' })
  })

  it('goes on under every filter, by search too [4.2-2]', async () => {
    const { app, ids } = await insertEqualTimes(database(), 120)
    const { programId, groupId, membershipId } = app
    const filters = {
      ...{ programId, groupId, membershipId, from: '2026-01-01', to: '2026-01-01' },
      ...{ currency: 'usd', status: 'unreported', search: ' mia ' },
    }
    for (const query of [filters, { search: 'MOORE' }, { status: 'unreported' }, { to: '2026-01-01' }]) {
      expect(toIds(await walk(openList(database(), app, { filters: query })))).toEqual(
        ids.toSorted().reverse(),
      )
    }
  })
})

type List = (query: Readonly<Record<string, string>>) => Promise<PayoutsPage>

interface ListOptions {
  readonly filters?: Readonly<Record<string, string>>
  readonly lineageId?: string
}

/** The handler itself, for a new API key of the app. */
function openList(
  database: Database,
  { workspaceId, appId }: TestApp,
  { filters = {}, lineageId = newId() }: ListOptions = {},
): List {
  const id = newId()
  const caller: Caller = {
    ...{ workspaceId, lineageId, id, actor: `key:${id}`, source: 'affiliate', requestsMax: 120 },
    ...{ reach: { kind: 'app', appId }, scopes: ['payouts:read'] },
  }
  const rest = { requestId: '', pathId: '', header: () => undefined, body: undefined, claim: undefined }
  return async (parameters) => {
    const query = parseListQuery(operations.listPayouts.query, Object.entries({ ...filters, ...parameters }))
    if (!query.ok) throw new ServiceError('invalid_parameter', JSON.stringify(query.issues))
    const context = { database, nowMs: 0 }
    const { value } = await handle({ ...rest, caller, context, query: query.value })
    return payoutsPageSchema.parse(value)
  }
}

async function walk(list: List, betweenPages = async () => {}): Promise<readonly PayoutsPage[]> {
  const pages = [await list({})]
  for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor) {
    await betweenPages()
    pages.push(await list({ cursor }))
  }
  return pages
}

const toIds = (pages: readonly PayoutsPage[]) => pages.flatMap(({ items }) => items.map(({ id }) => id))

async function insertEqualTimes(database: Database, count: number) {
  const app = await insertApp(database)
  const payouts = Array.from({ length: count }, () => ({ id: newId() }))
  return { app, ids: count === 0 ? [] : await insertPayouts(database, app, payouts) }
}
