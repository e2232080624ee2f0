import '@shopify/shopify-app-react-router/adapters/node'
import { readShopWithAdmin } from '@affiliate-platform/shopify-recipes'
import { ApiVersion, AppDistribution, shopifyApp } from '@shopify/shopify-app-react-router/server'
import { createHooks } from './affiliate.server'
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
  useOnlineTokens: process.env.USES_ONLINE_TOKENS === 'true',
  future: { expiringOfflineAccessTokens: true },
  hooks: createHooks(readShop),
})

function readShop(...args) {
  return readShopWithAdmin(shopify)(...args)
}

export default shopify
