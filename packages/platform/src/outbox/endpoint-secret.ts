import { randomBytes } from 'node:crypto'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { type SecretBox, sealSecret } from '../secrets/secret-box.ts'

/** Which endpoint. */
export interface EndpointKey {
  readonly workspaceId: string
  readonly endpointId: string
}

/** An endpoint, and what its secrets are encrypted with. */
export interface SecretPlace extends EndpointKey, Pick<SecretBox, 'secretKey'> {}

const insertStatement: Statement = {
  name: 'webhook_insert_secret',
  text: `
    insert into webhook_secrets (workspace_id, id, endpoint_id, encrypted_secret)
    values ($1, $2, $3, $4)`,
}

/** Makes a secret for an endpoint, as the Standard Webhooks write it, and keeps it encrypted. */
export async function addSecret(tx: Queryable, place: SecretPlace): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const sealed = sealSecret(secret, toSecretBox(place))
  await tx.query(insertStatement, [place.workspaceId, newId(), place.endpointId, sealed])
  return secret
}

/** Where the secrets of an endpoint are encrypted. */
export function toSecretBox({ secretKey, workspaceId, endpointId }: SecretPlace): SecretBox {
  return { secretKey, context: `webhook secret ${workspaceId} ${endpointId}` }
}
