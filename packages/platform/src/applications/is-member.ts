import type { Queryable } from '../database/statements/database.ts'
import { findAccountByEmail } from '../people/accounts.ts'
import { listOwnMemberships } from '../people/membership-people.ts'
import type { MemberAdmission } from './admit-member.ts'

/** Whether somebody with an address acts for a member of a program. */
export async function isMember(
  database: Queryable,
  { workspaceId, programId, email }: Pick<MemberAdmission, 'workspaceId' | 'programId' | 'email'>,
): Promise<boolean> {
  const account = await findAccountByEmail(database, workspaceId, email)
  if (account === undefined) return false
  const own = await listOwnMemberships(database, { workspaceId, accountId: account.id })
  return own.some((membership) => membership.programId === programId)
}
