import '@shopify/shopify-app-remix/adapters/node'
import { ApiVersion, AppDistribution, LogSeverity, shopifyApp } from '@shopify/shopify-app-remix/server'
import { hooks } from './affiliate.server.ts'
import { sessionStorage } from './session-storage.server.ts'

const shopify = shopifyApp({
  apiKey: process.env['SHOPIFY_API_KEY'] ?? '',
  apiSecretKey: process.env['SHOPIFY_API_SECRET'] ?? '',
  appUrl: process.env['SHOPIFY_APP_URL'] ?? '',
  apiVersion: ApiVersion.October26,
  distribution: AppDistribution.AppStore,
  sessionStorage,
  future: { unstable_newEmbeddedAuthStrategy: true, expiringOfflineAccessTokens: true },
  hooks,
  logger: { level: LogSeverity.Warning },
})

export default shopify
