import type { Queryable, Statement } from '../database/database.ts'

/** What an operator's list shows of a payout beside the interface's row; amounts in minor units. */
export interface PayoutDetails {
  readonly id: string
  /** The member's name: who is paid. */
  readonly payee: string
  readonly reportedMinor: string
  readonly confirmedMinor: string
}

const listStatement: Statement = {
  name: 'payout_list_details',
  text: `
    select
      payout.id, membership.member_name as "payee", payout.reported_minor::text as "reportedMinor",
      payout.confirmed_minor::text as "confirmedMinor"
    from payouts payout
      join memberships membership
        on membership.workspace_id = payout.workspace_id and membership.id = payout.membership_id
    where payout.workspace_id = $1 and payout.id = any($2::uuid[])`,
}

/** Finds the payees and sums of payouts, by the payouts' ids. */
export async function listPayoutDetails(
  database: Queryable,
  workspaceId: string,
  payoutIds: readonly string[],
): Promise<ReadonlyMap<string, PayoutDetails>> {
  const rows = await database.query<PayoutDetails>(listStatement, [workspaceId, payoutIds])
  return new Map(rows.map((row) => [row.id, row]))
}
