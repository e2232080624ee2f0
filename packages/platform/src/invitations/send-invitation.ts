import { type AdmissionRejection, admit, type MemberAdmission } from '../applications/admit-member.ts'
import { isMember } from '../applications/is-member.ts'
import type { Database, Statement } from '../database/statements/database.ts'
import { lockProgram } from '../programs/lock-program.ts'
import { openInvitations } from './list-invitations.ts'

/** Who is invited to which program. */
export type NewInvitation = MemberAdmission

/** Why nobody is invited. */
export type SendRejection = AdmissionRejection | 'unknown_program' | 'member_already'

/** The membership of who is invited, and whether that is new; or why there is none. */
export type SentInvitation =
  | { readonly ok: true; readonly membershipId: string; readonly isNew: boolean }
  | { readonly ok: false; readonly rejection: SendRejection }

const findSameStatement: Statement = {
  name: 'invitation_find_same',
  text: `
    select membership.id as "membershipId"
    ${openInvitations} and membership.program_id = $2 and account.email = lower($3)
      and membership.group_id is not distinct from $4::uuid
    limit 1`,
}

/**
 * Makes a member of somebody, who acts for themself in the portal, and has an invitation sent to them. The same invitation again
 * changes nothing while it is open; whoever acts for a member of the program otherwise is not invited again.
 */
export async function sendInvitation(database: Database, invitation: NewInvitation): Promise<SentInvitation> {
  const { workspaceId, programId, groupId, email } = invitation
  return await database.transaction(async (tx) => {
    if (!(await lockProgram(tx, { workspaceId, id: programId })))
      return { ok: false, rejection: 'unknown_program' }
    const [same] = await tx.query<{ readonly membershipId: string }>(findSameStatement, [
      workspaceId,
      programId,
      email,
      groupId,
    ])
    if (same !== undefined) return { ok: true, ...same, isNew: false }
    if (await isMember(tx, invitation)) return { ok: false, rejection: 'member_already' }
    const admitted = await admit(tx, invitation)
    return admitted.ok ? { ...admitted, isNew: true } : admitted
  })
}
