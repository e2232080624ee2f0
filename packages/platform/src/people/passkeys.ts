import type { Queryable, Statement } from '../database/statements/database.ts'
import type { AccountKey } from './accounts.ts'
import type { Audience } from './sign-in-links.ts'

/** The id of a passkey, with the workspace that it has to be in. */
export interface PasskeyKey {
  readonly workspaceId: string
  readonly id: string
}

/** A passkey that was not removed, as it is shown. */
export interface ListedPasskey {
  readonly id: string
  readonly accountId: string
  /** Of its person, in lower case. */
  readonly email: string
  readonly audience: Audience
  readonly name: string
  readonly createdAt: Date
  /** When it last signed its person in; null for never. */
  readonly lastUsedAt: Date | null
  /** As the device knows it. */
  readonly credentialId: Uint8Array
  /** How the device can be reached, in the words of WebAuthn. */
  readonly transports: readonly string[]
}

export interface PasskeyOwner extends AccountKey {
  readonly audience: Audience
}

/** The same of one person or of everybody, of one half or of both. */
export interface PasskeyFilter {
  readonly workspaceId: string
  readonly accountId: string | undefined
  readonly audience: Audience | undefined
}

/** What a device has made, and for whom. */
export interface NewPasskey extends PasskeyOwner {
  /** That of its challenge. */
  readonly id: string
  readonly challengedAt: Date
  readonly name: string
  readonly credentialId: Uint8Array
  /** In COSE. */
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
}

/** What a sign-in is compared with. */
export interface PasskeySecret {
  readonly credentialId: Uint8Array
  readonly publicKey: Uint8Array
}

const listStatement: Statement = {
  name: 'passkey_list',
  text: `
    select passkey.id, passkey.account_id as "accountId", account.email, passkey.audience, passkey.name,
      passkey.created_at as "createdAt", passkey.last_used_at as "lastUsedAt",
      passkey.credential_id as "credentialId", passkey.transports
    from passkeys passkey
    join accounts account on account.workspace_id = $1 and account.id = passkey.account_id
    where passkey.workspace_id = $1 and ($2::uuid is null or passkey.account_id = $2)
      and ($3::text is null or passkey.audience = $3) and passkey.removed_at is null
    order by passkey.created_at desc, passkey.id`,
}

const insertStatement: Statement = {
  name: 'passkey_insert',
  text: `
    insert into passkeys (
      workspace_id, id, account_id, audience, credential_id, public_key, counter, transports, name, created_at,
      challenged_at
    )
    values ($1, $2, $3, $10, $4, $5, $6, $7, $8, date_trunc('milliseconds', now()), $9)
    on conflict do nothing
    returning 1`,
}

const removeStatement: Statement = {
  name: 'passkey_remove',
  text: `
    update passkeys set removed_at = at_or_now(removed_at)
    where workspace_id = $1 and account_id = $2 and id = $3 and ($4::text is null or audience = $4)
    returning name`,
}

const removeAllStatement: Statement = {
  name: 'passkey_remove_all',
  text: `
    update passkeys set removed_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and account_id = $2 and removed_at is null
    returning 1`,
}

const readStatement: Statement = {
  name: 'passkey_read',
  text: `
    select credential_id as "credentialId", public_key as "publicKey"
    from passkeys
    where workspace_id = $1 and id = $2 and removed_at is null`,
}

/** Lists passkeys, the latest first. */
export async function listPasskeys(
  database: Queryable,
  { workspaceId, accountId, audience }: PasskeyFilter,
): Promise<readonly ListedPasskey[]> {
  const values = [workspaceId, accountId ?? null, audience ?? null]
  return await database.query<ListedPasskey>(listStatement, values)
}

/**
 * Adds a passkey to a person.
 *
 * @returns whether it is new: neither its challenge nor what the device has made was used before
 */
export async function insertPasskey(database: Queryable, passkey: NewPasskey): Promise<boolean> {
  const { workspaceId, id, accountId, audience } = passkey
  const { credentialId, publicKey, counter, transports, name, challengedAt } = passkey
  const values = [
    workspaceId,
    id,
    accountId,
    credentialId,
    publicKey,
    counter,
    transports,
    name,
    challengedAt,
    audience,
  ]
  return (await database.query(insertStatement, values)).length > 0
}

/**
 * Removes a passkey of a person: it signs nobody in from then on. One that was removed stays as it is.
 *
 * @returns its name; `undefined` where it is not theirs
 */
export async function removePasskey(
  database: Queryable,
  { id, ...of }: PasskeyFilter & PasskeyKey & AccountKey,
): Promise<string | undefined> {
  const values = [of.workspaceId, of.accountId, id, of.audience ?? null]
  const [removed] = await database.query<{ readonly name: string }>(removeStatement, values)
  return removed?.name
}

/** Removes every passkey of a person. Returns how many there were. */
export async function removePasskeys(
  database: Queryable,
  { workspaceId, accountId }: AccountKey,
): Promise<number> {
  return (await database.query(removeAllStatement, [workspaceId, accountId])).length
}

/** Reads what a sign-in is compared with; `undefined` once the passkey was removed. */
export async function readPasskey(
  database: Queryable,
  { workspaceId, id }: PasskeyKey,
): Promise<PasskeySecret | undefined> {
  const [passkey] = await database.query<PasskeySecret>(readStatement, [workspaceId, id])
  return passkey
}
