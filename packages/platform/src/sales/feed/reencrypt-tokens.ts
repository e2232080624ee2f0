import type { Database, Statement } from '../../database/statements/database.ts'
import { openToken, sealToken } from './token-box.ts'

/** The keys of a change, 32 bytes each. */
interface KeyChange {
  readonly oldKey: Uint8Array
  readonly newKey: Uint8Array
  /** Whether nothing is written. */
  readonly isDryRun: boolean
}

/** What became of the stored token of an app: `unreadable` ones are under neither key, and stay as they are. */
export interface ReencryptedToken {
  readonly appId: string
  readonly outcome: 'encrypted' | 'current' | 'unreadable'
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
  { oldKey, newKey, isDryRun }: KeyChange,
): Promise<readonly ReencryptedToken[]> {
  return await database.transaction(async (tx) => {
    const rows = await tx.query<{ readonly appId: string; readonly token: Uint8Array }>(lockStatement, [
      workspaceId,
    ])
    const tokens: ReencryptedToken[] = []
    for (const { appId, token: sealed } of rows) {
      const app = { workspaceId, appId }
      const isCurrent = openToken(sealed, { ...app, secretKey: newKey }) !== undefined
      const token = isCurrent ? undefined : openToken(sealed, { ...app, secretKey: oldKey })
      if (token !== undefined && !isDryRun) {
        const resealed = sealToken(token, { ...app, secretKey: newKey })
        await tx.query(updateStatement, [workspaceId, appId, resealed])
      }
      tokens.push({
        appId,
        outcome: isCurrent ? 'current' : token === undefined ? 'unreadable' : 'encrypted',
      })
    }
    return tokens
  })
}
