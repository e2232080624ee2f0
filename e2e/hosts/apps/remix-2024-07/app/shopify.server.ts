import '@shopify/shopify-app-remix/adapters/node'
import { restResources } from '@shopify/shopify-api/rest/admin/2024-07'
import { ApiVersion, AppDistribution, shopifyApp } from '@shopify/shopify-app-remix/server'
import { PrismaSessionStorage } from '@shopify/shopify-app-session-storage-prisma'
import prisma from './db.server'

const shopify = shopifyApp({
  apiKey: process.env.SHOPIFY_API_KEY,
  apiSecretKey: process.env.SHOPIFY_API_SECRET || '',
  apiVersion: ApiVersion.July24,
  scopes: process.env.SCOPES?.split(','),
  appUrl: process.env.SHOPIFY_APP_URL || '',
  authPathPrefix: '/auth',
  sessionStorage: new PrismaSessionStorage(prisma),
  distribution: AppDistribution.AppStore,
  restResources,
  future: { unstable_newEmbeddedAuthStrategy: true },
  ...(process.env.SHOP_CUSTOM_DOMAIN ? { customShopDomains: [process.env.SHOP_CUSTOM_DOMAIN] } : {}),
})

export default shopify
export const authenticate = shopify.authenticate
export const registerWebhooks = shopify.registerWebhooks
export const sessionStorage = shopify.sessionStorage
