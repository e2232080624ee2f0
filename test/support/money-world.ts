import type { TermsRules } from '@affiliate-platform/contract'
import { type CommissionRecord, findCommission } from '@affiliate-platform/platform/commissions'
import type { Database } from '@affiliate-platform/platform/database'
import { createReferral, type NewReferral } from '@affiliate-platform/platform/referrals'
import {
  importSalesFile,
  type SalesFileOrder,
  type SalesFileReport,
} from '@affiliate-platform/platform/sales'
import { atTime } from './at-time.ts'
import { insertApp, type TestApp } from './payout-builders.ts'
import { buildRules } from './terms.ts'

/** A line of a sales file. */
export type SaleLine = Readonly<Record<string, string | null>>

/** An app with one referred shop, whose sales are imported as an operator imports them. */
export interface MoneyWorld extends TestApp {
  readonly database: Database
  readonly shopDomain: string
  readonly referralId: string
  /** Imports lines as a file. Default for `time`: now. */
  importLines(
    lines: readonly SaleLine[],
    options?: { readonly time?: string; readonly restate?: boolean },
  ): Promise<SalesFileReport>
  /** The commissions so far, in the order of their posting. */
  commissions(): Promise<readonly CommissionRecord[]>
  /** Their amounts in minor units, negative for a reversal. */
  amounts(): Promise<readonly bigint[]>
}

/** The rules of the worked examples: 20 % of gross, held for 30 days. */
export function buildExampleRules(changes: Partial<Record<keyof TermsRules, unknown>> = {}): TermsRules {
  return buildRules({
    ...{ basis: 'gross', rateBps: 2000, cpi: { amountMinor: '0', currency: 'USD' }, holdDays: 30 },
    ...{ includedSaleKinds: ['subscription_sale', 'usage_sale', 'one_time_sale'], durationMonths: null },
    ...changes,
  })
}

/** Builds an app of its own with one referral, under an agreement that is given with it. */
export async function buildMoneyWorld(
  database: Database,
  {
    rules = {},
    installedAt = '2026-01-01T00:00:00.000Z',
  }: { readonly rules?: Partial<Record<keyof TermsRules, unknown>>; readonly installedAt?: string } = {},
): Promise<MoneyWorld> {
  const app = await insertApp(database)
  const { workspaceId } = app
  const shopDomain = 'shop.myshopify.com'
  const referralId = await refer(database, {
    ...{ workspaceId, membershipId: app.membershipId, shopDomain, installedAtMs: Date.parse(installedAt) },
    ...{ clickedAtMs: undefined, evidence: undefined, reason: 'agreed', actor: 'operator:mia' },
    contract: { rules: buildExampleRules(rules), effectiveAtMs: undefined },
  })
  const commissions = () => readCommissions(database, workspaceId)
  return {
    ...{ ...app, database, shopDomain, referralId, commissions },
    importLines: (lines, { time, ...options } = {}) =>
      importLines(time === undefined ? database : atTime(database, time), { ...app, ...options }, lines),
    amounts: async () =>
      (await commissions()).map(({ entry, amount }) =>
        entry === 'accrual' ? BigInt(amount.amountMinor) : -BigInt(amount.amountMinor),
      ),
  }
}

/** Reads the commissions of a workspace in the order of their posting. */
export async function readCommissions(
  database: Database,
  workspaceId: string,
): Promise<readonly CommissionRecord[]> {
  const text = 'select id from commissions where workspace_id = $1 order by created_at, id'
  // On one connection: there may be thousands of them.
  const found = await database.session(async (connection) => {
    const rows = await connection.query<{ readonly id: string }>({ name: '', text }, [workspaceId])
    return await Promise.all(
      rows.map(({ id }) => findCommission(connection, { workspaceId, commissionId: id })),
    )
  })
  return found.filter((commission) => commission !== undefined)
}

/** Adds a referral that nothing speaks against, and returns its id. */
export async function refer(database: Database, plan: NewReferral): Promise<string> {
  const created = await createReferral(database, plan)
  if (!created.ok) throw new Error(`The referral was rejected: ${created.rejection}.`)
  return created.referralId
}

/** A sale of 19.0 USD, of which the developer gets 18.45, as a line of a file. */
export function buildLine(changes: SaleLine = {}): SaleLine {
  return {
    ...{ platformId: 'sale/1', kind: 'subscription_sale', shopDomain: 'shop.myshopify.com' },
    ...{ chargeId: 'gid://shopify/AppSubscription/1', billingInterval: null, gross: '19.0', net: '18.45' },
    ...{ currency: 'USD', collectedAt: '2026-02-01T00:00:00Z' },
    ...changes,
  }
}

/** An adjustment that takes back the same charge. */
export function buildRefund(changes: SaleLine = {}): SaleLine {
  const refund = { platformId: 'refund/1', kind: 'adjustment', gross: '-19.0', net: '-18.45' }
  return buildLine({ ...refund, collectedAt: '2026-02-10T00:00:00Z', ...changes })
}

/** Imports lines as an operator imports a file. */
export async function importLines(
  database: Database,
  order: Pick<SalesFileOrder, 'workspaceId' | 'appId' | 'restate' | 'idAt' | 'importedAt'>,
  lines: readonly SaleLine[],
): Promise<SalesFileReport> {
  const { workspaceId, appId, restate, idAt, importedAt } = order
  const given = { workspaceId, appId, ...(restate !== undefined && { restate }), idAt, importedAt }
  const file = { actor: 'operator:mia', file: 'sales.ndjson', open: () => toBytes(lines) }
  return await importSalesFile(database, { ...given, ...file })
}

async function* toBytes(lines: readonly SaleLine[]): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield Buffer.from(`${JSON.stringify(line)}\n`)
}
