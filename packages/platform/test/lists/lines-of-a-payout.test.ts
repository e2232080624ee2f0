import { insertApp, insertPayout } from '@affiliate-platform/test-support/payout-builders'
import { enginesAtHand, openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { describe, expect, test } from 'vitest'
import { listCommissions } from '../../src/commissions.ts'
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
    const filter = { workspaceId, membershipId: undefined, referralId: undefined, payoutId }
    const cost = await database.session((connection) =>
      measurePage(connection, async (recorder) => {
        const lines = await listCommissions(recorder, filter, { after: undefined, limit: 1001 })
        expect(lines).toMatchObject([{ payoutId, amount: { amountMinor: '10000' } }])
      }),
    )
    expect(cost.dearest).toBeLessThanOrEqual(100)
    await database.close()
  })
})
