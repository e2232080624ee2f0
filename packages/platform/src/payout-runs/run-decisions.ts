import type { Queryable, Statement } from '../database/statements/database.ts'
import { joinPayoutPayee } from '../payees/payout-payee.ts'
import type { PayeeDetails } from '../payees/store.ts'
import { payoutStatus, payoutUnpaid } from '../payouts/payout-status.ts'
import type { RunKey } from './payout-run.ts'

/** What a run decided on one membership and currency; amounts in minor units. */
export interface FrozenDecision {
  readonly membershipId: string
  readonly memberName: string
  readonly currency: string
  /** What was available. Below 0 the member owed it. */
  readonly sumMinor: string
  readonly heldMinor: string
  readonly thresholdMinor: string
  readonly decision: string
  /** Why it was not paid; null where it was. */
  readonly reason: string | null
  readonly warnings: readonly string[]
  /** The payout that pays it. */
  readonly payoutId: string | null
  /** The state of that payout now. */
  readonly status: string | null
  /** What is left to pay of it. */
  readonly unpaidMinor: string | null
  /** How the payee of the payout is paid; null where nobody was known when it was made. */
  readonly method: PayeeDetails['method'] | null
}

const listStatement: Statement = {
  name: 'payout_run_list_decisions',
  text: `
    select
      decided.membership_id as "membershipId", member.member_name as "memberName", decided.currency,
      decided.sum_minor::text as "sumMinor", decided.held_minor::text as "heldMinor",
      decided.threshold_minor::text as "thresholdMinor", decided.decision, decided.reason, decided.warnings,
      record.id as "payoutId", case when record.id is not null then ${payoutStatus} end as status,
      (${payoutUnpaid})::text as "unpaidMinor", payee.method
    from payout_run_decisions decided
    join memberships member on member.workspace_id = $1 and member.id = decided.membership_id
    left join payouts record
      on record.workspace_id = $1 and record.run_id = $2 and record.membership_id = decided.membership_id
      and record.currency = decided.currency
    ${joinPayoutPayee('record')}
    where decided.workspace_id = $1 and decided.run_id = $2
    order by decided.membership_id, decided.currency`,
}

/** Lists what a frozen run decided, and why, by membership and currency. */
export async function listRunDecisions(
  database: Queryable,
  { workspaceId, runId }: RunKey,
): Promise<readonly FrozenDecision[]> {
  return await database.query<FrozenDecision>(listStatement, [workspaceId, runId])
}
