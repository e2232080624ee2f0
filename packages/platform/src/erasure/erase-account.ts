import type { Statement, Transaction } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { type AccountKey, lockAccount } from '../people/accounts.ts'
import { listOwnMemberships } from '../people/membership-people.ts'
import { voidSignInLinks } from '../people/sign-in-links.ts'
import { signOutEverywhere } from '../people/sign-out-everywhere.ts'
import { hashText, isErasedName, toErasedEmail, toErasedName } from './erased-name.ts'

const hashStatement: Statement = {
  name: 'erase_account',
  text: 'update accounts set email = $3, name = $4 where workspace_id = $1 and id = $2',
}

// Their names are of a person's devices.
const deletePasskeysStatement: Statement = {
  name: 'erase_passkeys',
  text: 'delete from passkeys where workspace_id = $1 and account_id = $2',
}

const deleteAddressesStatement: Statement = {
  name: 'erase_address_changes',
  text: 'delete from address_changes where workspace_id = $1 and account_id = $2',
}

const deleteChoicesStatement: Statement = {
  name: 'erase_mail_choices',
  text: 'delete from mail_choices where workspace_id = $1 and recipient_id = $2',
}

const deleteSavedStatement: Statement = {
  name: 'erase_saved_addresses',
  text: 'delete from saved_addresses where workspace_id = $1 and account_id = $2',
}

const deleteMailsStatement: Statement = {
  name: 'erase_waiting_mails',
  text: `
    delete from outbox_mails
    where workspace_id = $1 and recipient_id = $2 and next_attempt_at is not null`,
}

const deleteApplicationMailsStatement: Statement = {
  name: 'erase_application_mails',
  text: `
    delete from outbox_mails
    where workspace_id = $1 and application_id in (select id from applications where workspace_id = $1 and email = $2)`,
}

const deleteApplicationsStatement: Statement = {
  name: 'erase_applications',
  text: 'delete from applications where workspace_id = $1 and email = $2',
}

const insertStatement: Statement = {
  name: 'erasure_insert_account',
  text: `
    insert into erasures (workspace_id, id, account_id, actor, erased_at)
    values ($1, $2, $3, $4, date_trunc('milliseconds', now()))`,
}

/**
 * Erases a person: name and address become hashes, they are signed out, and what waits to be sent to them, what they chose and
 * what they applied for is deleted. What they have said of payments keeps them as its author. Somebody who is an operator or
 * acts for a member is not erased, as they are still needed.
 *
 * @returns whether they are erased now, and were not before
 */
export async function eraseAccount(
  tx: Transaction,
  { workspaceId, accountId, actor, secret }: AccountKey & Eraser,
): Promise<boolean> {
  const account = await lockAccount(tx, { workspaceId, accountId })
  if (account === undefined || account.role !== null || isErasedName(account.name)) return false
  if ((await listOwnMemberships(tx, { workspaceId, accountId })).length > 0) return false
  const { email, name } = account
  const key = [workspaceId, accountId]
  const hash = (text: string) => hashText(secret, { workspaceId, id: accountId, text })
  await signOutEverywhere(tx, { workspaceId, accountId })
  await voidSignInLinks(tx, { workspaceId, accountId })
  await tx.query(deletePasskeysStatement, key)
  await tx.query(deleteAddressesStatement, key)
  await tx.query(deleteSavedStatement, key)
  await deleteMailTo(tx, key)
  await tx.query(deleteApplicationMailsStatement, [workspaceId, email])
  await tx.query(deleteApplicationsStatement, [workspaceId, email])
  await tx.query(hashStatement, [...key, toErasedEmail(hash(email)), toErasedName(hash(name))])
  await tx.query(insertStatement, [workspaceId, newId(), accountId, actor])
  return true
}

/** Deletes what waits to be sent to a recipient, and what they have said of mail. */
export async function deleteMailTo(tx: Transaction, recipient: readonly string[]): Promise<void> {
  await tx.query(deleteMailsStatement, recipient)
  await tx.query(deleteChoicesStatement, recipient)
}

export interface Eraser {
  readonly actor: string
  /** The database's. */
  readonly secret: Uint8Array
}
