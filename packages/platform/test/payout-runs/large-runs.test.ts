import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertMoneyApp } from '@affiliate-platform/test-support/money-builders'
import { expect, test } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import { listRunDecisions } from '../../src/payout-runs.ts'
import { pay } from './runs.ts'

const pairs = 1001

describeOnEachEngine(`a run of ${pairs} pairs`, (database) => {
  test('is frozen a thousand at a time, and whole [D254]', async () => {
    const { workspaceId, appId, programId } = await insertMoneyApp(database())
    await database().script(`
      insert into memberships (workspace_id, id, app_id, program_id, member_name, created_at)
      select '${workspaceId}', lpad(to_hex(n), 32, '0')::uuid, '${appId}', '${programId}', 'Member ' || n, now()
      from generate_series(1, ${pairs}) n;
      insert into commissions
        (workspace_id, id, app_id, program_id, membership_id, currency, entry, cause, amount_minor, reason, accrued_at,
         available_at)
      select '${workspaceId}', gen_random_uuid(), '${appId}', '${programId}', lpad(to_hex(n), 32, '0')::uuid, 'USD',
        'accrual', 'manual', n, 'by hand', timestamptz '2026-01-01', timestamptz '2026-01-01'
      from generate_series(1, ${pairs}) n;
      analyze`)
    const written: number[] = []
    const watched: Database = {
      ...database(),
      transaction: (run, options) =>
        database().transaction(
          (tx) =>
            run({
              ...tx,
              query: (statement, values) => {
                const [, , rows] = values
                if (statement.name === 'payout_run_insert_decisions')
                  written.push(JSON.parse(`${rows}`).length)
                return tx.query(statement, values)
              },
            }),
          options,
        ),
    }
    const { id: runId, payouts } = await pay(watched, workspaceId, '2026-04-01')
    expect(written).toEqual([1000, 1])
    expect(await listRunDecisions(database(), { workspaceId, runId })).toHaveLength(pairs)
    expect(payouts.map(({ amountMinor }) => Number(amountMinor)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: pairs }, (_, index) => index + 1),
    )
  })
})
