import type { Queryable, Statement } from '../database/database.ts'
import type { ListPage } from '../database/list-page.ts'

/** An operator's word that a membership is kept out of payout runs, or is in them again. */
export interface Exclusion {
  readonly id: string
  readonly workspaceId: string
  readonly membershipId: string
  /** Without one it is about every currency. */
  readonly currency: string | undefined
  readonly isExcluded: boolean
  readonly reason: string
  readonly actor: string
}

const insertStatement: Statement = {
  name: 'payout_exclusion_insert',
  text: `
    with membership as (
      select workspace_id, app_id, id from memberships where workspace_id = $1 and id = $3
    ), latest as (
      -- What was said since about one currency, or about all of them, makes the same word say something new.
      select currency, is_excluded, reason
      from payout_exclusions
      where workspace_id = $1 and membership_id = $3 and ($4::text is null or currency is null or currency = $4)
      order by id desc
      limit 1
    ), added as (
      insert into payout_exclusions (workspace_id, id, app_id, membership_id, currency, is_excluded, reason, actor)
      select workspace_id, $2, app_id, id, $4, $5, $6, $7
      from membership
      where not exists (
        select from latest where is_excluded = $5 and reason = $6 and currency is not distinct from $4
      )
    )
    select id from membership`,
}

/** An exclusion that stands. */
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
  { after, limit }: ListPage,
): Promise<readonly StandingExclusion[]> {
  return await database.query<StandingExclusion>(listStatement, [workspaceId, after ?? null, limit])
}

/**
 * Keeps a membership out of the next payout runs, or lets it in again: of what is said about a currency, the latest word
 * rules. The latest word again is a repetition, and adds nothing.
 *
 * @returns whether there is such a membership; else nothing was written
 */
export async function insertExclusion(database: Queryable, exclusion: Exclusion): Promise<boolean> {
  const { workspaceId, id, membershipId, currency, isExcluded, reason, actor } = exclusion
  const values = [workspaceId, id, membershipId, currency ?? null, isExcluded, reason, actor]
  return (await database.query(insertStatement, values)).length > 0
}
