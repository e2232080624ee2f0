import './redirect-shopify.js'
import { moveClock } from '../../shared/clock.js'
import '@shopify/shopify-api/adapters/web-api'
import { env } from 'cloudflare:workers'
import { IdentifyClient } from '@affiliate-platform/sdk'
import { InstallBridgeClient } from '@affiliate-platform/sdk/install-bridge'
import {
  backfillRoute,
  forwardUninstall,
  handleUninstall,
  identifyOnInstall,
  listShopsFromSessions,
  readShopWithSessions,
} from '@affiliate-platform/shopify-recipes'
import { ApiVersion, RequestedTokenType, Session, shopifyApi } from '@shopify/shopify-api'
import { Hono } from 'hono'
import { createCallbacks } from '../../shared/callbacks.js'
import { createSessionStorage } from '../../shared/session-storage.js'

const shopify = shopifyApi({
  apiKey: env.SHOPIFY_API_KEY,
  apiSecretKey: env.SHOPIFY_API_SECRET,
  apiVersion: ApiVersion.October26,
  hostName: new URL(env.SHOPIFY_APP_URL).host,
  isEmbeddedApp: true,
  future: { expiringOfflineAccessTokens: true },
})
const sessionStorage = createSessionStorage(Session, env.SESSIONS_URL)
const forwards = env.AFFILIATE_VARIANT === 'forward_uninstalls'
const { onUninstalled, ...events } = createCallbacks(sessionStorage, env.SESSIONS_URL)

// With `nodejs_compat` there is a `process.env`, and the recipes find all of this themselves.
const apiKey = env.AFFILIATE_WORKSPACE_API_KEY
// Made at the first call: without a key it throws, and the app is to start all the same.
const createClient = () => new IdentifyClient({ apiKey, baseUrl: env.AFFILIATE_BASE_URL })
const client = { identify: async (...values) => createClient().identify(...values) }
const bridge = new InstallBridgeClient({
  apiKey: env.AFFILIATE_INSTALL_BRIDGE_KEY,
  baseUrl: env.AFFILIATE_BASE_URL,
})
const settings = globalThis.process
  ? {}
  : { client, bridge, apiKey, appId: env.AFFILIATE_APP_ID, secrets: env.SHOPIFY_API_SECRET }

const afterAuth = forwards ? undefined : identifyOnInstall({ ...settings, ...events })
const uninstalled = forwards
  ? forwardUninstall({ ...settings, onUninstalled })
  : handleUninstall({ ...settings, onUninstalled })
const backfill = backfillRoute({
  ...settings,
  listShops: listShopsFromSessions(sessionStorage.listSessions),
  readShop: readShopWithSessions({
    loadSession: (shop) => sessionStorage.loadSession(shopify.session.getOfflineId(shop)),
    query: (session, query, options) => new shopify.clients.Graphql({ session }).request(query, options),
  }),
})

const app = new Hono()
app.post('/webhooks/app/uninstalled', ({ req }) => uninstalled(req.raw))
app.post('/internal/affiliate-backfill', ({ req }) => backfill(req.raw))
app.post('/clock', async ({ req, body }) => {
  moveClock(Number(await req.text()))
  return body(null)
})
app.get('/app', async (context) => {
  const { shop, id_token: sessionToken } = context.req.query()
  const stored = await sessionStorage.loadSession(shopify.session.getOfflineId(shop))
  if (stored === undefined || stored.isExpired()) {
    const requestedTokenType = RequestedTokenType.OfflineAccessToken
    const { session } = await shopify.auth.tokenExchange({ sessionToken, shop, requestedTokenType })
    await sessionStorage.storeSession(session)
    afterAuth?.({ session })
  }
  return context.text('Installed.')
})

export default app
