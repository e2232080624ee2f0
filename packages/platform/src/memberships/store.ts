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

/** A membership as it is listed. */
export interface ListedMembership extends Omit<Membership, 'state'> {
  /** `suspended`, `closed`, `active` or `without_terms`: the first that holds. */
  readonly status: string
}

/** What may be changed of a membership, beside its group; what is absent stays. */
export interface MembershipChanges {
  readonly name?: string | undefined
  readonly allowManualClaims?: boolean | null | undefined
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

const columns = `${facts},
      coalesce(
        (
          select fact.state from membership_states fact
          where fact.workspace_id = membership.workspace_id and fact.membership_id = membership.id
          order by fact.created_at desc, fact.id desc
          limit 1
        ),
        'active'
      ) as state`

const insertStatement: Statement = {
  name: 'membership_insert',
  text: `
    insert into memberships as membership
      (workspace_id, id, app_id, program_id, group_id, member_name, allow_manual_claims, created_at)
    select program.workspace_id, $4, program.app_id, program.id, $3, $5, $6, $7
    from programs program
    where program.workspace_id = $1 and program.id = $2 and program.closed_at is null
      and ($3::uuid is null or exists (
        select from groups
        where groups.workspace_id = $1 and groups.program_id = program.id and groups.id = $3
      ))
    returning ${columns}`,
}

const moveStatement: Statement = {
  name: 'membership_move',
  text: `
    update memberships membership
    set group_id = $3
    where workspace_id = $1 and id = $2
      and ($3::uuid is null or exists (
        select from groups
        where groups.workspace_id = $1 and groups.program_id = membership.program_id and groups.id = $3
      ))
    returning ${columns}`,
}

const updateStatement: Statement = {
  name: 'membership_update',
  text: `
    update memberships membership
    set member_name = coalesce($3, member_name),
        allow_manual_claims = case when $4::boolean then $5 else allow_manual_claims end
    where workspace_id = $1 and id = $2
    returning ${columns}`,
}

const findStatement: Statement = {
  name: 'membership_find',
  text: `
    select ${columns}
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

/** Adds a membership. Returns it, or `undefined` when there is no such open program, or it has no such group. */
export async function insertMembership(
  database: Queryable,
  {
    workspaceId,
    programId,
    groupId,
    id,
    name,
    allowManualClaims,
    createdAt,
  }: Omit<Membership, 'appId' | 'state'>,
): Promise<Membership | undefined> {
  const values = [workspaceId, programId, groupId, id, name, allowManualClaims, createdAt]
  const [membership] = await database.query<Membership>(insertStatement, values)
  return membership
}

/**
 * Moves a membership to another group of its program, or out of all groups. Payouts stay with the group of their time.
 *
 * @returns the membership, or `undefined` when there is no such membership, or its program has no such group
 */
export async function moveMembership(
  database: Queryable,
  { workspaceId, id }: Pick<Membership, 'workspaceId' | 'id'>,
  groupId: string | null,
): Promise<Membership | undefined> {
  const [membership] = await database.query<Membership>(moveStatement, [workspaceId, id, groupId])
  return membership
}

/** Changes a membership. Returns it as it is then, or `undefined` when the workspace has no such membership. */
export async function updateMembership(
  database: Queryable,
  { workspaceId, id }: Pick<Membership, 'workspaceId' | 'id'>,
  { name, allowManualClaims }: MembershipChanges,
): Promise<Membership | undefined> {
  const values = [workspaceId, id, name ?? null, allowManualClaims !== undefined, allowManualClaims ?? null]
  const [membership] = await database.query<Membership>(updateStatement, values)
  return membership
}

/** Finds a membership of a workspace. */
export async function findMembership(
  database: Queryable,
  { workspaceId, id }: Pick<Membership, 'workspaceId' | 'id'>,
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
