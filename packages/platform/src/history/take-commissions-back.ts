import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import type { HistoryScope } from './store.ts'

// Taken back once, and when it was earned unless its source says when.
const insertStatement: Statement = {
  name: 'history_insert_reversals',
  text: `
    insert into commissions
      (workspace_id, id, app_id, program_id, membership_id, referral_id, currency, entry, cause, amount_minor, reverses,
       reason, accrued_at, available_at, actor)
    select $1, told.id, taken.app_id, taken.program_id, taken.membership_id, taken.referral_id,
      taken.currency, case when taken.entry = 'accrual' then 'reversal' else 'accrual' end, 'imported',
      -taken.amount_minor, taken.id, $4, coalesce(told."endedAt", taken.accrued_at), taken.available_at, $2
    from jsonb_to_recordset($3) as told(id uuid, "recordId" uuid, "endedAt" timestamptz)
    cross join lateral (
      select * from commissions where workspace_id = $1 and id = told."recordId" limit 1
    ) taken
    where not exists (
      select from commissions other
      where other.workspace_id = $1 and other.reverses = taken.id and other.cause = 'imported'
    )`,
}

/** An imported commission, and since when it is none. */
interface TakenBack {
  readonly recordId: string
  readonly endedAt?: Date | null
}

/** Takes imported commissions back, each once. */
export async function takeCommissionsBack(
  tx: Queryable,
  { workspaceId, actor }: Pick<HistoryScope, 'workspaceId' | 'actor'>,
  { rows, reason }: { readonly rows: readonly TakenBack[]; readonly reason: string },
): Promise<void> {
  const reversals = rows.map(({ recordId, endedAt = null }) => ({ id: newId(), recordId, endedAt }))
  await tx.query(insertStatement, [workspaceId, actor, JSON.stringify(reversals), reason])
}
