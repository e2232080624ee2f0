import { type UninstallRequestOptions, uninstallRequest } from '@affiliate-platform/shopify-recipes/testing'
import { expect, vi } from 'vitest'
import { type AppProcess, startApp } from './app-process.ts'
import type { Host } from './host.ts'
import { type Opened, openApp } from './install.ts'
import { app, type World } from './world.ts'

/** A response, without what servers add of their own. */
export interface Sent {
  readonly status: number
  readonly type: string | null
  readonly body: string
}

/** One host in its world, as a test plays with it. */
export interface Stage {
  readonly host: Host
  readonly world: World
  readonly app: AppProcess
  /** The shops that were added. */
  readonly shops: readonly string[]
  /** Adds a shop that has installed the app and not opened it yet. */
  readonly addShop: () => string
  /** Opens the app for the shop. */
  readonly open: (shop: string) => Promise<Opened>
  /** Opens it after the shop's token has ended. */
  readonly renew: (shop: string) => Promise<Opened>
  /** Moves the clocks of the app and of this process on, or back to the true time for 0. */
  readonly moveClocks: (aheadMs: number) => Promise<void>
  /** Delivers `app/uninstalled`. */
  readonly deliver: (shop: string, changes?: Partial<UninstallRequestOptions>) => Promise<Sent>
  /** Asks for the first page of the backfill. */
  readonly backfill: (key: string) => Promise<Sent>
  /** Waits until the platform has identified the shop, once or so often. */
  readonly expectIdentified: (shop: string, count?: number) => Promise<void>
  /** Waits until the platform has been told this of the shop, and no more, in the order in which it happened. */
  readonly expectReported: (shop: string, kinds: readonly unknown[]) => Promise<void>
  /** What the platform has been told of the shop. */
  readonly listReported: (shop: string) => readonly unknown[]
  /** Opens the app again and again, until the platform has identified the shop, and was told of its install. */
  readonly expectIdentifiedLater: (shop: string) => Promise<void>
}

// Less than the lease of a claim: no host may leave one behind.
const laterMsMax = 20_000

let shopCount = 0

/** Starts the host in the world. `changes` replace variables of its environment. */
export async function createStage(
  host: Host,
  world: World,
  changes: Readonly<Record<string, string>> = {},
): Promise<Stage> {
  const running = await startApp(host, { ...world.environment, ...changes })
  const { platform, sessions, simulator } = world
  const shops: string[] = []
  const open = (shop: string) => openApp(world, host, running, shop)
  const renew = (shop: string) => {
    sessions.expire(shop)
    return open(shop)
  }
  const countAccepted = (shop: string) => platform.calls(shop).filter(({ isAccepted }) => isAccepted).length
  const listReported = (shop: string) =>
    platform
      .reports(shop)
      .filter(({ isAccepted }) => isAccepted)
      .map(({ body }) => body)
      .sort((one, other) => String(one['occurredAt']).localeCompare(String(other['occurredAt'])))
      .map(({ kind }) => kind)
  return {
    host,
    world,
    app: running,
    open,
    shops,
    addShop: () => {
      shopCount += 1
      const { domain } = simulator.addShop({ domain: `shop-${shopCount}.myshopify.com`, apps: [app] })
      shops.push(domain)
      return domain
    },
    renew,
    moveClocks: async (aheadMs) => {
      vi.useRealTimers()
      if (aheadMs > 0) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs })
      await running.moveClock(aheadMs)
    },
    deliver: (shop, changes = {}) => {
      const url = running.url + host.uninstallPath
      return send(uninstallRequest({ url, secret: app.clientSecret, shop, ...changes }))
    },
    backfill: (key) => {
      const headers = { Authorization: `Bearer ${key}` }
      return send(new Request(running.url + host.backfillPath, { method: 'POST', headers }))
    },
    expectIdentified: async (shop, count = 1) => {
      await vi.waitUntil(() => countAccepted(shop) >= count, { timeout: 60_000 })
    },
    listReported,
    expectReported: async (shop, kinds) => {
      await vi.waitUntil(() => listReported(shop).length >= kinds.length, { timeout: 60_000 })
      expect(listReported(shop)).toEqual(kinds)
    },
    expectIdentifiedLater: async (shop) => {
      const isTold = () => countAccepted(shop) > 0 && listReported(shop).length > 0
      await vi.waitUntil(async () => (await renew(shop)).status === 200 && isTold(), {
        interval: 500,
        timeout: laterMsMax,
      })
    },
  }
}

async function send(request: Request): Promise<Sent> {
  const response = await fetch(request)
  const type = response.headers.get('Content-Type')
  return { status: response.status, type, body: await response.text() }
}
