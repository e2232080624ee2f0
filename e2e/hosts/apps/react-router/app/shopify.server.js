import '@shopify/shopify-app-react-router/adapters/node'
import { ApiVersion, AppDistribution, shopifyApp } from '@shopify/shopify-app-react-router/server'
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
  future: { expiringOfflineAccessTokens: true },
  hooks,
})

export default shopify
