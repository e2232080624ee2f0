import { isSoak, report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { enginesAtHand, openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import { listSources } from '../../src/list-sources.ts'
import { type AppAlone, insertAlike, insertAppAlone } from '../lists/app-alone.ts'
import { type Filters, type ListId, toFilterSets } from '../lists/filter-sets.ts'
import { measurePage } from '../lists/page-cost.ts'

/** Between 8,100 and 13,000 the indexes of a table are not all of one height: a wrong one may look cheaper. */
const records = scale({ quick: 10_000, soak: 1_000_000 })
/** A page of groups counts the members of each. */
const toBuffersMax = (id: ListId): number => (id === 'listGroups' ? 5000 : 1000)

describe.skipIf(!enginesAtHand.includes('postgres'))('an app alone, with one value for each filter', () => {
  let database: Database
  let app: AppAlone
  let analyzed: Promise<void> | undefined

  beforeAll(async () => {
    database = await openTestDatabase('postgres')
    await database.script('set local session_replication_role = replica; truncate workspaces cascade')
    app = await insertAppAlone(database)
  })

  afterAll(() => database.close())

  const analyze = () => {
    analyzed = database.script(
      'analyze groups; analyze memberships; analyze payouts; analyze referrals; analyze commissions',
    )
  }
  const insert = (first: number, count: number, owner: number) =>
    insertAlike(database, app, { first, count, owner })

  const moments: readonly (readonly [string, () => unknown])[] = [
    ['before its tables have statistics', () => insert(0, records, 0)],
    ['while these are gathered', analyze],
    ['afterwards', () => analyzed],
    ['when a tenth has another value since', () => insert(records, records / 10, 1)],
    [
      'when the statistics know of it',
      () => {
        analyze()
        return analyzed
      },
    ],
  ]
  const ids = Object.keys(listSources) as ListId[]
  const matchesAllAtFirst = (filters: Filters): boolean =>
    Object.values(filters).every((value) => Object.values(app.values).some(([first]) => first === value))

  describe.each(moments)('%s', (_moment, come) => {
    beforeAll(async () => {
      await come()
    })

    test.each(ids)(
      'has pages of %s that cost little under any filter, by kept plans and by new ones [D18] [D77] [D270]',
      async (id) => {
        const sets = toFilterSets(id, app.values).filter(
          (set) => isSoak || Object.keys(set).length < 2 || matchesAllAtFirst(set),
        )
        const costs = await database.session(async (connection) => {
          const measured = []
          for (const filters of sets) {
            const cost = await measurePage(connection, (recorder) =>
              listSources[id].listRows(
                { database: { ...database, ...recorder }, nowMs: undefined },
                { app, query: { limit: 50, ...filters }, after: undefined },
              ),
            )
            measured.push({ filters, ...cost })
          }
          return measured
        })
        report(
          `${id}: ${costs.length} pages, the dearest ${Math.max(...costs.map(({ dearest }) => dearest))}`,
        )
        expect(costs.filter(({ dearest }) => dearest > toBuffersMax(id))).toEqual([])
      },
    )
  })
})
