import type { Database, Statement } from '../../database/statements/database.ts'
import { type KeyChange, type Reencryption, reencrypt } from '../../secrets/reencrypt.ts'
import { toTokenBox } from './token-box.ts'

/** What became of the stored token of an app. */
export interface ReencryptedToken extends Reencryption {
  readonly appId: string
}

// Whoever connects one of the apps meanwhile waits, and its new token is not overwritten.
const lockStatement: Statement = {
  name: 'sales_lock_tokens',
  text: `
    select app_id as "appId", encrypted_token as token
    from sale_connections
    where workspace_id = $1 and encrypted_token is not null
    order by app_id
    for update`,
}

const updateStatement: Statement = {
  name: 'sales_update_token',
  text: `
    update sale_connections
    set encrypted_token = $3, actor = current_actor()::text, updated_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and app_id = $2`,
}

/**
 * Encrypts the stored tokens of a workspace under a new key: all of them or, where it fails, none. What is under the new
 * key already stays, so it can be repeated.
 */
export async function reencryptTokens(
  database: Database,
  workspaceId: string,
  change: KeyChange,
): Promise<readonly ReencryptedToken[]> {
  return await database.transaction(async (tx) => {
    const rows = await tx.query<{ readonly appId: string; readonly token: Uint8Array }>(lockStatement, [
      workspaceId,
    ])
    const tokens: ReencryptedToken[] = []
    for (const { appId, token: sealed } of rows) {
      const toBox = (secretKey: Uint8Array) => toTokenBox({ workspaceId, appId, secretKey })
      const { outcome, resealed } = reencrypt(sealed, toBox, change)
      if (resealed !== undefined) await tx.query(updateStatement, [workspaceId, appId, resealed])
      tokens.push({ appId, outcome })
    }
    return tokens
  })
}
