import { hashApiKey } from '@affiliate-platform/platform/api-keys'
import type { Database } from '@affiliate-platform/platform/database'

/** Inserts a key that follows another one: same lineage, app and scopes, as a rotation makes it. */
export async function insertSuccessorKey(
  database: Database,
  { of, key }: { readonly of: string; readonly key: string },
): Promise<void> {
  const text = `
    insert into api_keys
      (workspace_id, id, lineage_id, kind, app_id, scopes, name, key_hash, key_hint, created_at)
    select workspace_id, gen_random_uuid(), lineage_id, kind, app_id, scopes, name, $2, key_hint, created_at
    from api_keys
    where key_hash = $1`
  await database.query({ name: 'test_insert_successor', text }, [hashApiKey(of), hashApiKey(key)])
}

/** Ends a key at an instant. */
export async function endKey(
  database: Database,
  key: string,
  end: { readonly column: 'revoked_at' | 'expires_at'; readonly atMs: number },
): Promise<void> {
  const text = `update api_keys set ${end.column} = $2 where key_hash = $1`
  await database.query({ name: `test_${end.column}`, text }, [hashApiKey(key), new Date(end.atMs)])
}
