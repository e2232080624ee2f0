import { ApiVersion, Session } from '@shopify/shopify-api'
import { shopifyApp } from '@shopify/shopify-app-express'
import { SessionStorage } from '../../../../shared/session-storage.js'

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
  sessionStorage: new SessionStorage(Session, process.env.SESSIONS_URL),
})

export default shopify
