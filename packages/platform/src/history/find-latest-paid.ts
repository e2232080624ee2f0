import type { Queryable, Statement } from '../database/statements/database.ts'
import { staged } from './set-aside.ts'
import type { HistoryScope } from './store.ts'

const statement: Statement = {
  name: 'history_find_latest_paid',
  isSlow: true,
  text: `
    select max(occurred_at) as "latestAt"
    from history_rows row
    where ${staged} and row.kind = 'commission' and row.reason is null and row.payout_id is not null
      and (row.content ->> 'isSale')::boolean`,
}

/** When the latest sale was made whose commission was paid there. */
export async function findLatestPaid(
  tx: Queryable,
  { workspaceId, importId }: HistoryScope,
): Promise<Date | null> {
  const [row] = await tx.query<{ latestAt: Date | null }>(statement, [workspaceId, importId])
  return row?.latestAt ?? null
}
