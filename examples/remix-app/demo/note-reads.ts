import type { PlatformFetch } from '@affiliate-platform/shopify-simulator'
import { type Journal, noteResponse } from './journal.ts'

/** Notes what the affiliate platform does at Shopify with the token that the app has handed over. */
export function noteReads(fetch: PlatformFetch, journal: Journal): PlatformFetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { hostname: shop } = new URL(request.url)
    const isWatch = (await request.clone().text()).includes('webhookSubscriptionCreate')
    const what = isWatch ? 'watches for the uninstall' : 'reads the shop with its token'
    const call = { from: 'Affiliate platform', to: 'Shopify', what, shop } as const
    return noteResponse(journal, call, () => fetch(request, init))
  }
}
