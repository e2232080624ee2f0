import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { listRuns } from '../../src/payout-runs.ts'
import { countBuffers } from '../explain/count-buffers.ts'

const [runs, payoutsEach] = [20, 1000]

describeOnEachEngine('runs', (database) => {
  test('are listed at the cost of those that are shown [D71]', async () => {
    const { workspaceId, appId, programId, groupId } = await insertApp(database())
    const id = (number: string) => `lpad(to_hex(${number}), 32, '0')::uuid`
    // Without triggers and keys: the payouts have neither lines nor decisions.
    await database().script(`
      set local session_replication_role = replica;
      insert into payout_runs (workspace_id, id, as_of, preview_hash, actor, created_at)
      select '${workspaceId}', ${id('n')}, '2026-01-01', 'x', 'system', timestamptz '2026-01-02' + n * interval '1 day'
      from generate_series(1, ${runs}) n;
      insert into payouts
        (workspace_id, id, app_id, program_id, group_id, membership_id, amount_minor, currency, run_id, created_at)
      select '${workspaceId}', ${id('n')}, '${appId}', '${programId}', '${groupId}', ${id('n')}, 100, 'USD',
        ${id(`1 + (n - 1) / ${payoutsEach}`)}, now()
      from generate_series(1, ${runs * payoutsEach}) n`)
    await database().script('analyze payouts, payout_runs')
    let listed: Awaited<ReturnType<typeof listRuns>> = []
    const buffers = await countBuffers(database(), async (recorder) => {
      listed = await listRuns(recorder, workspaceId, { after: undefined, limit: 1 })
    })
    const sums = [{ currency: 'USD', amountMinor: '100000', unpaidMinor: '100000' }]
    expect(listed).toMatchObject([{ payouts: payoutsEach, sums }])
    // All of them are some 1,000.
    expect(buffers).toBeLessThan(200)
  })
})
