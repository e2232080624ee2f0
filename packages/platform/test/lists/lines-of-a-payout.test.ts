import { insertVoid } from '@affiliate-platform/test-support/payment-fact-builders'
import { insertApp, insertPayout } from '@affiliate-platform/test-support/payout-builders'
import { enginesAtHand, openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { describe, expect, test } from 'vitest'
import { listSources } from '../../src/list-sources.ts'
import type { PageQuery } from '../../src/lists.ts'
import { measurePage } from './page-cost.ts'

const others = 20_000

describe.skipIf(!enginesAtHand.includes('postgres'))('the lines of a payout for an export', () => {
  test('are found among many other commissions, under any plan [D189] [D226]', async () => {
    const database = await openTestDatabase('postgres')
    const app = await insertApp(database)
    const { workspaceId, appId, programId, membershipId } = app
    await database.script(`
      set local session_replication_role = replica;
      insert into commissions
        (workspace_id, id, app_id, program_id, membership_id, currency, entry, cause, amount_minor, reason, accrued_at,
         available_at)
      select '${workspaceId}', gen_random_uuid(), '${appId}', '${programId}', '${membershipId}', 'USD', 'accrual', 'manual',
        1, 'test', now(), now()
      from generate_series(1, ${others})`)
    await database.script('analyze commissions')
    const payoutId = await insertPayout(database, app)
    const measure = (query: Pick<PageQuery, 'payoutId' | 'lineOf'>, payout_id: string | null) =>
      database.session((connection) =>
        measurePage(connection, async (recorder) => {
          const context = { database: { ...database, ...recorder }, nowMs: undefined }
          const page = { app, query: { limit: 50, ...query }, after: undefined }
          const { rows } = await listSources.listCommissions.listRows(context, page)
          expect(rows).toMatchObject([{ payout_id, amount_minor: '10000' }])
        }),
      )
    expect((await measure({ payoutId }, payoutId)).dearest).toBeLessThanOrEqual(100)
    await insertVoid(database, { workspaceId, payoutId })
    expect((await measure({ lineOf: payoutId }, null)).dearest).toBeLessThanOrEqual(100)
    await database.close()
  })
})
