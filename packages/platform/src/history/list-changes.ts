import type { Queryable, Statement } from '../database/statements/database.ts'
import type { HistoryChange } from './history-report.ts'
import type { HistoryScope } from './store.ts'

const known = (kind: string): string =>
  `row.workspace_id = $1 and row.import_id = $2 and row.kind = '${kind}' and row.reason is null and row.is_known`

const statement: Statement = {
  name: 'history_list_changes',
  isSlow: true,
  text: `
    select 'commission' as kind, case when row.payout_id is null then 'cancelled' else 'paid' end as change,
      count(*)::integer as count, sum(row.amount_minor)::text as "amountMinor", row.currency
    from history_rows row
    join commissions here on here.workspace_id = $1 and here.id = row.record_id
    where ${known('commission')} and here.payout_id is null
      and (row.payout_id is not null or row.state = 'cancelled' and not exists (
        select from commissions other
        where other.workspace_id = $1 and other.reverses = here.id and other.cause = 'imported'
      ))
    group by 2, row.currency
    union all
    select 'referral', 'ended', count(*)::integer, null, null
    from history_rows row
    join referrals here on here.workspace_id = $1 and here.id = row.record_id
    where ${known('referral')} and row.ended_at is not null and here.voided_at is null
    having count(*) > 0
    order by kind, change, currency`,
}

/** Counts what was imported before and is paid, cancelled or ended there by now. */
export async function listChanges(
  tx: Queryable,
  { workspaceId, importId }: HistoryScope,
): Promise<readonly HistoryChange[]> {
  return await tx.query<HistoryChange>(statement, [workspaceId, importId])
}
