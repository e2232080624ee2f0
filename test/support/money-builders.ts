import { createHash } from 'node:crypto'
import type { TermsRules } from '@affiliate-platform/contract'
import type { Queryable } from '@affiliate-platform/platform/database'
import { newId } from '@affiliate-platform/platform/database'
import { createdAt, insertApp, insertRecord, insertRow, type TestApp } from './payout-builders.ts'
import { buildRules } from './terms.ts'

/** An app with one referral, its contract and an import run, for plain SQL. */
export interface MoneyApp extends TestApp {
  readonly rules: TermsRules
  readonly termsVersionId: string
  readonly shopDomain: string
  readonly referralId: string
  readonly contractId: string
  readonly runId: string
}

/** Inserts an app whose sales come from files, with one referred shop. */
export async function insertMoneyApp(
  database: Queryable,
  changes: Partial<TermsRules> = {},
): Promise<MoneyApp> {
  const app = await insertApp(database)
  const rules = buildRules({ basis: 'gross', rateBps: 2000, ...changes })
  const inApp = { workspace_id: app.workspaceId, app_id: app.appId, actor: 'system', created_at: createdAt }
  await insertRow(database, 'sale_sources', {
    ...inApp,
    applies_from: '-infinity',
    source: 'manual_file',
  })
  const run = { ...inApp, source: 'manual_file', arguments: {} }
  const runId = await insertRecord(database, 'import_runs', run)
  const termsVersionId = await insertRecord(database, 'terms_versions', {
    ...{ workspace_id: app.workspaceId, app_id: app.appId, program_id: app.programId, rules },
    ...{ target_kind: 'membership', target_id: app.membershipId, operator: 'mia' },
    ...{ effective_at: createdAt, created_at: createdAt },
  })
  const shopDomain = 'shop.myshopify.com'
  const terms = { ...app, rules, termsVersionId, shopDomain, runId }
  return { ...terms, ...(await insertReferral(database, terms)) }
}

/** Inserts a referral with its contract. */
export async function insertReferral(
  database: Queryable,
  app: TestApp & Pick<MoneyApp, 'rules' | 'termsVersionId' | 'shopDomain'>,
): Promise<{ readonly referralId: string; readonly contractId: string }> {
  const { workspaceId: workspace_id, appId: app_id, programId: program_id, membershipId: membership_id } = app
  const referralId = await insertRecord(database, 'referrals', {
    ...{ workspace_id, app_id, program_id, membership_id, shop_domain: app.shopDomain },
    ...{ installed_at: createdAt, created_at: createdAt, earns_install_reward: true, actor: 'system' },
  })
  const contractId = await insertRecord(database, 'referral_contracts', {
    ...{ workspace_id, referral_id: referralId, rules: app.rules, actor: 'system' },
    ...{ terms_version_id: app.termsVersionId, applies_from: createdAt, created_at: createdAt },
  })
  return { referralId, contractId }
}

/** Inserts a sale of 19.0 USD and returns its id. */
export async function insertSale(
  database: Queryable,
  app: MoneyApp,
  {
    source = 'manual_file',
    collectedAt = '2026-02-01T00:00:00Z',
    platformId = `gid://partners/AppSubscriptionSale/${newId()}`,
  } = {},
): Promise<string> {
  await insertRow(database, 'app_transactions', {
    ...{ workspace_id: app.workspaceId, app_id: app.appId, source, platform_id: platformId, revision: 1 },
    ...{ shop_domain: app.shopDomain, kind: 'subscription_sale', gross: '19.0', gross_currency: 'USD' },
    ...{ net: '18.45', net_currency: 'USD', collected_at: collectedAt, run_id: app.runId },
    ...{ content_hash: `\\x${createHash('sha256').update(platformId).digest('hex')}`, created_at: createdAt },
  })
  return platformId
}

/** A commission to insert by plain SQL. Without a referral's position where its cause is `manual`. */
export interface TestEntry {
  readonly platformId: string | null
  readonly cause?: string
  readonly sequence?: number
  /** Before, and the change. */
  readonly base?: readonly [string, string]
  readonly amount: string
  readonly currency?: string
}

/** Inserts a commission and returns its id. */
export async function insertEntry(database: Queryable, app: MoneyApp, entry: TestEntry): Promise<string> {
  const { platformId, cause = 'sale', sequence, base, amount, currency = 'USD' } = entry
  const position =
    base === undefined
      ? { reason: 'by hand' }
      : {
          ...{ referral_id: app.referralId, contract_id: app.contractId, sequence },
          ...{ base_before: base[0], base_change: base[1], platform_id: platformId },
        }
  return await insertRecord(database, 'commissions', {
    ...{ workspace_id: app.workspaceId, app_id: app.appId, program_id: app.programId },
    ...{ group_id: app.groupId, membership_id: app.membershipId, currency, cause, amount_minor: amount },
    ...{ entry: base?.[1].startsWith('-') ? 'reversal' : 'accrual', accrued_at: createdAt },
    ...{ available_at: createdAt, actor: 'system', created_at: createdAt, ...position },
  })
}

/** Puts a commission into a payout. */
export async function insertLine(
  database: Queryable,
  { workspaceId }: MoneyApp,
  { payoutId, commissionId }: { readonly payoutId: string; readonly commissionId: string },
): Promise<void> {
  const line = { payout_id: payoutId, commission_id: commissionId }
  await insertRow(database, 'payout_commissions', { workspace_id: workspaceId, ...line })
}
