import { createLookUp } from '../api-keys/look-up-keys.ts'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { AccountKey } from './accounts.ts'
import type { PasskeyKey, PasskeyOwner } from './passkeys.ts'
import type { Audience } from './sign-in-links.ts'

const findStatement: Statement = {
  name: 'passkey_find_by_credential',
  text: `
    select workspace_id as "workspaceId", id, account_id as "accountId", encode(credential_id, 'hex') as credential
    from passkeys
    where credential_id = any ($1) and audience = $2 and removed_at is null`,
}

/** A passkey by what its device tells of it: its own name for it, and for whom it was made. */
export interface ShownPasskey {
  readonly credentialId: Uint8Array
  readonly userHandle: Uint8Array
}

/** Finds a passkey that was not removed. */
export type FindPasskey = (shown: ShownPasskey) => Promise<PasskeyKey | undefined>

type FoundRow = PasskeyKey & AccountKey & { readonly credential: string }

/** Creates the process's search for passkeys of one half. Guesses wait, as those of keys do (D72). */
export function createPasskeySearch(database: Queryable, audience: Audience): FindPasskey {
  const lookUp = createLookUp(async (credentialIds) => {
    const rows = await database.query<FoundRow>(findStatement, [credentialIds, audience])
    const sharing = (row: FoundRow) => rows.filter(({ credential }) => credential === row.credential)
    return new Map(rows.map((row) => [row.credential, sharing(row)]))
  })
  return async ({ credentialId, userHandle }) => {
    // Devices choose these by themselves: two workspaces may have the same one.
    const found = await lookUp(Buffer.from(credentialId))
    const own = found?.find((row) => toUserHandle({ ...row, audience }).equals(userHandle))
    return own && { workspaceId: own.workspaceId, id: own.id }
  }
}

/**
 * By what a device knows whose a passkey is: 32 bytes, which name the account and say nothing of its person. A device keeps
 * one passkey for each, so who is an operator and a member has two.
 */
export function toUserHandle({ workspaceId, accountId, audience }: PasskeyOwner): Buffer {
  const ids = audience === 'operator' ? `${workspaceId}${accountId}` : `${accountId}${workspaceId}`
  return Buffer.from(ids.replaceAll('-', ''), 'hex')
}
