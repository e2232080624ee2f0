import type { Database, Queryable, Statement } from '../database/statements/database.ts'
import { changeState } from '../memberships/set-membership-state.ts'
import { setMember } from '../people/membership-people.ts'
import { openInvitations } from './list-invitations.ts'

/** Which invitation. */
export interface InvitationKey {
  readonly workspaceId: string
  readonly invitationId: string
}

/** Why an invitation is not withdrawn. */
export type WithdrawalRejection = 'unknown_invitation' | 'followed_already'

/** Whom it was for, and whether the membership that was made for it is closed; or why it is not withdrawn. */
export type WithdrawnInvitation =
  | { readonly ok: true; readonly name: string; readonly membershipId: string; readonly isClosed: boolean }
  | { readonly ok: false; readonly rejection: WithdrawalRejection }

const findStatement: Statement = {
  name: 'invitation_find_open',
  text: `
    select person.account_id as "accountId", account.name, membership.id as "membershipId",
      membership.created_at = person.created_at as "isMadeForIt"
    ${openInvitations} and person.id = $2`,
}

const existsStatement: Statement = {
  name: 'invitation_exists',
  text: 'select from membership_people where workspace_id = $1 and id = $2 and is_member',
}

interface Found {
  readonly accountId: string
  readonly name: string
  readonly membershipId: string
  /** Whether the membership came with the invitation: of one that was there before, somebody else may take care. */
  readonly isMadeForIt: boolean
}

/** Lets somebody who was invited act for the member no more, and closes the membership that was made for them alone. */
export async function withdrawInvitation(
  database: Database,
  key: InvitationKey,
): Promise<WithdrawnInvitation> {
  const { workspaceId, invitationId } = key
  return await database.transaction(async (tx) => {
    const [found] = await tx.query<Found>(findStatement, [workspaceId, invitationId])
    if (found === undefined) return { ok: false, rejection: await explain(tx, key) }
    const { accountId, name, membershipId, isMadeForIt: isClosed } = found
    await setMember(tx, { workspaceId, accountId, membershipId, isMember: false })
    const reason = 'invitation withdrawn'
    if (isClosed) await changeState(tx, { workspaceId, membershipId, state: 'closed', reason })
    return { ok: true, name, membershipId, isClosed }
  })
}

async function explain(
  tx: Queryable,
  { workspaceId, invitationId }: InvitationKey,
): Promise<WithdrawalRejection> {
  const known = await tx.query(existsStatement, [workspaceId, invitationId])
  return known.length === 0 ? 'unknown_invitation' : 'followed_already'
}
