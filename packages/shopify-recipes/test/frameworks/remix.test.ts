import { startShopify } from '@affiliate-platform/shopify-recipes/testing'
import { app, appUrl, describeEmbeddedApp } from './embedded-app.ts'

const shopify = await startShopify()

await import('@shopify/shopify-app-remix/adapters/node')
const { ApiVersion, AppDistribution, shopifyApp } = await import('@shopify/shopify-app-remix/server')

describeEmbeddedApp('remix', shopify, (options) =>
  shopifyApp({
    ...options,
    apiKey: app.clientId,
    apiSecretKey: app.clientSecret,
    appUrl,
    apiVersion: ApiVersion.October26,
    distribution: AppDistribution.AppStore,
    future: { unstable_newEmbeddedAuthStrategy: true, expiringOfflineAccessTokens: true },
    logger: { log: () => undefined },
  }),
)
