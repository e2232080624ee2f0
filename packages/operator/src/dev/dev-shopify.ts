import { findApp, updateApp } from '@affiliate-platform/platform/apps'
import type { Database } from '@affiliate-platform/platform/database'
import { OperatorError } from '../command-line/operator-error.ts'
import type { Demo } from '../demo/seed.ts'
import { demoPlatformClientId, demoUninstallUrl } from '../demo/shops.ts'

/** Which shops `dev` finds where. Without either, every shop is simulated inside this process. */
export interface DevShopifyFlags {
  /** Domains of development stores, for which the real Shopify is called. */
  readonly shopifyStore?: readonly string[]
  /** Base URL of a simulator on this machine, which stands for every other shop but those of the demo. */
  readonly shopifySimulator?: string
}

/**
 * Makes the `fetch` by which `dev` reaches Shopify: the stores that are named over the network, the demo's shops in
 * memory, and all others at the simulator that is named, or in memory too, where there is none of them.
 *
 * @param fetch - what goes out, for tests
 * @throws OperatorError when the simulator is not installed
 */
export async function createDevShopify(
  { shops }: Pick<Demo, 'shops'>,
  { shopifyStore = [], shopifySimulator }: DevShopifyFlags,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<typeof globalThis.fetch> {
  const { createShopifySimulator, defaultApp } = await loadSimulator()
  const apps = [{ ...defaultApp, clientId: demoPlatformClientId }]
  const simulator = createShopifySimulator({ shops: shops.map((shop) => ({ ...shop, apps })) })
  const isDemo = (domain: string) => shops.some((shop) => shop.domain === domain)
  return (input, init) => {
    const { hostname, pathname } = new URL(input instanceof Request ? input.url : input)
    if (shopifyStore.includes(hostname)) return fetch(input, init)
    if (shopifySimulator === undefined || isDemo(hostname)) return simulator.fetch(input, init)
    return fetch(new URL(`/shops/${hostname}${pathname}`, shopifySimulator), init)
  }
}

// Not installed in production, where nothing may stand for Shopify.
async function loadSimulator(): Promise<typeof import('@affiliate-platform/shopify-simulator')> {
  return await import('@affiliate-platform/shopify-simulator').catch((cause: unknown) => {
    throw new OperatorError(
      'dev needs the optional dependency @affiliate-platform/shopify-simulator: install it with npm.',
      {
        cause,
      },
    )
  })
}

/** What a person is told of it: what goes out to Shopify, and what is simulated. */
export function describeDevShopify({ shopifyStore = [], shopifySimulator }: DevShopifyFlags): string {
  const simulated = shopifySimulator === undefined ? 'inside this process' : `at ${shopifySimulator}`
  if (shopifyStore.length === 0) return `simulated ${simulated}`
  const stores = shopifyStore.map((domain) => `https://${domain}`).join(', ')
  return `${stores}: the real Shopify, over the network\n             every other shop: simulated ${simulated}`
}

/**
 * Lets the demo's app stand for the app in the stores that are named: it takes the token of any app, and registers
 * nothing there. Without such a store it is the demo's own again. What an operator has set stays.
 */
export async function adoptStores(
  database: Database,
  { ids }: Pick<Demo, 'ids'>,
  { shopifyStore = [] }: DevShopifyFlags,
): Promise<void> {
  const { workspaceId, appId: id } = ids
  const demo = { clientId: demoPlatformClientId, uninstallUrl: demoUninstallUrl }
  const open = { clientId: null, uninstallUrl: null }
  const [before, after] = shopifyStore.length > 0 ? [demo, open] : [open, demo]
  const app = await findApp(database, workspaceId, id)
  if ((app?.clientId ?? null) !== before.clientId || (app?.uninstallUrl ?? null) !== before.uninstallUrl)
    return
  await updateApp(database, { workspaceId, id }, after)
}
