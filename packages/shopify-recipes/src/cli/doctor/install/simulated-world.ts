import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SimulatedApp } from '@affiliate-platform/shopify-simulator'
import { toRecord } from '../../../lib/fault.ts'
import { UsageError } from '../../io.ts'

/** A Shopify with one shop, and an affiliate platform that takes that shop's calls, both on this machine. */
export interface SimulatedWorld {
  readonly shop: string
  readonly shopifyUrl: string
  readonly platformUrl: string
  /** How often the app asked for a token of the shop. */
  readonly countTokens: () => number
  /** Waits until the app has identified the shop, or reported its install, so often; false if it has not in time. */
  readonly isIdentified: (times: number, signal: AbortSignal) => Promise<boolean>
  /** A code that the app's callback takes once. */
  readonly issueCode: () => string
  /** Lets the shop uninstall the app and install it again. */
  readonly reinstall: () => void
  readonly close: () => Promise<void>
}

// The hook calls beside the merchant's request, and has 5 s.
const identifyMs = 10_000
const pollMs = 50
// What a report comes to.
const nobody = { outcome: 'unattributed', reason: 'no_evidence', referralId: null }

export async function createWorld(app: SimulatedApp): Promise<SimulatedWorld> {
  const { createShopifySimulator } = await loadSimulator()
  // A new one for each run: an app still knows the shop of a run that was cut short.
  const shop = `affiliate-recipes-doctor-${randomUUID().slice(0, 8)}.myshopify.com`
  const simulator = createShopifySimulator()
  simulator.addShop({ domain: shop, apps: [app] })
  // A hook also tries what other shops have missed: their sessions and their installs are not ours to touch.
  const shopify = await simulator.listen({
    fetch: async (input, init) => {
      const request = new Request(input, init)
      if (new URL(request.url).hostname !== shop) throw new TypeError('fetch failed')
      return simulator.fetch(request, init)
    },
  })
  let [identified, reported] = [0, 0]
  const platform = await listen(async (request, response) => {
    const body = toRecord(await json(request).catch(() => undefined))
    const isOurs = body['myshopifyDomain'] === shop
    const isReport = request.url?.includes('/api/install-bridge/')
    if (isOurs && !isReport) identified += 1
    if (isOurs && body['kind'] === 'installed') reported += 1
    response.writeHead(isOurs ? 200 : 503, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(isReport ? nobody : { ok: isOurs }))
  })
  return {
    shop,
    shopifyUrl: shopify.url,
    platformUrl: platform.url,
    countTokens: () => simulator.requests.filter(({ url }) => url.endsWith('/oauth/access_token')).length,
    isIdentified: async (times, signal) => {
      const untilMs = performance.now() + identifyMs
      const isDone = () => Math.max(identified, reported) >= times
      while (!isDone() && performance.now() < untilMs && !signal.aborted) await sleep(pollMs)
      return isDone()
    },
    issueCode: () => simulator.issueAuthorizationCode(shop, app.clientId),
    reinstall: () => {
      simulator.uninstall(shop)
      simulator.install(shop, app)
    },
    close: async () => {
      await Promise.all([shopify.close(), platform.close()])
    },
  }
}

async function loadSimulator() {
  try {
    return await import('@affiliate-platform/shopify-simulator')
  } catch {
    throw new UsageError(
      '--install needs the development dependency @affiliate-platform/shopify-simulator beside @affiliate-platform/shopify-recipes.',
    )
  }
}

/** A port that nobody listens on. */
export async function findFreePort(): Promise<number> {
  const { url, close } = await listen(() => undefined)
  await close()
  return Number(new URL(url).port)
}

async function listen(handle: RequestListener) {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
