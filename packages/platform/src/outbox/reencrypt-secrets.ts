import type { Database, Statement } from '../database/statements/database.ts'
import { type KeyChange, type Reencryption, reencrypt } from '../secrets/reencrypt.ts'
import { toSecretBox } from './endpoint-secret.ts'

/** What became of a secret of an endpoint. */
export interface ReencryptedSecret extends Reencryption {
  readonly endpointId: string
}

const lockStatement: Statement = {
  name: 'webhook_lock_secrets',
  text: `
    select id, endpoint_id as "endpointId", encrypted_secret as sealed
    from webhook_secrets
    where workspace_id = $1
    order by id
    for update`,
}

const updateStatement: Statement = {
  name: 'webhook_update_secret',
  text: 'update webhook_secrets set encrypted_secret = $3 where workspace_id = $1 and id = $2',
}

/** Encrypts the secrets of the endpoints of a workspace under a new key, as `reencryptTokens` does with tokens. */
export async function reencryptWebhookSecrets(
  database: Database,
  workspaceId: string,
  change: KeyChange,
): Promise<readonly ReencryptedSecret[]> {
  return await database.transaction(async (tx) => {
    const rows = await tx.query<Record<'id' | 'endpointId', string> & { readonly sealed: Uint8Array }>(
      lockStatement,
      [workspaceId],
    )
    const secrets: ReencryptedSecret[] = []
    for (const { id, endpointId, sealed } of rows) {
      const toBox = (secretKey: Uint8Array) => toSecretBox({ workspaceId, endpointId, secretKey })
      const { outcome, resealed } = reencrypt(sealed, toBox, change)
      if (resealed !== undefined) await tx.query(updateStatement, [workspaceId, id, resealed])
      secrets.push({ endpointId, outcome })
    }
    return secrets
  })
}
