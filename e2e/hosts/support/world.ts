import { seedDemo } from '@affiliate-platform/operator/demo'
import { migrate, openDatabase } from '@affiliate-platform/platform/database'
import { createApp } from '@affiliate-platform/service'
import { createShopifySimulator, type ShopifySimulator } from '@affiliate-platform/shopify-simulator'
import { type AffiliatePlatform, startAffiliatePlatform } from './affiliate-platform.ts'
import { type SessionStore, startSessionStore } from './session-store.ts'

/** Everything around an app: Shopify, the affiliate platform, and the database of the app's sessions. */
export interface World {
  readonly simulator: ShopifySimulator
  readonly platform: AffiliatePlatform
  readonly sessions: SessionStore
  /** The real service, to put on a socket of its own. */
  readonly service: (request: Request) => Promise<Response>
  readonly workspaceKey: string
  readonly bridgeKey: string
  /** The environment of an app in this world. */
  readonly environment: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

/** The app, as it is registered at Shopify. */
export const app = { clientId: 'affiliate-demo-app', clientSecret: 'hosts-client-secret' }

export async function createWorld(): Promise<World> {
  const database = await openDatabase({ inMemory: true })
  await migrate(database)
  const { keys, ids } = await seedDemo(database)
  // A test may move the clock on.
  const simulator = createShopifySimulator({ now: () => Date.now() })
  const service = await createApp({ database, platformFetch: simulator.fetch })
  const shopify = await simulator.listen()
  const platform = await startAffiliatePlatform(service.fetch)
  const sessions = await startSessionStore()
  return {
    simulator,
    platform,
    sessions,
    service: service.fetch,
    workspaceKey: keys.workspace,
    bridgeKey: keys.installBridge,
    environment: {
      SHOPIFY_API_KEY: app.clientId,
      SHOPIFY_API_SECRET: app.clientSecret,
      SHOPIFY_APP_URL: 'https://my-app.example',
      SIMULATOR_URL: shopify.url,
      SESSIONS_URL: sessions.url,
      AFFILIATE_APP_ID: ids.appId,
      AFFILIATE_BASE_URL: platform.url,
      AFFILIATE_WORKSPACE_API_KEY: keys.workspace,
      AFFILIATE_INSTALL_BRIDGE_KEY: keys.installBridge,
    },
    close: async () => {
      await Promise.all([platform.close(), sessions.close(), shopify.close()])
      await database.close()
    },
  }
}
