import { listShopsFromSessions, readShopWithSessions } from '@affiliate-platform/shopify-recipes'
import {
  backfillRoute,
  forwardUninstall,
  handleUninstall,
  identifyOnInstall,
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
    apiVersion: ApiVersion.October26,
    hostName: new URL(process.env.SHOPIFY_APP_URL).host,
    hostScheme: 'https',
    scopes: [],
  },
  auth: { path: '/api/auth', callbackPath: '/api/auth/callback' },
  webhooks: { path: '/api/webhooks' },
  sessionStorage,
  useOnlineTokens: process.env.USES_ONLINE_TOKENS === 'true',
  future: { tokenExchange: true, expiringOfflineAccessTokens: true },
  hooks: forwards ? {} : { afterAuth: identifyOnInstall({ ...events, sessionStorage }) },
})

const app = express()

// Before any body parser: only the raw bytes can be verified.
app.post(
  '/webhooks/app/uninstalled',
  forwards ? forwardUninstall({ onUninstalled }) : handleUninstall({ onUninstalled }),
)
app.post(
  '/internal/affiliate-backfill',
  backfillRoute({
    listShops: listShopsFromSessions(sessionStorage.listSessions),
    readShop: readShopWithSessions({
      loadSession: (shop) => shopify.ensureValidOfflineSession(shop),
      query: (session, query, options) =>
        new shopify.api.clients.Graphql({ session }).request(query, options),
    }),
  }),
)
app.use(express.json())
app.get('/app', shopify.validateAuthenticatedSession(), (_, response) => response.send('Installed.'))

app.listen(process.env.PORT)
