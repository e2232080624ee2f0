import { directCauses } from '@affiliate-platform/contract'
import type { Database, Statement } from '../database/statements/database.ts'
import { rejectingConstraint } from '../database/statements/faults.ts'
import { newId } from '../database/statements/new-id.ts'

/** The id of the entry that takes an entry by hand back; or why nothing was done. */
export type DebtUndoing =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly rejection: 'unknown_fact' | 'undone_already' }

const insertStatement: Statement = {
  name: 'debt_insert_undoing',
  text: `
    insert into commissions as made
      (workspace_id, id, app_id, program_id, group_id, membership_id, currency, entry, cause, amount_minor, reverses,
       reason, accrued_at, available_at, actor)
    select
      workspace_id, $3, app_id, program_id, group_id, membership_id, currency,
      case when entry = 'accrual' then 'reversal' else 'accrual' end, cause, -amount_minor, id, $4,
      date_trunc('milliseconds', now()), available_at, $5
    from commissions
    where workspace_id = $1 and id = $2 and reverses is null and cause in ('${directCauses.join("', '")}')
    returning id`,
}

/** Takes a write-off, a repayment or a deduction back, once, by an entry of the opposite amount. */
export async function undoDebtFact(
  database: Database,
  { workspaceId, factId, reason, actor }: UndoPlan,
): Promise<DebtUndoing> {
  try {
    const values = [workspaceId, factId, newId(), reason, actor]
    const [undone] = await database.query<{ readonly id: string }>(insertStatement, values)
    return undone === undefined ? { ok: false, rejection: 'unknown_fact' } : { ok: true, id: undone.id }
  } catch (error) {
    if (rejectingConstraint(error) !== 'commissions_undone_once') throw error
    return { ok: false, rejection: 'undone_already' }
  }
}

interface UndoPlan {
  readonly workspaceId: string
  readonly factId: string
  readonly reason: string
  readonly actor: string
}
