import type { Role } from '@affiliate-platform/contract/console'
import type { Database } from '../database/statements/database.ts'
import { type Account, findAccountByEmail, insertAccount, type NewAccount } from './accounts.ts'
import { grantRole } from './grant-role.ts'

/** Who is invited, as what, and by whom. */
export interface PersonInvitation extends NewAccount {
  readonly role: Role
  readonly actor: string
}

/** What becomes of an invitation: the person as they are now, and whether anything was changed. */
export type InvitedPerson =
  | { readonly ok: true; readonly person: Account; readonly isNew: boolean }
  | { readonly ok: false; readonly person: Account; readonly rejection: 'other_role' }

/**
 * Adds a person with a role, and gives a role to somebody who has none. Whoever has the address keeps their name, and
 * whoever has another role keeps that: no invitation changes one, of two at once neither.
 */
export async function invitePerson(
  database: Database,
  { role, actor, ...invited }: PersonInvitation,
): Promise<InvitedPerson> {
  const { workspaceId, email } = invited
  const find = async () => {
    const person = await findAccountByEmail(database, workspaceId, email)
    if (person === undefined) throw new Error('An account that was added is there: none is ever deleted.')
    return person
  }
  await insertAccount(database, invited)
  const { id: accountId } = await find()
  const granted = await grantRole(database, { workspaceId, accountId }, { role, actor, isFirst: true })
  const person = await find()
  return granted.ok ? { ...granted, person } : { ok: false, person, rejection: 'other_role' }
}
