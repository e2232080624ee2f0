import { ApiVersion } from '@shopify/shopify-api'
import { shopifyApp } from '@shopify/shopify-app-express'
import { PostgreSQLSessionStorage } from '@shopify/shopify-app-session-storage-postgresql'

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
  sessionStorage: new PostgreSQLSessionStorage(process.env.DATABASE_URL),
})

export default shopify
