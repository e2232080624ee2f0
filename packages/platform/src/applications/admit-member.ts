import type { Queryable } from '../database/statements/database.ts'
import { createMembership } from '../memberships/create-membership.ts'
import { tellByMail } from '../outbox/tell-by-mail.ts'
import { addMember } from '../people/membership-people.ts'

/** Who is to be a member of which program. */
export interface MemberAdmission {
  readonly workspaceId: string
  readonly programId: string
  /** Null for none. */
  readonly groupId: string | null
  readonly email: string
  readonly name: string
}

/** Why nobody becomes a member. */
export type AdmissionRejection = 'closed_program' | 'unknown_group'

/** The membership, or why there is none. */
export type AdmittedMember =
  | { readonly ok: true; readonly membershipId: string }
  | { readonly ok: false; readonly rejection: AdmissionRejection }

/** Makes somebody a member of a program, who acts for themself in the portal, and has an invitation sent to them. */
export async function admit(
  tx: Queryable,
  { workspaceId, programId, groupId, email, name }: MemberAdmission,
): Promise<AdmittedMember> {
  const plan = { workspaceId, programId, groupId, name, allowManualClaims: null }
  const membership = await createMembership(tx, plan)
  if (membership === undefined) {
    return { ok: false, rejection: groupId === null ? 'closed_program' : 'unknown_group' }
  }
  const { id: membershipId } = membership
  const invited = await addMember(tx, { workspaceId, membershipId, email, name })
  if (invited === undefined) throw new Error('A membership that was just made is there.')
  await tellByMail(tx, { workspaceId, accountId: invited.person.id }, 'member_invitation')
  return { ok: true, membershipId }
}
