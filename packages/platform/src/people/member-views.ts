import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { listMembershipPeople, selectActingFor } from './membership-people.ts'

/** That an operator sees the portal as somebody who acts for a member. It ends by itself. */
export interface MemberView {
  readonly id: string
  readonly membershipId: string
  readonly accountId: string
  readonly expiresAt: Date
}

/** Which view, and whose: nobody else has it. */
export interface MemberViewKey {
  readonly workspaceId: string
  readonly id: string
  readonly actor: string
}

const returned = `id, membership_id as "membershipId", account_id as "accountId", created_at + interval '30 minutes' as "expiresAt"`

const insertStatement: Statement = {
  name: 'member_view_insert',
  text: `
    insert into member_views as made (workspace_id, id, app_id, membership_id, account_id, actor)
    select $1, $2, app_id, id, $4, $5 from memberships where workspace_id = $1 and id = $3
    returning ${returned}`,
}

const findStatement: Statement = {
  name: 'member_view_find',
  text: `
    select ${returned}
    from member_views view
    where workspace_id = $1 and id = $2 and actor = $3 and created_at > now() - interval '30 minutes'
      and account_id in (${selectActingFor('view.membership_id')})`,
}

const listStatement: Statement = {
  name: 'member_view_list',
  text: `
    select created_at as at from member_views
    where workspace_id = $1 and membership_id = $2
    order by created_at, id`,
}

/**
 * Begins a view of the portal as whoever was first to act for a member. What another one sees differs in whose word is
 * their own, and in nothing else.
 *
 * @returns `undefined` where nobody acts for the member, or there is none
 */
export async function viewAsMember(
  database: Queryable,
  {
    workspaceId,
    membershipId,
    actor,
  }: { readonly workspaceId: string; readonly membershipId: string; readonly actor: string },
): Promise<MemberView | undefined> {
  const [person] = await listMembershipPeople(database, { workspaceId, membershipId })
  if (person === undefined) return undefined
  const values = [workspaceId, newId(), membershipId, person.id, actor]
  const [view] = await database.query<MemberView>(insertStatement, values)
  return view
}

/** Finds a view that lasts, of a person who still acts for the member. */
export async function findMemberView(
  database: Queryable,
  { workspaceId, id, actor }: MemberViewKey,
): Promise<MemberView | undefined> {
  const [view] = await database.query<MemberView>(findStatement, [workspaceId, id, actor])
  return view
}

/** Lists when operators saw what a member sees, the first time first. */
export async function listMemberViews(
  database: Queryable,
  { workspaceId, membershipId }: { readonly workspaceId: string; readonly membershipId: string },
): Promise<readonly { readonly at: Date }[]> {
  return await database.query<{ readonly at: Date }>(listStatement, [workspaceId, membershipId])
}
