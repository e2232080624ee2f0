import { listShopsFromSessions, readShopWithSessions } from '@affiliate-platform/shopify-recipes'
import {
  backfillRoute,
  forwardUninstall,
  handleUninstall,
  identifyAfterAuth,
} from '@affiliate-platform/shopify-recipes/express'
import { ApiVersion, Session } from '@shopify/shopify-api'
import { shopifyApp } from '@shopify/shopify-app-express'
import express from 'express'
import { createCallbacks } from '../../shared/callbacks.js'
import { createSessionStorage } from '../../shared/session-storage.js'

const sessionStorage = createSessionStorage(Session, process.env.SESSIONS_URL)
const forwards = process.env.AFFILIATE_VARIANT === 'forward_uninstalls'
const { onUninstalled, ...events } = createCallbacks(sessionStorage, process.env.SESSIONS_URL)

const shopify = shopifyApp({
  api: {
    apiKey: process.env.SHOPIFY_API_KEY,
    apiSecretKey: process.env.SHOPIFY_API_SECRET,
    apiVersion: ApiVersion.April25,
    hostName: new URL(process.env.SHOPIFY_APP_URL).host,
    hostScheme: 'https',
    scopes: [],
  },
  auth: { path: '/api/auth', callbackPath: '/api/auth/callback' },
  webhooks: { path: '/api/webhooks' },
  sessionStorage,
})

// This version of the adapter has no hooks: the middleware goes beside the callback.
const identifyShop = forwards ? (_, __, next) => next() : identifyAfterAuth(events)

const app = express()

app.get(shopify.config.auth.path, shopify.auth.begin())
app.get(
  shopify.config.auth.callbackPath,
  shopify.auth.callback(),
  identifyShop,
  shopify.redirectToShopifyOrAppRoot(),
)
// Before any body parser, and under /api, which the development server of the template passes on.
app.post(
  '/api/webhooks/app/uninstalled',
  forwards ? forwardUninstall({ onUninstalled }) : handleUninstall({ onUninstalled }),
)
app.post(
  '/api/internal/affiliate-backfill',
  backfillRoute({
    listShops: listShopsFromSessions(sessionStorage.listSessions),
    readShop: readShopWithSessions({
      loadSession: (shop) => sessionStorage.loadSession(shopify.api.session.getOfflineId(shop)),
      query: (session, query, options) =>
        new shopify.api.clients.Graphql({ session }).request(query, options),
    }),
  }),
)
app.use('/api/*', shopify.validateAuthenticatedSession())
app.use(express.json())
app.use(shopify.cspHeaders())
app.use('/*', shopify.ensureInstalledOnShop(), (_, response) => response.send('Installed.'))

app.listen(process.env.PORT)
