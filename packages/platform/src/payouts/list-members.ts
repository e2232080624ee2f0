import type { Queryable, Statement } from '../database/statements/database.ts'

/** Whom a payout is for. */
export interface PayoutMember {
  readonly payoutId: string
  readonly membershipId: string
  readonly memberName: string
}

const listStatement: Statement = {
  name: 'payout_list_members',
  text: `
    select payout.id as "payoutId", membership.id as "membershipId", membership.member_name as "memberName"
    from payouts payout
    join memberships membership on membership.workspace_id = $1 and membership.id = payout.membership_id
    where payout.workspace_id = $1 and payout.id = any ($2::uuid[])`,
}

/** Lists whom payouts are for; those that the workspace does not have are not among them. */
export async function listPayoutMembers(
  database: Queryable,
  workspaceId: string,
  payoutIds: readonly string[],
): Promise<readonly PayoutMember[]> {
  return await database.query<PayoutMember>(listStatement, [workspaceId, payoutIds])
}
