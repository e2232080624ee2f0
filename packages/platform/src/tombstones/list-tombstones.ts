import type { Queryable, Statement } from '../database/statements/database.ts'

/** What was ended for good, and must not come back with a restored backup. It holds no secret, domain or name. */
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
  | {
      readonly kind: 'member_erased' | 'person_erased'
      readonly workspaceId: string
      /** Of the membership, or of the account. */
      readonly id: string
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
    where shop_hash is not null
    group by workspace_id, shop_hash
    order by workspace_id, shop_hash`,
}

const listPeople: Statement = {
  name: 'tombstones_people',
  text: `
    select
      case when account_id is null then 'member_erased' else 'person_erased' end as kind,
      workspace_id as "workspaceId", coalesce(membership_id, account_id) as id, max(erased_at) as "erasedAt"
    from erasures
    where shop_hash is null
    group by workspace_id, membership_id, account_id
    order by workspace_id, kind, id`,
}

/** Lists the keys that were ended, and the shops, members and people that were erased, of all workspaces. */
export async function listTombstones(database: Queryable): Promise<readonly Tombstone[]> {
  const listed: Tombstone[] = []
  for (const statement of [listKeys, listShops, listPeople]) {
    listed.push(...(await database.query<Tombstone>(statement, [])))
  }
  return listed
}
