import { eraseShop, hashShop } from '../contacts/erase-shop.ts'
import { readSecret } from '../database/requests/read-secret.ts'
import type { Database, Queryable, Statement } from '../database/statements/database.ts'
import { eraseMember } from '../erasure/erase-member.ts'
import { erasePerson } from '../erasure/erase-person.ts'
import type { Tombstone } from './list-tombstones.ts'

const endKey: Statement = {
  name: 'tombstones_end_key',
  text: `
    update api_keys
    set revoked_at = coalesce(revoked_at, $3), expires_at = least(expires_at, $4)
    where workspace_id = $1 and id = $2
      and (revoked_at, expires_at) is distinct from (coalesce(revoked_at, $3), least(expires_at, $4))
    returning id`,
}

const listDomains: Statement = {
  name: 'tombstones_domains',
  text: `
    select shop_domain as "shopDomain" from contacts where workspace_id = $1
    union
    select shop_domain from uninstall_watches where workspace_id = $1
    union
    select shop_domain from receipts where workspace_id = $1 and shop_domain is not null`,
}

const listErased: Statement = {
  name: 'tombstones_erased',
  text: `
    select coalesce(membership_id, account_id) as id
    from erasures
    where workspace_id = $1 and shop_hash is null`,
}

/** What was there again and has been ended again. */
export interface AppliedTombstones {
  readonly keys: number
  readonly shops: number
  readonly members: number
  readonly people: number
}

/**
 * Ends again, in a restored database, the keys, shops, members and people that were ended after the backup. What came later than its
 * tombstone stays. Harmless when it is run again.
 */
export async function applyTombstones(
  database: Database,
  tombstones: readonly Tombstone[],
  actor: string,
): Promise<AppliedTombstones> {
  let keys = 0
  for (const tombstone of tombstones) {
    if (tombstone.kind !== 'key_ended') continue
    const { workspaceId, id, revokedAt, expiresAt } = tombstone
    keys += (await database.query(endKey, [workspaceId, id, revokedAt, expiresAt])).length
  }
  let shops = 0
  const erased = tombstones.filter((tombstone) => tombstone.kind === 'shop_erased')
  for (const workspaceId of new Set(erased.map((tombstone) => tombstone.workspaceId))) {
    const domains = await findDomains(database, workspaceId)
    for (const { shopHash, erasedAt, ...of } of erased) {
      const shopDomain = of.workspaceId === workspaceId ? domains.get(shopHash) : undefined
      if (shopDomain === undefined) continue
      await eraseShop(database, { workspaceId, shopDomain, actor, untilMs: erasedAt.getTime() })
      shops += 1
    }
  }
  return { keys, shops, ...(await erasePeople(database, tombstones, actor)) }
}

/** Erases the members and people of whom no erasure is known, the members first: most people go with theirs. */
async function erasePeople(
  database: Database,
  tombstones: readonly Tombstone[],
  actor: string,
): Promise<Pick<AppliedTombstones, 'members' | 'people'>> {
  const applied = { members: 0, people: 0 }
  for (const tombstone of tombstones) {
    if (tombstone.kind !== 'member_erased' && tombstone.kind !== 'person_erased') continue
    const { kind, workspaceId, id } = tombstone
    const erased = await database.query<{ readonly id: string }>(listErased, [workspaceId])
    if (erased.some((one) => one.id === id)) continue
    const plan = { workspaceId, actor, isDryRun: false }
    if (kind === 'member_erased' && (await eraseMember(database, { ...plan, membershipId: id }))) {
      applied.members += 1
    }
    if (kind === 'person_erased' && (await erasePerson(database, { ...plan, accountId: id }))) {
      applied.people += 1
    }
  }
  return applied
}

/** The domains that a workspace knows, by their keyed hashes. */
async function findDomains(database: Queryable, workspaceId: string): Promise<ReadonlyMap<string, string>> {
  const secret = await readSecret(database)
  const rows = await database.query<{ readonly shopDomain: string }>(listDomains, [workspaceId])
  return new Map(
    rows.map(({ shopDomain }) => [hashShop(secret, { workspaceId, shopDomain }).toString('hex'), shopDomain]),
  )
}
