import { randomBytes } from 'node:crypto'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { openSecret, type SecretBox, sealSecret } from '../secrets/secret-box.ts'

/** The id of an endpoint, with the workspace that it has to be in. */
export interface EndpointKey {
  readonly workspaceId: string
  readonly endpointId: string
}

export interface SecretPlace extends EndpointKey, Pick<SecretBox, 'secretKey'> {}

const insertStatement: Statement = {
  name: 'webhook_insert_secret',
  text: `
    insert into webhook_secrets (workspace_id, id, endpoint_id, encrypted_secret)
    values ($1, $2, $3, $4)`,
}

const listStatement: Statement = {
  name: 'webhook_list_secrets',
  text: `
    select encrypted_secret as "encryptedSecret"
    from webhook_secrets
    where workspace_id = $1 and endpoint_id = $2 and coalesce(expires_at > now(), true)
    order by id desc`,
}

/** Makes a secret for an endpoint, as the Standard Webhooks write it, and keeps it encrypted. */
export async function addSecret(tx: Queryable, place: SecretPlace): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const sealed = sealSecret(secret, toSecretBox(place))
  await tx.query(insertStatement, [place.workspaceId, newId(), place.endpointId, sealed])
  return secret
}

/** Reads the secrets of an endpoint, the newest first; none where the key is another one. */
export async function readSecrets(database: Queryable, place: SecretPlace): Promise<readonly string[]> {
  const rows = await database.query<{ readonly encryptedSecret: Uint8Array }>(listStatement, [
    place.workspaceId,
    place.endpointId,
  ])
  return rows.flatMap(({ encryptedSecret }) => openSecret(encryptedSecret, toSecretBox(place)) ?? [])
}

/** Where the secrets of an endpoint are encrypted. */
export function toSecretBox({ secretKey, workspaceId, endpointId }: SecretPlace): SecretBox {
  return { secretKey, context: `webhook secret ${workspaceId} ${endpointId}` }
}
