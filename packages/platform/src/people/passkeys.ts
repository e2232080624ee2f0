import { createLookUp } from '../api-keys/look-up-keys.ts'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { AccountKey } from './accounts.ts'

/** Which passkey. */
export interface PasskeyKey {
  readonly workspaceId: string
  readonly id: string
}

/** A passkey that was not removed, as it is shown. */
export interface ListedPasskey {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly createdAt: Date
  /** When it last signed its person in; null for never. */
  readonly lastUsedAt: Date | null
  /** As the device knows it. */
  readonly credentialId: Uint8Array
  /** How the device can be reached, in the words of WebAuthn. */
  readonly transports: readonly string[]
}

/** What a device has made, and for whom. */
export interface NewPasskey extends AccountKey {
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
    select id, account_id as "accountId", name, created_at as "createdAt", last_used_at as "lastUsedAt",
      credential_id as "credentialId", transports
    from passkeys
    where workspace_id = $1 and ($2::uuid is null or account_id = $2) and removed_at is null
    order by created_at desc, id`,
}

const insertStatement: Statement = {
  name: 'passkey_insert',
  text: `
    insert into passkeys (
      workspace_id, id, account_id, credential_id, public_key, counter, transports, name, created_at, challenged_at
    )
    values ($1, $2, $3, $4, $5, $6, $7, $8, date_trunc('milliseconds', now()), $9)
    on conflict do nothing
    returning 1`,
}

const removeStatement: Statement = {
  name: 'passkey_remove',
  text: `
    update passkeys set removed_at = at_or_now(removed_at)
    where workspace_id = $1 and account_id = $2 and id = $3
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

const findStatement: Statement = {
  name: 'passkey_find_by_credential',
  text: `
    select workspace_id as "workspaceId", id, account_id as "accountId", encode(credential_id, 'hex') as credential
    from passkeys
    where credential_id = any ($1) and removed_at is null`,
}

/** Lists the passkeys of one person or of everybody, the latest first. */
export async function listPasskeys(
  database: Queryable,
  { workspaceId, accountId }: { readonly workspaceId: string; readonly accountId: string | undefined },
): Promise<readonly ListedPasskey[]> {
  return await database.query<ListedPasskey>(listStatement, [workspaceId, accountId ?? null])
}

/**
 * Adds a passkey to a person.
 *
 * @returns whether it is new: neither its challenge nor what the device has made was used before
 */
export async function insertPasskey(database: Queryable, passkey: NewPasskey): Promise<boolean> {
  const { workspaceId, id, accountId, credentialId, publicKey, counter, transports, name, challengedAt } =
    passkey
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
  { workspaceId, accountId, id }: AccountKey & PasskeyKey,
): Promise<string | undefined> {
  const values = [workspaceId, accountId, id]
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

/** A passkey by what its device tells of it: its own name for it, and for whom it was made. */
export interface ShownPasskey {
  readonly credentialId: Uint8Array
  readonly userHandle: Uint8Array
}

/** Finds a passkey that was not removed. */
export type FindPasskey = (shown: ShownPasskey) => Promise<PasskeyKey | undefined>

type FoundRow = PasskeyKey & AccountKey & { readonly credential: string }

/** Creates the process's search for passkeys. Guesses wait, as those of keys do (D72). */
export function createPasskeySearch(database: Queryable): FindPasskey {
  const lookUp = createLookUp(async (credentialIds) => {
    const rows = await database.query<FoundRow>(findStatement, [credentialIds])
    const sharing = (row: FoundRow) => rows.filter(({ credential }) => credential === row.credential)
    return new Map(rows.map((row) => [row.credential, sharing(row)]))
  })
  return async ({ credentialId, userHandle }) => {
    // Devices choose these by themselves: two workspaces may have the same one.
    const found = await lookUp(Buffer.from(credentialId))
    const own = found?.find((row) => toUserHandle(row).equals(userHandle))
    return own && { workspaceId: own.workspaceId, id: own.id }
  }
}

/** By what a device knows whose a passkey is: 32 bytes, which name the account and say nothing of its person. */
export function toUserHandle({ workspaceId, accountId }: AccountKey): Buffer {
  return Buffer.from(`${workspaceId}${accountId}`.replaceAll('-', ''), 'hex')
}
