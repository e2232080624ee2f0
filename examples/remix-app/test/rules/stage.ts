import { createFakeService, fakeApiKeys, fakeIds } from '@affiliate-platform/sdk/testing'
import {
  embeddedRequest,
  shopifyHandlers,
  type UninstallRequestOptions,
  uninstallRequest,
} from '@affiliate-platform/shopify-recipes/testing'
import { createShopifySimulator, type ShopOptions } from '@affiliate-platform/shopify-simulator'
import type { Session } from '@shopify/shopify-api'
import type { SessionStorage } from '@shopify/shopify-app-session-storage'
import { setupServer } from 'msw/node'
import { afterAll, vi } from 'vitest'

/** The app's own routes, as its framework calls them. */
export interface ExampleRoutes {
  readonly open: (request: Request) => Promise<unknown>
  readonly uninstalled: (request: Request) => Promise<Response>
  readonly backfill: (request: Request) => Promise<Response>
  readonly sessionStorage: SessionStorage
}

const app = { clientId: 'client-id', clientSecret: 'client-secret' }
const appUrl = 'https://my-app.example'
const platformUrl = 'https://affiliates.test'

/** Everything around an app: Shopify, the affiliate platform and the host. Nothing goes out. */
export type Stage = Awaited<ReturnType<typeof startStage>>

/**
 * Starts everything around an app, and only then loads the app: Shopify's adapters keep the `fetch` that they find.
 *
 * @param environment - the app's settings besides the usual ones
 */
export async function startStage(
  environment: Readonly<Record<string, string>>,
  loadApp: () => Promise<ExampleRoutes>,
) {
  const simulator = createShopifySimulator()
  const service = createFakeService({ baseUrl: platformUrl })
  const server = setupServer(...shopifyHandlers(simulator), ...service.handlers)
  server.listen({ onUnhandledFrame: 'error' })
  afterAll(() => server.close())
  const settings = {
    DATABASE_FILE: ':memory:',
    SHOPIFY_API_KEY: app.clientId,
    SHOPIFY_API_SECRET: app.clientSecret,
    SHOPIFY_APP_URL: appUrl,
    AFFILIATE_BASE_URL: platformUrl,
    AFFILIATE_WORKSPACE_API_KEY: fakeApiKeys.workspace,
    AFFILIATE_API_KEY: fakeApiKeys.affiliate,
    AFFILIATE_APP_ID: fakeIds.appId,
    ...environment,
  }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  // Failures that a test brings about are shown as warnings where an app has no eye on them.
  vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  const routes = await loadApp()
  const { settle } = takeOverBackground()
  const shops: string[] = []

  return {
    simulator,
    service,
    routes,
    /** Waits until everything that was handed to the host's background lifecycle has ended. */
    settle,

    /** Adds a shop in which the app is installed. */
    addShop: (options: Partial<ShopOptions> = {}): string => {
      const domain = `shop-${String(shops.length).padStart(4, '0')}.myshopify.com`
      shops.push(domain)
      simulator.addShop({ domain, apps: [app], ...options })
      return domain
    },
    reinstall: (shop: string) => simulator.install(shop, app),

    /** Lets the app forget every shop. */
    deleteSessions: () => routes.sessionStorage.deleteSessions(shops.map((shop) => `offline_${shop}`)),

    /** Opens the app as Shopify's admin does. */
    open: async (shop: string): Promise<unknown> => {
      const opened = await routes.open(embeddedRequest({ ...app, url: `${appUrl}/app`, shop }))
      // One of Shopify's libraries prints a line of its own at each token exchange.
      const { log } = globalThis.console
      vi.mocked(log).mockClear()
      return opened
    },

    /** Sends the webhook. */
    uninstalled: (shop: string, options: Partial<UninstallRequestOptions> = {}) =>
      routes.uninstalled(
        uninstallRequest({
          url: `${appUrl}/webhooks/app/uninstalled`,
          secret: app.clientSecret,
          shop,
          ...options,
        }),
      ),

    /** Runs one page of the backfill. */
    backfill: (query = 'offset=0', authorization: string | null = `Bearer ${fakeApiKeys.workspace}`) =>
      routes.backfill(
        new Request(`${appUrl}/internal/affiliate-backfill?${query}`, {
          method: 'POST',
          headers: authorization === null ? {} : { Authorization: authorization },
        }),
      ),

    /** Gives the app an offline session, as if the shop had installed it before it knew the recipes. */
    addSession: async (shop: string): Promise<Session> => {
      const { Session } = await import('@shopify/shopify-api')
      const lifetimeMs = 3_600_000
      const { accessToken, refreshToken = '' } = simulator.issueToken(shop, { lifetimeMs, refreshable: true })
      const session = new Session({
        id: `offline_${shop}`,
        shop,
        state: '',
        isOnline: false,
        accessToken,
        refreshToken,
        expires: new Date(Date.now() + lifetimeMs),
        refreshTokenExpires: new Date(Date.now() + 90 * 24 * lifetimeMs),
      })
      await routes.sessionStorage.storeSession(session)
      return session
    },

    /** Lets the hour of a shop's access token pass. */
    expireToken: async (shop: string): Promise<void> => {
      const session = await routes.sessionStorage.loadSession(`offline_${shop}`)
      if (session === undefined) throw new Error(`${shop} has no session.`)
      session.expires = new Date(Date.now() - 1000)
      await routes.sessionStorage.storeSession(session)
      simulator.expireTokens(shop)
    },

    /** What the identify calls said, from the given one on. */
    identified: (from = 0): readonly Readonly<Record<string, unknown>>[] =>
      service.requests
        .filter(({ operation }) => operation === 'identify')
        .slice(from)
        .map(({ body }) => JSON.parse(body) as Readonly<Record<string, unknown>>),
  }
}

/** Stands in for a serverless host, which keeps alive what it is handed. */
function takeOverBackground() {
  const handedOver: Promise<unknown>[] = []
  const context = { waitUntil: (promise: Promise<unknown>) => handedOver.push(promise) }
  Reflect.set(globalThis, Symbol.for('@vercel/request-context'), { get: () => context })
  afterAll(() => void Reflect.deleteProperty(globalThis, Symbol.for('@vercel/request-context')))
  return { settle: async () => void (await Promise.all(handedOver.splice(0))) }
}
