import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { findMembership, type Membership } from '../memberships/store.ts'

/** An operator's decision to keep a membership out of payout runs, or to let it in again. */
export interface Exclusion {
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
      -- A later entry about one currency, or about all of them, makes the same decision a new one.
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

/**
 * Keeps a membership out of the next payout runs, or lets it in again: the latest entry about a currency applies. The
 * same entry again adds nothing.
 *
 * @returns the membership, which may be suspended all the same; without one nothing was written
 */
export async function excludeMembership(
  database: Queryable,
  { workspaceId, membershipId, currency, isExcluded, reason, actor }: Exclusion,
): Promise<Membership | undefined> {
  const values = [workspaceId, newId(), membershipId, currency ?? null, isExcluded, reason, actor]
  await database.query(insertStatement, values)
  return await findMembership(database, { workspaceId, id: membershipId })
}
