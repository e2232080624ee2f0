import type { Queryable, Statement } from '../database/statements/database.ts'

/** Whose a commission is, and which shop it comes from. */
export interface CommissionNames {
  readonly id: string
  readonly memberName: string
  /** Null for what a person entered. */
  readonly shop: string | null
  /** Of the same; null likewise. */
  readonly referralId: string | null
}

const listStatement: Statement = {
  name: 'commission_list_names',
  text: `
    select record.id, member.member_name as "memberName", referral.shop_domain as shop,
      referral.id as "referralId"
    from commissions record
    join memberships member on member.workspace_id = $1 and member.id = record.membership_id
    left join referrals referral on referral.workspace_id = $1 and referral.id = record.referral_id
    where record.workspace_id = $1 and record.id = any ($2::uuid[])`,
}

/** Lists whose commissions are and which shops they come from. */
export async function listCommissionNames(
  database: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly CommissionNames[]> {
  return await database.query<CommissionNames>(listStatement, [workspaceId, ids])
}
