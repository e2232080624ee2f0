import type { Queryable, Statement } from '../database/statements/database.ts'

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

export type MembershipKey = Pick<Membership, 'workspaceId' | 'id'>

/**
 * What was said last of a membership, as SQL. The workspace is the statement's first value.
 *
 * @param membership - the name of the membership's row in SQL
 */
export const membershipStateSql = (membership: string): string => `coalesce(
        (
          select fact.state from membership_states fact
          where fact.workspace_id = $1 and fact.membership_id = ${membership}.id
          order by fact.created_at desc, fact.id desc
          limit 1
        ),
        'active'
      )`

/** What is read of a `membership` itself, as SQL. */
export const membershipColumns = `
      id, workspace_id as "workspaceId", app_id as "appId", program_id as "programId", group_id as "groupId",
      member_name as "name", allow_manual_claims as "allowManualClaims", created_at as "createdAt"`

const findStatement: Statement = {
  name: 'membership_find',
  text: `
    select ${membershipColumns}, ${membershipStateSql('membership')} as state
    from memberships membership
    where workspace_id = $1 and id = $2`,
}

/** Finds a membership of a workspace. */
export async function findMembership(
  database: Queryable,
  { workspaceId, id }: MembershipKey,
): Promise<Membership | undefined> {
  const [membership] = await database.query<Membership>(findStatement, [workspaceId, id])
  return membership
}

/** What was said last of a membership, and since when it is so. */
export interface MembershipWord {
  readonly state: MembershipState
  readonly reason: string
  readonly createdAt: Date
}

const findWordStatement: Statement = {
  name: 'membership_find_word',
  text: `
    select state, reason, created_at as "createdAt"
    from membership_states
    where workspace_id = $1 and membership_id = $2
    order by created_at desc, id desc
    limit 1`,
}

/** Finds what was said last of a membership; `undefined` where nothing was: it is active. */
export async function findMembershipWord(
  database: Queryable,
  { workspaceId, id }: MembershipKey,
): Promise<MembershipWord | undefined> {
  const [word] = await database.query<MembershipWord>(findWordStatement, [workspaceId, id])
  return word
}
