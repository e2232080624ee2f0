import type { ShopifySimulator } from '@affiliate-platform/shopify-simulator'
import { type Journal, noteResponse } from './journal.ts'
import { createPlatformSwitch, type PlatformSwitch } from './platform-switch.ts'

interface Targets {
  readonly simulator: ShopifySimulator
  readonly platformUrl: string
  readonly journal: Journal
}

const deeds = [
  ['/admin/oauth/access_token', 'asks for a token'],
  ['/graphql.json', 'reads the shop'],
  ['/api/identify', 'identifies the shop'],
  ['/install-bridge/v1/events', 'reports what the shop did'],
  ['/install-bridge/v1/evidence', 'reports a code'],
  ['/v1/payouts', 'lists payouts'],
] as const

/**
 * Replaces the global `fetch`: shops get their responses by the simulator, the affiliate platform through a switch, and
 * nothing else is let out. Shopify's adapters keep the `fetch` that they find at their import: call this first.
 */
export function interceptFetch({ simulator, platformUrl, journal }: Targets): PlatformSwitch {
  const platform = createPlatformSwitch(globalThis.fetch)
  const platformOrigin = new URL(platformUrl).origin
  globalThis.fetch = async (input, init) => {
    const { hostname, origin, pathname } = new URL(input instanceof Request ? input.url : input)
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    const what = deeds.find(([path]) => pathname.endsWith(path))?.[1] ?? `${method} ${pathname}`
    if (hostname.endsWith('.myshopify.com')) {
      const call = { from: 'App', to: 'Shopify', what, shop: hostname } as const
      return noteResponse(journal, call, () => simulator.fetch(input, init))
    }
    if (origin !== platformOrigin) throw new TypeError(`The demo lets nothing out: ${origin}`)
    return noteResponse(journal, { from: 'App', to: 'Affiliate platform', what }, () =>
      platform.fetch(input, init),
    )
  }
  return platform
}
