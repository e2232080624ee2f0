import type { Queryable, Statement } from '../database/statements/database.ts'

const revokeStatement: Statement = {
  name: 'api_key_revoke',
  text: `
    update api_keys set revoked_at = date_trunc('milliseconds', now())
    where id = $1 and revoked_at is null and ($2::uuid is null or workspace_id = $2)
    returning id`,
}

/** Ends an API key, of one workspace or of any. Returns whether there was one to end. */
export async function revokeApiKey(
  database: Queryable,
  { id, workspaceId }: { readonly id: string; readonly workspaceId?: string | undefined },
): Promise<boolean> {
  const rows = await database.query(revokeStatement, [id, workspaceId ?? null])
  return rows.length > 0
}
