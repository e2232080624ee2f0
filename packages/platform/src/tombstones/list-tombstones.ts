import type { Queryable, Statement } from '../database/statements/database.ts'

/** What was ended for good, and must not come back with a restored backup. It holds no secret and no domain. */
export type Tombstone =
  | {
      readonly kind: 'key_ended'
      readonly workspaceId: string
      readonly id: string
      readonly revokedAt: Date | null
      readonly expiresAt: Date | null
    }
  | {
      readonly kind: 'shop_erased'
      readonly workspaceId: string
      /** Hexadecimal. */
      readonly shopHash: string
      readonly erasedAt: Date
    }

const listKeys: Statement = {
  name: 'tombstones_keys',
  text: `
    select
      'key_ended' as kind, workspace_id as "workspaceId", id, revoked_at as "revokedAt", expires_at as "expiresAt"
    from api_keys
    where revoked_at is not null or expires_at is not null
    order by workspace_id, id`,
}

const listShops: Statement = {
  name: 'tombstones_shops',
  text: `
    select
      'shop_erased' as kind, workspace_id as "workspaceId", encode(shop_hash, 'hex') as "shopHash",
      max(erased_at) as "erasedAt"
    from erasures
    group by workspace_id, shop_hash
    order by workspace_id, shop_hash`,
}

/** Lists the keys that were ended and the shops that were erased, of all workspaces. */
export async function listTombstones(database: Queryable): Promise<readonly Tombstone[]> {
  const keys = await database.query<Tombstone>(listKeys, [])
  return [...keys, ...(await database.query<Tombstone>(listShops, []))]
}
