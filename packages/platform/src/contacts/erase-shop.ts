import { createHmac } from 'node:crypto'
import type { SharedDatabase } from '../database/requests/fair-shares.ts'
import { readSecret } from '../database/requests/read-secret.ts'
import type { Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { timeOfChangeSql, timeSql, toTimeValue } from '../database/statements/time.ts'

/** Which shop is to be erased from which workspace, by whom. */
export interface ErasurePlan {
  readonly workspaceId: string
  readonly shopDomain: string
  /** `system`, `key:<id>` or `operator:<name>` (D65). */
  readonly actor: string
  /** A test's time, or that of an earlier erasure: what is known since then stays. Default: the database's time. */
  readonly untilMs?: number | undefined
}

/** What an erasure came to. */
export interface Erasure {
  /** The keyed hash that the shop's receipts have from now on. */
  readonly shopHash: string
  /** Whether anything was there that is gone now. */
  readonly hadSomething: boolean
  /** Whether a contact was there. */
  readonly hadContact: boolean
  /** How many receipts have lost the domain. */
  readonly receipts: number
}

const deleteContact: Statement = {
  name: 'erase_contact',
  text: `
    delete from contacts
    where workspace_id = $1 and shop_domain = $2 and created_at <= ${timeOfChangeSql(3)}
    returning shop_domain`,
}

const deleteWatches: Statement = {
  name: 'erase_watches',
  text: `
    delete from uninstall_watches
    where workspace_id = $1 and shop_domain = $2 and registered_at <= ${timeOfChangeSql(3)}
    returning shop_domain`,
}

// What a referral was made with is a fact of money.
const deleteEvidence: Statement = {
  name: 'erase_evidence',
  text: `
    delete from evidence
    where workspace_id = $1 and shop_domain = $2 and created_at <= ${timeOfChangeSql(3)}
      and not exists (
        select from referral_evidence made where made.workspace_id = $1 and made.evidence_id = evidence.id
      )
    returning id`,
}

const hashReceipts: Statement = {
  name: 'erase_from_receipts',
  text: `
    with hashed as (
      update receipts
      set shop_domain = null, shop_hash = $4
      where workspace_id = $1 and shop_domain = $2 and created_at <= ${timeOfChangeSql(3)}
      returning 1
    )
    select count(*)::integer as receipts from hashed`,
}

const insertErasure: Statement = {
  name: 'erasure_insert',
  text: `
    insert into erasures (workspace_id, id, shop_hash, actor, erased_at)
    select $1, $2, $3, $4, ${timeSql(5)}
    where $6 or not exists (select from erasures where workspace_id = $1 and shop_hash = $3)`,
}

/**
 * Erases a shop's contact, its uninstall watches and the evidence that made no referral, and leaves of its receipts time
 * and outcome (D75). Facts of money keep the domain: later refunds need it. Run again where nothing is left, it changes and records nothing.
 */
export async function eraseShop(database: SharedDatabase, plan: ErasurePlan): Promise<Erasure> {
  const { workspaceId, shopDomain, actor, untilMs } = plan
  const hash = hashShop(await readSecret(database), plan)
  const until = toTimeValue(untilMs)
  return await database.transaction(async (tx) => {
    const shop = [workspaceId, shopDomain, until]
    const [contacts, [counted], watches, evidence] = await Promise.all([
      tx.query(deleteContact, shop),
      tx.query<{ receipts: number }>(hashReceipts, [...shop, hash]),
      tx.query(deleteWatches, shop),
      tx.query(deleteEvidence, shop),
    ])
    const receipts = counted?.receipts ?? 0
    const hadSomething = contacts.length + receipts + watches.length + evidence.length > 0
    tx.write(insertErasure, [workspaceId, newId(), hash, actor, until, hadSomething])
    return { shopHash: hash.toString('hex'), hadSomething, hadContact: contacts.length > 0, receipts }
  })
}

/** The keyed hash of a shop's domain in a workspace. Without the database's secret it leads back to no domain. */
export function hashShop(
  secret: Uint8Array,
  { workspaceId, shopDomain }: Pick<ErasurePlan, 'workspaceId' | 'shopDomain'>,
): Buffer {
  return createHmac('sha256', secret).update(`erased-shop:${workspaceId}:${shopDomain}`).digest()
}
