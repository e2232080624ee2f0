import { createHmac } from 'node:crypto'
import {
  createWebhookDelivery,
  type ShopifySimulator,
  type SimulatedApp,
  type SimulatedPartner,
} from '@affiliate-platform/shopify-simulator'
import { Session } from '@shopify/shopify-api'
import { database } from '../app/database.server.ts'
import { sessionStorage } from '../app/session-storage.server.ts'
import { buildSeededShop, demoShops, isHealable } from './demo-shops.ts'
import { type Journal, noteResponse } from './journal.ts'

/** What the demo plays with. */
export interface World {
  readonly simulator: ShopifySimulator
  readonly app: SimulatedApp & { readonly uninstallUrl: string }
  readonly partner: SimulatedPartner
  readonly journal: Journal
  /** The `fetch` of before the demo: it reaches the app. */
  readonly deliver: typeof fetch
}

const seededShops = 137
const shopsMax = 1000
const hourMs = 3_600_000
// Shopify keeps its shops when the demo starts over.
const seeded = new Set<string>()

export function isInstalled({ simulator, app }: World, domain: string): boolean {
  return simulator.shop(domain).installedClientIds.includes(app.clientId)
}

/** Whether the shop has had the app before. */
export function hasLeft({ journal }: World, domain: string): boolean {
  return journal.hasHappened('app/uninstalled', domain)
}

/** Installs the app. As with Shopify's managed installation, the app hears of it when the merchant opens it. */
export function install({ simulator, app, journal }: World, domain: string): void {
  simulator.install(domain, app)
  journal.add({
    from: 'You',
    to: 'Shopify',
    what: 'installs the app',
    shop: domain,
    outcome: 'done',
    isFine: true,
    tookMs: 0,
  })
}

/**
 * Uninstalls the app, and delivers the webhook as Shopify does, with every token revoked: for the app's own subscription,
 * and for the watch that the platform has registered.
 */
export async function uninstall(world: World, domain: string): Promise<void> {
  const { simulator, app, journal, deliver } = world
  const deliveries = simulator.uninstall(domain, { clientId: app.clientId })
  for (const delivery of deliveries) {
    const isWatch = delivery.url !== app.uninstallUrl
    const what = isWatch ? 'app/uninstalled for the platform’s watch' : 'app/uninstalled'
    const call = { from: 'Shopify', to: 'App', what, shop: domain } as const
    const request = new Request(toApp(world, delivery.url), delivery.toRequest())
    await noteResponse(journal, call, () => deliver(request)).catch(() => undefined)
  }
}

/** The watch leads to the public address that the platform knows the app by: here that is this machine. */
function toApp({ app }: World, url: string): URL {
  return new URL(new URL(url).pathname, app.uninstallUrl)
}

/** Charges a shop for a month of the app, of which Shopify keeps its fee. Returns when. */
export function charge({ partner, journal }: World, domain: string): Date {
  const at = new Date()
  const toUsd = (amount: string) => ({ amount, currencyCode: 'USD' })
  partner.addTransactions({
    type: 'AppSubscriptionSale',
    // The platform remembers the sales of earlier starts.
    id: `gid://partners/AppSubscriptionSale/${at.getTime()}`,
    createdAt: at.toISOString(),
    shop: {
      id: `gid://partners/Shop/${1 + demoShops.findIndex((shop) => shop.domain === domain)}`,
      myshopifyDomain: domain,
    },
    chargeId: `gid://shopify/AppSubscription/${at.getTime()}`,
    billingInterval: 'EVERY_30_DAYS',
    grossAmount: toUsd('29.0'),
    netAmount: toUsd('28.16'),
    shopifyFee: toUsd('0.84'),
  })
  const done = { outcome: 'done', isFine: true, tookMs: 0 }
  journal.add({
    from: 'Shopify',
    to: 'App',
    what: 'charges $29.00, and pays out $28.16',
    shop: domain,
    ...done,
  })
  return at
}

/** Sends an uninstall that nobody has signed with the app's secret. */
export async function forgeUninstall({ app, journal, deliver }: World, domain: string): Promise<void> {
  const payload = { myshopify_domain: domain, email: 'mallory@attacker.example' }
  const forged = createWebhookDelivery({
    url: app.uninstallUrl,
    secret: createHmac('sha256', 'a guess').update(domain).digest('hex'),
    domain,
    payload,
  })
  const call = { from: 'You', to: 'App', what: 'forged app/uninstalled', shop: domain } as const
  await noteResponse(journal, call, () => deliver(forged.toRequest())).catch(() => undefined)
}

/** Lets the hour of an access token pass, at Shopify and in the app's own storage. */
export async function expireToken({ simulator, journal }: World, domain: string): Promise<void> {
  simulator.expireTokens(domain)
  for (const session of await sessionStorage.findSessionsByShop(domain)) {
    session.expires = new Date(Date.now() - 1000)
    await sessionStorage.storeSession(session)
  }
  journal.add({
    from: 'You',
    to: 'Shopify',
    what: 'an hour passes',
    shop: domain,
    outcome: 'expired',
    isFine: true,
    tookMs: 0,
  })
}

/** Fills the app up to 137 shops that installed it before it knew the recipes, some of them in trouble. */
export async function seedShops({ simulator, app }: World): Promise<void> {
  const known = await sessionStorage.listShops({ offset: 0, limit: shopsMax })
  let missing = seededShops - known.length
  for (let index = 0; index < seededShops; index += 1) {
    const { domain, behaviour } = buildSeededShop(index)
    if (known.includes(domain)) {
      simulator.setBehaviour(domain, behaviour)
    } else if (missing > 0) {
      if (seeded.has(domain)) simulator.setBehaviour(domain, behaviour)
      else simulator.addShop({ domain, behaviour, apps: [app] })
      seeded.add(domain)
      const { accessToken, refreshToken } = simulator.issueToken(domain, {
        lifetimeMs: hourMs,
        refreshable: true,
      })
      await sessionStorage.storeSession(toSession(domain, accessToken, refreshToken))
      missing -= 1
    }
  }
  database.exec('DELETE FROM backfill_pages; DELETE FROM backfill_progress')
}

function toSession(shop: string, accessToken: string, refreshToken: string | undefined): Session {
  return new Session({
    id: `offline_${shop}`,
    shop,
    state: '',
    isOnline: false,
    scope: '',
    accessToken,
    expires: new Date(Date.now() + hourMs),
    ...(refreshToken !== undefined && { refreshToken }),
    refreshTokenExpires: new Date(Date.now() + 90 * 24 * hourMs),
  })
}

const findBackfill = database.prepare(
  `SELECT COALESCE(MAX(page ->> 'paginationComplete'), 0) AS is_through, COALESCE(SUM(page ->> 'failed'), 0) AS failed
   FROM backfill_pages WHERE NOT page ->> 'isDryRun'`,
)

/** How far the app's last backfill has come, checks without sending left aside. */
export function readBackfill(): { readonly isThrough: boolean; readonly failed: number } {
  const row = findBackfill.get()
  return { isThrough: row?.['is_through'] === 1, failed: Number(row?.['failed']) }
}

/** Takes everything back to before the first install. Nobody is told: in this world it has never been. */
export function startOver(world: World): void {
  const { simulator, app, journal } = world
  for (const { domain } of demoShops) {
    if (isInstalled(world, domain)) simulator.uninstall(domain, { clientId: app.clientId })
  }
  const tables = ['sessions', 'activity', 'affiliate_ledger', 'backfill_pages', 'backfill_progress']
  database.exec(tables.map((table) => `DELETE FROM ${table}`).join('; '))
  journal.clear()
}

/** Ends the trouble of those shops that another try can heal. */
export async function repairShops({ simulator }: World): Promise<void> {
  for (const domain of await sessionStorage.listShops({ offset: 0, limit: shopsMax })) {
    if (isHealable(simulator.shop(domain).behaviour)) simulator.setBehaviour(domain, 'ok')
  }
}

/** How many of the app's shops another try could heal. */
export async function countTroubled({ simulator }: World): Promise<number> {
  const domains = await sessionStorage.listShops({ offset: 0, limit: shopsMax })
  return domains.filter((domain) => isHealable(simulator.shop(domain).behaviour)).length
}
