import type { PlatformFetch } from '@affiliate-platform/shopify-simulator'
import { type Journal, noteResponse } from './journal.ts'

const deeds = [
  ['webhookSubscriptionCreate', 'watches for the uninstall'],
  ['transactions', 'reads sales at the Partner API'],
  ['events', 'reads installs at the Partner API'],
] as const

/** Notes what the affiliate platform does at Shopify with the token that the app has handed over, and at the Partner API. */
export function noteReads(fetch: PlatformFetch, journal: Journal): PlatformFetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { hostname } = new URL(request.url)
    const text = await request.clone().text()
    const isPartner = hostname === 'partners.shopify.com'
    const what = deeds.find(([word]) => text.includes(word))?.[1] ?? 'reads the shop with its token'
    const call = {
      from: 'Affiliate platform',
      to: 'Shopify',
      what,
      ...(!isPartner && { shop: hostname }),
    } as const
    return noteResponse(journal, call, () => fetch(request, init))
  }
}
