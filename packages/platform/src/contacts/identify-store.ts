import type { ErrorCode, UninstallWatchOutcome } from '@affiliate-platform/contract'
import type { Database, Queryable, Statement, Transaction } from '../database/statements/database.ts'
import { timeSql, toTimeValue } from '../database/statements/time.ts'
import type { ShopContact } from './shop-contact.ts'

/** The lasting trace of one identify call. */
export interface Receipt {
  readonly id: string
  readonly workspaceId: string
  readonly shopDomain: string
  readonly appId: string | undefined
  readonly sent: 'token' | 'contact' | 'token_and_contact'
  readonly outcome: 'identified' | ErrorCode
  readonly uninstallWatch: UninstallWatchOutcome
  readonly requestId: string
  /** A test's time; `undefined`: the database's. */
  readonly createdAtMs: number | undefined
}

/** A watch that the platform has confirmed. */
export interface UninstallWatch {
  readonly appId: string
  readonly uri: string
  /** Whether it was made just now; otherwise the platform had it already. */
  readonly isNew: boolean
}

const upsertContactStatement: Statement = {
  name: 'identify_upsert_contact',
  text: `
    insert into contacts as known
      (workspace_id, shop_domain, email, owner_name, country, shopify_plan, phone, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, ${timeSql(8)}, ${timeSql(8)})
    on conflict (workspace_id, shop_domain) do update
    -- A field that is known is never blanked by an absent one (D35).
    set email = coalesce(excluded.email, known.email),
        owner_name = coalesce(excluded.owner_name, known.owner_name),
        country = coalesce(excluded.country, known.country),
        shopify_plan = coalesce(excluded.shopify_plan, known.shopify_plan),
        phone = coalesce(excluded.phone, known.phone),
        updated_at = excluded.updated_at`,
}

const upsertWatchStatement: Statement = {
  name: 'identify_upsert_watch',
  text: `
    insert into uninstall_watches as known (workspace_id, app_id, shop_domain, uri, registered_at)
    values ($1, $2, $3, $4, ${timeSql(5)})
    on conflict (workspace_id, app_id, shop_domain) do update
    set uri = excluded.uri, registered_at = excluded.registered_at
    -- A watch that the platform had already keeps the time at which it was registered.
    where $6::boolean or known.uri <> excluded.uri`,
}

const insertReceiptStatement: Statement = {
  name: 'identify_insert_receipt',
  text: `
    insert into receipts
      (workspace_id, id, shop_domain, app_id, sent, outcome, uninstall_watch, request_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, ${timeSql(9)})`,
}

/** Stores an identified shop: its contact, its watch where there is one, and the receipt, all or nothing. */
export async function saveIdentification(
  database: Pick<Database, 'transaction'>,
  receipt: Receipt,
  found: { readonly contact: ShopContact; readonly watch: UninstallWatch | undefined },
): Promise<void> {
  await database.transaction(async (tx) => {
    upsertContact(tx, receipt, found.contact)
    if (found.watch !== undefined) upsertWatch(tx, receipt, found.watch)
    tx.write(insertReceiptStatement, toReceiptValues(receipt))
  })
}

function upsertContact(
  tx: Transaction,
  { workspaceId, shopDomain, createdAtMs }: Receipt,
  contact: ShopContact,
): void {
  tx.write(upsertContactStatement, [
    workspaceId,
    shopDomain,
    contact.email ?? null,
    contact.ownerName ?? null,
    contact.country ?? null,
    contact.shopifyPlan ?? null,
    contact.phone ?? null,
    toTimeValue(createdAtMs),
  ])
}

function upsertWatch(
  tx: Transaction,
  { workspaceId, shopDomain, createdAtMs }: Receipt,
  { appId, uri, isNew }: UninstallWatch,
): void {
  const values = [workspaceId, appId, shopDomain, uri, toTimeValue(createdAtMs), isNew]
  tx.write(upsertWatchStatement, values)
}

/** Adds a receipt. Receipts are never changed. */
export async function insertReceipt(database: Queryable, receipt: Receipt): Promise<void> {
  await database.query(insertReceiptStatement, toReceiptValues(receipt))
}

function toReceiptValues(receipt: Receipt): readonly unknown[] {
  return [
    receipt.workspaceId,
    receipt.id,
    receipt.shopDomain,
    receipt.appId ?? null,
    receipt.sent,
    receipt.outcome,
    receipt.uninstallWatch,
    receipt.requestId,
    toTimeValue(receipt.createdAtMs),
  ]
}
