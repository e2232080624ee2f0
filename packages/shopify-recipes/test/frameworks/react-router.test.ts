import { startShopify } from '@affiliate-platform/shopify-recipes/testing'
import { app, appUrl, describeEmbeddedApp } from './embedded-app.ts'

const shopify = await startShopify()

await import('@shopify/shopify-app-react-router/adapters/node')
const { ApiVersion, AppDistribution, shopifyApp } = await import('@shopify/shopify-app-react-router/server')

describeEmbeddedApp('react-router', shopify, (options) =>
  shopifyApp({
    ...options,
    apiKey: app.clientId,
    apiSecretKey: app.clientSecret,
    appUrl,
    apiVersion: ApiVersion.October26,
    distribution: AppDistribution.AppStore,
    future: { expiringOfflineAccessTokens: true },
    logger: { log: () => undefined },
  }),
)
