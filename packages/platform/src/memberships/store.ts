import type { Queryable, Statement } from '../database/database.ts'
import type { ListPage } from '../database/list-page.ts'
import { membershipStatus } from './membership-status.ts'

/** What was said last of a membership (D139). */
export type MembershipState = 'active' | 'suspended' | 'closed'

/** Someone's place in a program. */
export interface Membership {
  readonly id: string
  readonly workspaceId: string
  readonly appId: string
  readonly programId: string
  readonly groupId: string | null
  readonly name: string
  /** Whether shops may be claimed by hand; null leaves it to the terms. */
  readonly allowManualClaims: boolean | null
  readonly state: MembershipState
  readonly createdAt: Date
}

/** What names a membership. */
export type MembershipKey = Pick<Membership, 'workspaceId' | 'id'>

/** A membership as it is listed. */
export interface ListedMembership extends Omit<Membership, 'state'> {
  /** `suspended`, `closed`, `active` or `without_terms`: the first that holds. */
  readonly status: string
}

/** Which memberships of a workspace. */
export interface MembershipFilter {
  readonly workspaceId: string
  readonly programId: string | undefined
  readonly groupId: string | undefined
  /** A {@link ListedMembership.status}. */
  readonly status: string | undefined
}

const facts = `
      id, workspace_id as "workspaceId", app_id as "appId", program_id as "programId", group_id as "groupId",
      member_name as "name", allow_manual_claims as "allowManualClaims", created_at as "createdAt"`

/** What is read of a `membership`, as SQL. */
export const membershipColumns = `${facts},
      coalesce(
        (
          select fact.state from membership_states fact
          where fact.workspace_id = membership.workspace_id and fact.membership_id = membership.id
          order by fact.created_at desc, fact.id desc
          limit 1
        ),
        'active'
      ) as state`

const findStatement: Statement = {
  name: 'membership_find',
  text: `
    select ${membershipColumns}
    from memberships membership
    where workspace_id = $1 and id = $2`,
}

const listStatement: Statement = {
  name: 'membership_list',
  text: `
    select ${facts}, status
    from memberships membership
    cross join lateral (select ${membershipStatus('membership', 'now()')} as status) derived
    where workspace_id = $1
      and ($2::uuid is null or program_id = $2)
      and ($3::uuid is null or group_id = $3)
      and ($4::uuid is null or id > $4)
      and ($6::text is null or status = $6)
    order by id
    limit $5`,
}

/** Finds a membership of a workspace. */
export async function findMembership(
  database: Queryable,
  { workspaceId, id }: MembershipKey,
): Promise<Membership | undefined> {
  const [membership] = await database.query<Membership>(findStatement, [workspaceId, id])
  return membership
}

/** Lists memberships, oldest first. */
export async function listMemberships(
  database: Queryable,
  { workspaceId, programId, groupId, status }: MembershipFilter,
  { after, limit }: ListPage,
): Promise<readonly ListedMembership[]> {
  const values = [workspaceId, programId ?? null, groupId ?? null, after ?? null, limit, status ?? null]
  return await database.query<ListedMembership>(listStatement, values)
}
