import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'
import { isNewest } from '../people/membership-people.ts'

/** Somebody who may act for a member, and has not signed in since. */
export interface Invitation {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly programId: string
  readonly programName: string
  /** Null for none. */
  readonly groupName: string | null
  readonly membershipId: string
  readonly invitedAt: Date
  /** Who has invited them. */
  readonly actor: string
}

/** The rows of invitations that are open in the workspace `$1`, of which `person` is the newest word on a person. */
export const openInvitations = `
    from membership_people person
    join memberships membership on membership.workspace_id = $1 and membership.id = person.membership_id
    join accounts account on account.workspace_id = $1 and account.id = person.account_id
    where person.workspace_id = $1 and person.is_member and ${isNewest} and not exists (
      select from sessions session
      where session.workspace_id = $1 and session.account_id = person.account_id and session.audience = 'member'
        and session.used_at >= person.created_at
    )`

const listStatement: Statement = {
  name: 'invitation_list',
  text: `
    select person.id, account.email, account.name, membership.program_id as "programId", (
        select name from programs where workspace_id = $1 and id = membership.program_id
      ) as "programName", (
        select name from groups where workspace_id = $1 and id = membership.group_id
      ) as "groupName",
      membership.id as "membershipId", person.created_at as "invitedAt", person.actor
    ${openInvitations}
      and ($2::uuid is null or membership.program_id = $2) and ($3::uuid is null or person.id < $3)
    order by person.id desc
    limit $4`,
}

/** Lists the invitations that nobody has followed yet, the newest first: of a program, or of all. */
export async function listInvitations(
  database: Queryable,
  { workspaceId, programId }: { readonly workspaceId: string; readonly programId: string | undefined },
  { after, limit }: ListPage,
): Promise<readonly Invitation[]> {
  const values = [workspaceId, programId ?? null, after ?? null, limit]
  return await database.query<Invitation>(listStatement, values)
}
