import type { Database } from '@affiliate-platform/platform/database'
import {
  connectSales,
  type PartnerAccess,
  type PassReport,
  runSalesPass,
  type SalesPass,
} from '@affiliate-platform/platform/sales'
import type { PartnerOptions, PartnerTransaction } from '@affiliate-platform/shopify-simulator'
import { buildMoneyWorld, type MoneyWorld } from '@affiliate-platform/test-support/money-world'
import { buildSale, buildWorld, token, type World } from '../sales/partner-world.ts'

export const secretKey = Buffer.alloc(32, 7)
export const referredShop = { id: 'gid://partners/Shop/7', myshopifyDomain: 'shop.myshopify.com' }
const actor = 'operator:mia'

interface ConnectOptions {
  readonly keepsToken?: boolean
  readonly sinceMs?: number
  readonly money?: MoneyWorld
}

/** An app that is connected to a simulated Partner API, with one referred shop. */
export interface ConnectedWorld extends MoneyWorld, Pick<World, 'simulator' | 'partner'> {
  readonly access: PartnerAccess & Required<Pick<PartnerAccess, 'clock'>>
  pass(changes?: Partial<SalesPass>): Promise<PassReport>
  /** The requests for transactions so far: their shop, and whether they go on from a cursor. */
  walks(): readonly { readonly shop: string | undefined; readonly goesOn: boolean }[]
}

/** A sale of the referred shop, of 19.0 USD and 18.45 net. */
export function buildOwnSale(number: number, changes: Partial<PartnerTransaction> = {}): PartnerTransaction {
  return buildSale(number, { shop: referredShop, ...changes })
}

export function buildOwnSales(count: number): readonly PartnerTransaction[] {
  return Array.from({ length: count }, (_, index) => buildOwnSale(index + 1))
}

/** Connects an app of its own. The clock of the client moves only when it waits. */
export async function connect(
  database: Database,
  partnerOptions: Partial<PartnerOptions> = {},
  options: ConnectOptions = {},
): Promise<ConnectedWorld> {
  const { keepsToken = true, sinceMs, money = await buildMoneyWorld(database) } = options
  const { simulator, partner, clock } = buildWorld(partnerOptions)
  // The pace goes by the time of the database; the simulator's limit by this clock, which stands still between waits.
  const sleep: typeof clock.sleep = (ms, signal) => clock.sleep(Math.max(ms, 250), signal)
  const access = { secretKey, fetch: simulator.fetch, clock: { ...clock, sleep } }
  const { workspaceId, appId } = money
  const app = { workspaceId, appId }
  const plan = { ...app, organizationId: '42', platformAppId: '1', apiVersion: '2026-07', actor }
  await connectSales(database, {
    ...{ ...plan, keepsToken, sinceMs },
    access: { ...access, accessToken: token },
  })
  const connected = simulator.requests.length
  return {
    ...{ ...money, simulator, partner, access },
    pass: (changes = {}) => runSalesPass(database, { ...app, access, actor, scope: 'all', ...changes }),
    walks: () =>
      simulator.requests.slice(connected).flatMap(({ body }) => {
        const { query, variables } = JSON.parse(String(body))
        if (!String(query).startsWith('query Transactions')) return []
        return [{ shop: variables.myshopifyDomain, goesOn: variables.after !== undefined }]
      }),
  }
}
