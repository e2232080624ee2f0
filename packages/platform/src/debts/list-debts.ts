import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'
import { membershipStatus } from '../memberships/membership-status.ts'

/** What a member owes in one currency. */
export interface Debt {
  readonly membershipId: string
  readonly memberName: string
  /** The state of the membership. */
  readonly status: string
  readonly currency: string
  /** More than 0, in minor units: what is in no payout comes to this much below 0, held amounts included. */
  readonly owedMinor: string
}

const listStatement: Statement = {
  name: 'debt_list',
  text: `
    select
      membership.id as "membershipId", membership.member_name as "memberName",
      ${membershipStatus('membership', 'now()')} as status, debts.currency, debts.owed::text as "owedMinor"
    from (
      select membership_id, currency, -sum(amount_minor) as owed
      from commissions
      where workspace_id = $1 and payout_id is null
        and ($2::text is null or membership_id >= split_part($2, '/', 1)::uuid)
      group by membership_id, currency
      having sum(amount_minor) < 0
    ) debts
    join memberships membership on membership.workspace_id = $1 and membership.id = debts.membership_id
    where $2::text is null
      or (membership.id, debts.currency) > (split_part($2, '/', 1)::uuid, split_part($2, '/', 2))
    order by membership.id, debts.currency
    limit $3`,
}

/** Lists what members owe, by membership and currency. A row is known by both: `<membershipId>/<currency>`. */
export async function listDebts(
  database: Queryable,
  workspaceId: string,
  { after, limit }: ListPage,
): Promise<readonly Debt[]> {
  return await database.query<Debt>(listStatement, [workspaceId, after ?? null, limit])
}
