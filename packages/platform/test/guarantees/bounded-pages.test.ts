import { type ListQuery, operations } from '@affiliate-platform/contract'
import { isSoak, report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { enginesAtHand, openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { sectionSources } from '../../src/sections.ts'
import { measurePage } from '../lists/page-cost.ts'
import { insertSkewedApp, type SkewedApp } from '../lists/skewed-app.ts'

const buffersMax = 1000
/** How many times as much as the best plan a page may cost, and what is cheap enough under any plan. */
const dearer = { timesMax: 5, from: 100 }

/** A page that looks at records in vain may cost more: a smaller bound would make more pages of a walk empty (D77). */
const exceptions = {
  // Up to 1,000 records where two common values seldom meet, or 250 whose state is looked up.
  pair: 5000,
  // A group of nearly all of 50,000 memberships, which are counted for its row.
  count: 2000,
  // The states of 51 referrals: some 20 buffers each, where indexes of ten million rows are a level deeper.
  states: scale({ quick: 1000, soak: 1000, huge: 1200 }),
  // Up to 1,000 records with names looked up for each, or the names of up to 50,000 memberships, or both.
  search: 10_000,
}

type SectionId = keyof typeof sectionSources

/** What a page without a search costs at most by one column. */
const exceptionOf: Readonly<Partial<Record<SectionId, number>>> = {
  listGroups: exceptions.count,
  listReferrals: exceptions.states,
}
type Filters = Readonly<Record<string, string | number>>

const ids = Object.keys(sectionSources) as SectionId[]
const searches = isSoak ? [undefined, 'member', 'bright', 'ann 1', 'zzzz'] : [undefined, 'member', 'zzzz']
const cases = ids.flatMap((id) => searches.map((search) => [id, search] as const))

/** No filter, each single one, and each pair, in all the values that the app has for them. */
function toFilterSets(id: SectionId, { values }: SkewedApp): readonly Filters[] {
  const { filters, statuses } = operations[id]
  const singles = Object.entries<readonly (string | number)[]>({ ...values, status: statuses })
    .filter(([name]) => filters.some((filter) => filter === name.replace(/Ms$/, '')))
    .flatMap(([name, all]) => all.map((value) => ({ name, value })))
  const pairs = singles.flatMap((one, index) =>
    singles
      .slice(index + 1)
      .filter(({ name }) => name !== one.name)
      .map((other) => ({ [one.name]: one.value, [other.name]: other.value })),
  )
  return [{}, ...singles.map(({ name, value }) => ({ [name]: value })), ...pairs]
}

describe.skipIf(!enginesAtHand.includes('postgres'))('a page of an app much larger than the others', () => {
  let database: Database
  let app: SkewedApp

  beforeAll(async () => {
    database = await openTestDatabase('postgres')
    app = await insertSkewedApp(database, {
      payouts: scale({ quick: 50_000, soak: 1_000_000, huge: 10_000_000 }),
      members: scale({ quick: 2500, soak: 50_000 }),
    })
  })

  afterAll(() => database.close())

  test.each(cases)(
    'of %s costs little under any filter and pair, searched for %s [D18] [D77] [D122]',
    async (id, search) => {
      const costs = await database.session(async (connection) => {
        const measured = []
        for (const filters of toFilterSets(id, app)) {
          const query: ListQuery = { limit: 50, ...filters, ...(search !== undefined && { search }) }
          const cost = await measurePage(
            connection,
            (recorder) =>
              sectionSources[id].listRows(
                { database: { ...database, ...recorder }, nowMs: undefined },
                { app, query, after: undefined },
              ),
            dearer.timesMax * dearer.from,
          )
          measured.push({ filters, ...cost })
        }
        return measured
      })
      const [dearest] = costs.toSorted((a, b) => b.buffers - a.buffers)
      const exceeding = costs.filter(({ buffers }) => buffers > buffersMax)
      report(
        `${id}, search ${search}: ${costs.length} pages, ${exceeding.length} above 1,000 buffers, ` +
          `the dearest ${dearest?.buffers} (${Object.keys(dearest?.filters ?? {})})`,
      )
      const max = search === undefined ? exceptions.pair : exceptions.search
      expect(costs.filter(({ buffers }) => buffers > max)).toEqual([])
      // One column alone never checks a record in vain.
      const columnMax = exceptionOf[id] ?? buffersMax
      const columns = exceeding.filter(({ filters, buffers }) => {
        const names = Object.keys(filters)
        const isColumn = id === 'listPayouts' || !names.includes('status')
        return names.length < 2 && isColumn && buffers > columnMax
      })
      if (search === undefined) expect(columns).toEqual([])
      const { timesMax, from } = dearer
      const dear = costs.filter(({ buffers, cheapest }) => buffers > timesMax * Math.max(cheapest, from))
      expect(dear).toEqual([])
    },
  )
})
