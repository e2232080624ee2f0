import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createFakeService, fakeApiKeys, fakeIds, responses } from '@affiliate-platform/sdk/testing'
import {
  embeddedRequest,
  shopifyHandlers,
  uninstallRequest,
} from '@affiliate-platform/shopify-recipes/testing'
import { createShopifySimulator } from '@affiliate-platform/shopify-simulator'
import { http, passthrough } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, onTestFinished, vi } from 'vitest'
import { toRecord } from '../../../src/lib/fault.ts'
import { authorize } from '../../support/authorize.ts'
import { type Send, sendTo } from '../../support/entries.ts'

const app = { clientId: 'client-id', clientSecret: 'client-secret' }
const appUrl = 'https://my-app.example'
const platformUrl = 'https://affiliates.test'

/** Starts Shopify and the affiliate platform around apps that run in this process. */
export function startStage() {
  const simulator = createShopifySimulator()
  const service = createFakeService({ baseUrl: platformUrl })
  const toItself = http.all(/^http:\/\/127\.0\.0\.1:/, () => passthrough())
  const network = setupServer(toItself, ...shopifyHandlers(simulator), ...service.handlers)
  network.listen({ onUnhandledFrame: 'error' })
  afterAll(() => network.close())
  for (const [name, value] of Object.entries({
    NODE_ENV: 'production',
    SHOPIFY_API_KEY: app.clientId,
    SHOPIFY_API_SECRET: app.clientSecret,
    SHOPIFY_APP_URL: appUrl,
    AFFILIATE_BASE_URL: platformUrl,
    AFFILIATE_WORKSPACE_API_KEY: fakeApiKeys.workspace,
    AFFILIATE_INSTALL_BRIDGE_KEY: fakeApiKeys.installBridge,
    AFFILIATE_APP_ID: fakeIds.appId,
  })) {
    vi.stubEnv(name, value)
  }

  const received = (operation: string, shop: string) =>
    service.requests
      .filter((request) => request.operation === operation)
      .map(({ body }) => toRecord(JSON.parse(body)))
      .filter((body) => body['myshopifyDomain'] === shop)

  return {
    addShop: (domain: string) => simulator.addShop({ domain, apps: [app] }),
    reinstall: (shop: string) => {
      simulator.uninstall(shop)
      simulator.install(shop, app)
    },

    /** Lets the platform fail at the next call. */
    failNext: () => {
      service.script('identify', responses.rejection('internal_error'))
      const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
      onTestFinished(() => warn.mockRestore())
      return warn
    },

    /** What the platform was told of a shop. */
    identified: (shop: string) => received('identify', shop),
    /** What it was told to have happened there. */
    reported: (shop: string) => received('reportInstallEvent', shop).map(({ kind }) => kind),

    /** Opens a routed app as Shopify's admin does. */
    open: async (send: Send, shop: string): Promise<number> => {
      const { status } = await send(embeddedRequest({ ...app, url: `${appUrl}/app`, shop }))
      // One of Shopify's libraries prints lines of its own.
      const { log } = globalThis.console
      vi.mocked(log).mockClear()
      return status
    },
    authorize: async (send: Send, shop: string): Promise<number> =>
      (await authorize(send, { simulator, shop, app })).status,
    /** Delivers the compliance topics; the statuses of the responses. */
    redacted: (send: Send, shop: string, path: string): Promise<readonly number[]> => {
      const deliver = async (topic: string, about: object, secret = app.clientSecret) => {
        const headers = { 'X-Shopify-Topic': topic }
        const payload = { shop_domain: shop, ...about }
        const request = uninstallRequest({ url: `${appUrl}${path}`, secret, shop, payload, headers })
        return (await send(request)).status
      }
      return Promise.all([
        deliver('customers/data_request', { customer: { id: 7 }, data_request: { id: 8 } }),
        deliver('customers/redact', { customer: { id: 7 }, orders_to_redact: [] }),
        deliver('shop/redact', {}),
        deliver('shop/redact', {}, 'another secret'),
      ])
    },
    uninstalled: async (send: Send, shop: string, path: string): Promise<number> =>
      (await send(uninstallRequest({ url: `${appUrl}${path}`, secret: app.clientSecret, shop }))).status,
  }
}

/** Imports a file of an app, as its own server does. */
export const load = (...path: readonly string[]) =>
  import(/* @vite-ignore */ pathToFileURL(join(...path)).href)

/** Starts the Express app of a folder. */
export async function startExpress(folder: string): Promise<Send> {
  const { server }: { server: Server } = await load(folder, 'web/index.js')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  return sendTo((server.address() as AddressInfo).port)
}
