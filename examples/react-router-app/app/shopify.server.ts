import '@shopify/shopify-app-react-router/adapters/node'
import {
  ApiVersion,
  AppDistribution,
  LogSeverity,
  shopifyApp,
} from '@shopify/shopify-app-react-router/server'
import { hooks } from './affiliate.server.ts'
import { sessionStorage } from './session-storage.server.ts'

const shopify = shopifyApp({
  apiKey: process.env['SHOPIFY_API_KEY'] ?? '',
  apiSecretKey: process.env['SHOPIFY_API_SECRET'] ?? '',
  appUrl: process.env['SHOPIFY_APP_URL'] ?? '',
  apiVersion: ApiVersion.October26,
  distribution: AppDistribution.AppStore,
  sessionStorage,
  future: { expiringOfflineAccessTokens: true },
  hooks,
  logger: { level: LogSeverity.Warning },
})

export default shopify
