import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ReferralKey } from './referral.ts'

/** Whose a referral is, and what it has earned. */
export interface EarnedReferral {
  readonly id: string
  readonly memberName: string
  /** In minor units, in each currency. */
  readonly earned: readonly { readonly currency: string; readonly amountMinor: string }[]
}

/** Why a referral ended. */
export interface VoidRecord {
  readonly reason: string
  readonly actor: string
  readonly createdAt: Date
}

const listStatement: Statement = {
  name: 'referral_list_earned',
  text: `
    select referral.id, membership.member_name as "memberName", coalesce((
      select json_agg(json_build_object('currency', currency, 'amountMinor', sum) order by currency)
      from (
        select currency, sum(amount_minor)::text as sum
        from commissions
        where workspace_id = $1 and referral_id = referral.id
        group by currency
      ) sums
    ), '[]') as earned
    from referrals referral
    join memberships membership on membership.workspace_id = $1 and membership.id = referral.membership_id
    where referral.workspace_id = $1 and referral.id = any ($2::uuid[])`,
}

const findVoidStatement: Statement = {
  name: 'referral_find_void',
  text: `
    select reason, actor, created_at as "createdAt"
    from referral_voids
    where workspace_id = $1 and referral_id = $2`,
}

/** Reads whose some referrals are, and what each has earned, reversals taken off. */
export async function listEarned(
  database: Queryable,
  workspaceId: string,
  referralIds: readonly string[],
): Promise<readonly EarnedReferral[]> {
  return await database.query<EarnedReferral>(listStatement, [workspaceId, referralIds])
}

/** Finds why a referral was voided, if it was. */
export async function findVoid(
  database: Queryable,
  { workspaceId, referralId }: ReferralKey,
): Promise<VoidRecord | undefined> {
  const [found] = await database.query<VoidRecord>(findVoidStatement, [workspaceId, referralId])
  return found
}
