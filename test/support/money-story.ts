import { createHash } from 'node:crypto'
import { postAllIn } from '@affiliate-platform/platform/commissions'
import type { Database } from '@affiliate-platform/platform/database'
import { newId } from '@affiliate-platform/platform/database'
import type { MoneyApp } from './money-builders.ts'
import { insertRow } from './payout-builders.ts'

/** A row of the platform: a sale unless its gross is below 0. */
export interface StoryRow {
  readonly on: string
  readonly gross: string
  readonly net?: string
  readonly currency?: string
  readonly kind?: string
  readonly platformId?: string
  readonly chargeId?: string | null
  readonly revision?: number
}

/** Inserts what the platform collected from the app's shop, and posts it. It returns the ids of the rows. */
export async function collect(
  database: Database,
  app: MoneyApp,
  rows: readonly StoryRow[],
): Promise<readonly string[]> {
  const ids: string[] = []
  for (const row of rows) ids.push(await insertCollection(database, app, row))
  await database.transaction((tx) => postAllIn(tx, { ...app, actor: 'system' }))
  return ids
}

async function insertCollection(database: Database, app: MoneyApp, row: StoryRow): Promise<string> {
  const { on, gross, net = gross, currency = 'USD', revision = 1 } = row
  const { kind = gross.startsWith('-') ? 'adjustment' : 'subscription_sale' } = row
  const { platformId = `gid://partners/Row/${newId()}`, chargeId = 'gid://shopify/AppSubscription/1' } = row
  const content = `${platformId} ${gross} ${net} ${revision}`
  await insertRow(database, 'app_transactions', {
    ...{ workspace_id: app.workspaceId, app_id: app.appId, source: 'manual_file', platform_id: platformId },
    ...{ revision, shop_domain: app.shopDomain, kind, charge_id: chargeId, run_id: app.runId },
    ...{ gross, gross_currency: currency, net, net_currency: currency },
    collected_at: on.includes('T') ? on : `${on}T00:00:00Z`,
    content_hash: `\\x${createHash('sha256').update(content).digest('hex')}`,
    created_at: '2026-01-01T00:00:00Z',
  })
  return platformId
}
