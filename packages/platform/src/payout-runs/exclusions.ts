import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'

export interface StandingExclusion {
  readonly id: string
  readonly membershipId: string
  readonly memberName: string
  /** Null: every currency but those of `except`. */
  readonly currency: string | null
  /** The currencies in which the membership was let in since. */
  readonly except: readonly string[]
  readonly reason: string
  readonly actor: string
  readonly createdAt: Date
}

const listStatement: Statement = {
  name: 'payout_exclusion_list',
  text: `
    select
      word.id, word.membership_id as "membershipId", member.member_name as "memberName", word.currency,
      array(
        select distinct later.currency
        from payout_exclusions later
        where later.workspace_id = $1 and later.membership_id = word.membership_id and later.id > word.id
          and word.currency is null and not later.is_excluded
        order by later.currency
      ) as except, word.reason, word.actor, word.created_at as "createdAt"
    from payout_exclusions word
    join memberships member on member.workspace_id = $1 and member.id = word.membership_id
    where word.workspace_id = $1 and word.is_excluded and ($2::uuid is null or word.id > $2)
      and ($4::uuid is null or word.membership_id = $4)
      and not exists (
        select from payout_exclusions later
        where later.workspace_id = $1 and later.membership_id = word.membership_id and later.id > word.id
          and (later.currency is null or later.currency = word.currency)
      )
    order by word.id
    limit $3`,
}

/** Lists the exclusions that no later word of the same currency, or of every one, has ended. */
export async function listExclusions(
  database: Queryable,
  workspaceId: string,
  { after, limit, membershipId }: ListPage & { readonly membershipId?: string },
): Promise<readonly StandingExclusion[]> {
  return await database.query<StandingExclusion>(listStatement, [
    ...[workspaceId, after ?? null, limit, membershipId ?? null],
  ])
}
