import '@shopify/shopify-app-remix/adapters/node'
import { ApiVersion, AppDistribution, shopifyApp } from '@shopify/shopify-app-remix/server'
import { hooks } from './affiliate.server'
import { sessionStorage } from './db.server'

const shopify = shopifyApp({
  apiKey: process.env.SHOPIFY_API_KEY,
  apiSecretKey: process.env.SHOPIFY_API_SECRET || '',
  apiVersion: ApiVersion.January26,
  scopes: process.env.SCOPES?.split(','),
  appUrl: process.env.SHOPIFY_APP_URL || '',
  authPathPrefix: '/auth',
  sessionStorage,
  distribution: AppDistribution.AppStore,
  future: { unstable_newEmbeddedAuthStrategy: true, expiringOfflineAccessTokens: true },
  hooks,
})

export default shopify
