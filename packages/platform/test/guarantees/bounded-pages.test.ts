import type { ListQuery } from '@affiliate-platform/contract'
import { isSoak, report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { enginesAtHand, openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import { listSources } from '../../src/list-sources.ts'
import { type ListId, toFilterSets } from '../lists/filter-sets.ts'
import { measurePage } from '../lists/page-cost.ts'
import { insertSkewedApp, type SkewedApp } from '../lists/skewed-app.ts'

/** A page of groups counts the members of each. */
const toBuffersMax = (id: ListId): number => (id === 'listGroups' ? 5000 : 1000)
const searchMax = 3000
/** How many times as much as the best plan a page may cost, and what is cheap enough under any plan. */
const dearer = { timesMax: 5, from: 100 }

const ids = Object.keys(listSources) as ListId[]
const searches = isSoak
  ? [undefined, 'member', 'bright', 'ann 1', 'er 9', 'zzzz']
  : [undefined, 'member', 'zzzz']
const cases = ids.flatMap((id) => searches.map((search) => [id, search] as const))

describe.skipIf(!enginesAtHand.includes('postgres'))('a page of an app much larger than the others', () => {
  let database: Database
  let app: SkewedApp

  beforeAll(async () => {
    database = await openTestDatabase('postgres')
    app = await insertSkewedApp(database, {
      payouts: scale({ quick: 50_000, soak: 10_000_000 }),
      members: scale({ quick: 2500, soak: 200_000 }),
    })
  })

  afterAll(() => database.close())

  test.each(ids)('of %s has records, or its costs would say nothing [D77]', async (id) => {
    const records = { database, nowMs: undefined }
    const page = { app, query: { limit: 50 }, after: undefined }
    const { rows } = await listSources[id].listRows(records, page)
    expect(rows.length).toBeGreaterThan(1)
  })

  test.each(cases)(
    'of %s costs little under any filter and pair, searched for %s [D18] [D77] [D122]',
    async (id, search) => {
      const costs = await database.session(async (connection) => {
        const measured = []
        for (const filters of toFilterSets(id, app.values)) {
          const query: ListQuery = { limit: 50, ...filters, ...(search !== undefined && { search }) }
          const cost = await measurePage(
            connection,
            (recorder) =>
              listSources[id].listRows(
                { database: { ...database, ...recorder }, nowMs: undefined },
                { app, query, after: undefined },
              ),
            dearer.timesMax * dearer.from,
          )
          measured.push({ filters, ...cost })
        }
        return measured
      })
      const dearest = Math.max(...costs.map(({ buffers }) => buffers))
      report(`${id}, search ${search}: ${costs.length} pages, the dearest ${dearest} buffers`)
      const buffersMax = search === undefined ? toBuffersMax(id) : Math.max(toBuffersMax(id), searchMax)
      expect(costs.filter(({ buffers }) => buffers > buffersMax)).toEqual([])
      const { timesMax, from } = dearer
      const dear = costs.filter(({ buffers, cheapest }) => buffers > timesMax * Math.max(cheapest, from))
      expect(dear).toEqual([])
    },
  )
})
