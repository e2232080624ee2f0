import type { ListQuery } from '@affiliate-platform/contract'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { enginesAtHand, openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import { listSources } from '../../src/list-sources.ts'
import { measurePage } from './page-cost.ts'

describe.skipIf(!enginesAtHand.includes('postgres'))('a page of one large app among small ones', () => {
  let database: Database
  let app: TestApp

  beforeAll(async () => {
    database = await openTestDatabase('postgres')
    app = await insertApp(database)
    await insertPayouts(database, app)
  })

  afterAll(() => database.close())

  const pages: readonly (readonly [string, (app: TestApp) => Partial<ListQuery>])[] = [
    ['without a filter', () => ({})],
    ['of one filter', ({ programId }) => ({ programId })],
    ['of two filters', ({ groupId }) => ({ groupId, currency: 'USD' })],
    ['of a search', () => ({ search: 'Mia' })],
  ]

  test.each(pages)(
    '%s is read in its order, and not sorted, under any plan [D173]',
    async (_which, toQuery) => {
      const query: ListQuery = { limit: 50, ...toQuery(app) }
      const cost = await database.session((connection) =>
        measurePage(connection, (recorder) =>
          listSources.listPayouts.listRows(
            { database: { ...database, ...recorder }, nowMs: undefined },
            { app, query, after: undefined },
          ),
        ),
      )
      expect(cost.dearest).toBeLessThan(500)
    },
  )
})

/** Inserts 30,000 payouts of the app, and between them as many of 15 others: on each block lie those of several. */
async function insertPayouts(database: Database, app: TestApp): Promise<void> {
  const { workspaceId, appId, programId, groupId, membershipId } = app
  const ours = [workspaceId, appId, programId, groupId, membershipId].map((id) => `'${id}'`).join(', ')
  // Without triggers: the payouts have no lines, and the others nothing but payouts.
  await database.script(`
    set local session_replication_role = replica;
    insert into payouts
      (workspace_id, id, app_id, program_id, group_id, membership_id, amount_minor, currency, created_at,
       claimed_minor, reported_minor, confirmed_minor, open_disputes)
    select ids[1], gen_random_uuid(), ids[2], ids[3], ids[4], ids[5], 100, 'USD',
      timestamptz '2026-01-01 00:00:00Z' + n * interval '1 second', 0, 0, 0, 0
    from generate_series(1, 60000) n
    cross join lateral (
      select case
        when n % 2 = 0 then array[${ours}]::uuid[]
        else array_fill(md5('other ' || n % 15)::uuid, array[5])
      end as ids
    ) owner`)
  await database.script('analyze payouts')
}
