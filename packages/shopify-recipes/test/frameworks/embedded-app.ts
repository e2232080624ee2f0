import type { InstallResult, ReadShopFunction, UninstallResult } from '@affiliate-platform/shopify-recipes'
import {
  backfillRoute,
  createMemoryLedger,
  forwardUninstall,
  handleUninstall,
  identifyOnInstall,
  listShopsFromSessions,
  readContactWithAdmin,
  readShopWithAdmin,
} from '@affiliate-platform/shopify-recipes'
import {
  embeddedRequest,
  type startShopify,
  uninstallRequest,
} from '@affiliate-platform/shopify-recipes/testing'
import type { shopifyApp as reactRouterApp } from '@shopify/shopify-app-react-router/server'
import type { shopifyApp as remixApp } from '@shopify/shopify-app-remix/server'
import { MemorySessionStorage } from '@shopify/shopify-app-session-storage-memory'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { runToEnd, useFakeClock } from '../support/fake-clock.ts'
import { createFakeIdentify } from '../support/fake-identify.ts'
import { apiKey, appId } from '../support/fixtures.ts'

/** A framework's own `shopifyApp`, as an app calls it. */
export type CreateApp = (options: {
  readonly sessionStorage: MemorySessionStorage
  readonly hooks: NonNullable<Parameters<typeof remixApp>[0]['hooks']>
  readonly useOnlineTokens: boolean
}) => Pick<ReturnType<typeof remixApp | typeof reactRouterApp>, 'authenticate' | 'unauthenticated'>

export const app = { clientId: 'client-id', clientSecret: 'client-secret' }
export const appUrl = 'https://my-app.example'

/** The recipes in a real embedded app, whose Shopify is simulated. The same for Remix and React Router. */
export function describeEmbeddedApp(
  name: string,
  { simulator }: Awaited<ReturnType<typeof startShopify>>,
  createApp: CreateApp,
): void {
  let shops = 0
  let shop = ''

  beforeEach(() => {
    shops += 1
    shop = `${name}-${shops}.myshopify.com`
    simulator.addShop({ domain: shop, apps: [app] })
  })

  function setUp({ useOnlineTokens = false, readsContact = false, readsShop = false } = {}) {
    const client = createFakeIdentify()
    const ledger = createMemoryLedger()
    const sessionStorage = new MemorySessionStorage()
    const results: (InstallResult | UninstallResult)[] = []
    const onResult = (result: InstallResult | UninstallResult) => void results.push(result)
    const reading = readsContact
      ? { readContact: readContactWithAdmin }
      : readsShop
        ? { readShop: (...args: Parameters<ReadShopFunction>) => readShopWithAdmin(shopify)(...args) }
        : { sessionStorage }
    const hooks = { afterAuth: identifyOnInstall({ client, appId, ledger, onResult, ...reading }) }
    const shopify: ReturnType<CreateApp> = createApp({ sessionStorage, hooks, useOnlineTokens })
    /** Opens the app in the admin, and waits for what the hook reports. */
    const open = async () => {
      const count = results.length
      await shopify.authenticate.admin(embeddedRequest({ ...app, url: `${appUrl}/app`, shop }))
      await expect.poll(() => results.length).toBeGreaterThan(count)
      // One of the libraries prints a line of its own at each token exchange.
      const { log } = globalThis.console
      vi.mocked(log).mockClear()
      return results.at(-1)
    }
    const expireToken = async () => {
      const session = await sessionStorage.loadSession(`offline_${shop}`)
      if (session === undefined) throw new Error('no session')
      session.expires = new Date(Date.now() - 1000)
      simulator.expireTokens(shop)
      await sessionStorage.storeSession(session)
      return session
    }
    return { shopify, open, expireToken, results, client, ledger, sessionStorage, onResult }
  }

  const uninstalled = () =>
    uninstallRequest({ url: `${appUrl}/webhooks/app/uninstalled`, secret: app.clientSecret, shop })

  describe(`in a ${name} app`, () => {
    it('identifies at the install, not at a renewal of its token, and again at a reinstall [4.4-2]', async () => {
      const { open, expireToken, client, ledger, onResult, sessionStorage } = setUp()
      expect(await open()).toMatchObject({ outcome: 'identified', shop })
      await expireToken()
      expect(await open()).toEqual({ outcome: 'already_identified', shop })
      const onUninstalled = async () => void (await sessionStorage.deleteSession(`offline_${shop}`))
      const handle = handleUninstall({ secrets: app.clientSecret, ledger, onResult, onUninstalled })
      simulator.uninstall(shop)
      expect((await handle(uninstalled())).status).toBe(200)
      simulator.install(shop, app)
      expect(await open()).toMatchObject({ outcome: 'identified', shop })
      expect(client.sent).toHaveLength(2)
    })

    it.each([false, true])(
      'sends the offline token where it uses online ones, found by readShop: %s [4.4-2]',
      async (readsShop) => {
        const { open, client, sessionStorage } = setUp({ useOnlineTokens: true, readsShop })
        expect(await open()).toMatchObject({ outcome: 'identified' })
        const offline = await sessionStorage.loadSession(`offline_${shop}`)
        expect(client.sent).toEqual([{ myshopifyDomain: shop, appId, accessToken: offline?.accessToken }])
      },
    )

    it('reads the contact itself with its own Admin client', async () => {
      const { open, client } = setUp({ readsContact: true })
      expect(await open()).toMatchObject({ outcome: 'identified' })
      const { contact } = simulator.shop(shop)
      expect(client.sent).toEqual([
        {
          myshopifyDomain: shop,
          appId,
          email: contact.email,
          ownerName: contact.ownerName,
          country: contact.country,
          shopifyPlan: contact.plan,
        },
      ])
    })

    it('forwards an uninstall with 200 where the library’s own authentication responds with 500 [5-7] [D37]', async () => {
      const { shopify, open, expireToken } = setUp()
      await open()
      await expireToken()
      simulator.uninstall(shop)
      simulator.setRefreshBehaviour(shop, 'invalid_grant')
      const rejected: unknown = await shopify.authenticate
        .webhook(uninstalled())
        .catch((thrown: unknown) => thrown)
      expect(rejected).toMatchObject({ status: 500 })
      const forwarder = createFakeIdentify()
      const route = forwardUninstall({
        client: forwarder,
        secrets: app.clientSecret,
        onResult: () => undefined,
      })
      expect((await route(uninstalled())).status).toBe(200)
      expect(forwarder.sent).toMatchObject([{ myshopifyDomain: shop, email: 'owner@paper-harbour.example' }])
    })

    it('skips a shop without a session, and one whose refresh is surely rejected, in a backfill [D40]', async () => {
      const { shopify, open, expireToken, sessionStorage } = setUp()
      await open()
      const backfill = async (rejectedRefreshMeansRevoked = false) => {
        const client = createFakeIdentify()
        const readShop = readShopWithAdmin({ ...shopify, sessionStorage })
        const listShops = listShopsFromSessions(() => [
          { id: `offline_${shop}`, shop, isOnline: false },
          { id: 'offline_unknown', shop: 'unknown.myshopify.com', isOnline: false },
        ])
        const options = { client, apiKey, appId, listShops, readShop, rejectedRefreshMeansRevoked }
        const headers = { Authorization: `Bearer ${apiKey}` }
        const request = new Request(`${appUrl}/backfill`, { method: 'POST', headers })
        return { page: await (await backfillRoute(options)(request)).json(), sent: client.sent }
      }
      const accessToken = (await sessionStorage.loadSession(`offline_${shop}`))?.accessToken
      const ok = await backfill()
      expect(ok.page).toMatchObject({ sent: 1, skipped: 1, failed: 0, done: true })
      expect(ok.sent).toMatchObject([{ myshopifyDomain: shop, accessToken, appId, country: 'Canada' }])

      for (const [behaviour, status] of [
        ['forbidden', 403],
        ['server_error', 500],
        ['reset', null],
      ] as const) {
        simulator.setBehaviour(shop, behaviour)
        const failures = [{ domain: shop, stage: 'shop_read', status }]
        expect((await backfill()).page).toMatchObject({ sent: 0, skipped: 1, failed: 1, failures })
      }
      for (const behaviour of ['revoked', 'frozen', 'gone', 'locked'] as const) {
        simulator.setBehaviour(shop, behaviour)
        expect((await backfill()).page).toMatchObject({ skipped: 2, failed: 0 })
      }
      useFakeClock()
      for (const behaviour of ['throttled', 'rate_limited'] as const) {
        simulator.setBehaviour(shop, behaviour, { times: 1 })
        expect((await runToEnd(backfill(), 100)).page).toMatchObject({ sent: 1 })
      }
      vi.useRealTimers()

      simulator.setBehaviour(shop, 'ok')
      const session = await expireToken()
      expect((await backfill()).page).toMatchObject({ sent: 1 })
      await sessionStorage.storeSession(session)
      simulator.setRefreshBehaviour(shop, 'invalid_grant')
      const failures = [{ domain: shop, stage: 'shop_read', status: 500 }]
      expect((await backfill()).page).toMatchObject({ skipped: 1, failures })
      expect((await backfill(true)).page).toMatchObject({ skipped: 2, failed: 0 })
      session.refreshTokenExpires = new Date(Date.now() - 1)
      expect((await backfill()).page).toMatchObject({ skipped: 2, failed: 0 })
    })
  })
}
