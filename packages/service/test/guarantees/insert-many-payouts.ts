import type { Database } from '@affiliate-platform/platform/database'
import type { TestService } from '@affiliate-platform/test-support/test-service'

/**
 * Inserts payouts in three currencies for a thousand members of an app, the commission behind each, and for every tenth one
 * that is in no payout. Most of them are confirmed.
 */
export async function insertManyPayouts(
  database: Database,
  { workspaceId, appId, programId, groupId }: TestService['ids'],
  count: number,
): Promise<void> {
  const home = `'${workspaceId}'::uuid`
  const place = `'${appId}'::uuid, '${programId}'::uuid, '${groupId}'::uuid`
  const member = `md5('member ' || n % 1000)::uuid`
  const money = `1000 + n % 7, (array['USD', 'EUR', 'JPY'])[1 + n % 3]`
  const time = `timestamptz '2026-01-01' + n * interval '1 second'`
  const numbers = `from generate_series(1, ${count}) n`
  // Without triggers: they would add up what is inserted with its sums.
  await database.script(`
    set local session_replication_role = replica;
    insert into memberships (workspace_id, id, app_id, program_id, group_id, member_name, created_at)
    select ${home}, md5('member ' || n)::uuid, ${place}, 'Member ' || n, now() from generate_series(0, 999) n;

    insert into payouts
      (workspace_id, id, app_id, program_id, group_id, membership_id, amount_minor, currency, created_at,
       claimed_minor, reported_minor, confirmed_minor)
    select ${home}, md5('payout ' || n)::uuid, ${place}, ${member}, ${money}, ${time}, paid, paid, paid
    ${numbers} cross join lateral (select case when n % 10 < 8 then 1000 + n % 7 else 0 end as paid) sums;

    insert into commissions
      (workspace_id, id, app_id, program_id, group_id, membership_id, amount_minor, currency, entry, cause, reason,
       accrued_at, available_at, payout_id)
    select
      ${home}, md5('commission ' || n)::uuid, ${place}, ${member}, ${money}, 'accrual', 'manual', 'test', ${time}, ${time},
      case when n <= ${count} then md5('payout ' || n)::uuid end
    from generate_series(1, ${count + count / 10}) n`)
  await database.session(async ({ query }) => {
    await query({ name: '', text: 'set statement_timeout = 0' }, [])
    for (const table of ['memberships', 'payouts', 'commissions']) {
      await query({ name: '', text: `vacuum analyze ${table}` }, [])
    }
    await query({ name: '', text: 'reset statement_timeout' }, [])
  })
}
