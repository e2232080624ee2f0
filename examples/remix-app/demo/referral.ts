import { AffiliateClient, type ReferralSummary } from '@affiliate-platform/sdk'
import { noteResponse } from './journal.ts'
import type { World } from './world.ts'

/** The link of a member of the demo, on the affiliate platform. */
const linkPath = '/r/demo-app/first'
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

/** Where a merchant came from, and what the affiliate platform makes of it. */
export interface Referrals {
  /** Follows the member's link, as the merchant's browser does. */
  readonly follow: (shop: string) => Promise<void>
  /** The address of the listing to which the link led a merchant; null before. */
  readonly findListing: (shop: string) => string | null
  /** The referral that the platform has of a shop whose merchant sent a code; null before. */
  readonly find: (shop: string) => Promise<ReferralSummary | null>
  readonly forget: () => void
}

export function createReferrals({ journal, deliver }: World, baseUrl: string): Referrals {
  const client = new AffiliateClient({ fetch: deliver })
  const listings = new Map<string, string>()
  const referrals = new Map<string, ReferralSummary>()
  const asked = new Map<string, number>()
  return {
    follow: async (shop) => {
      const call = {
        from: 'Merchant',
        to: 'Affiliate platform',
        what: 'follows a member’s link',
        shop,
      } as const
      const response = await noteResponse(journal, call, () =>
        deliver(new URL(linkPath, baseUrl), { redirect: 'manual', headers: { 'User-Agent': browser } }),
      )
      const listing = response.headers.get('Location')
      if (listing !== null) listings.set(shop, listing)
    },
    findListing: (shop) => listings.get(shop) ?? null,
    find: async (shop) => {
      // The platform is asked once after each code: its quota is the app's, too.
      const report = journal.entries().find(({ what, isFine }) => what === 'reports a code' && isFine)
      if (report !== undefined && asked.get(shop) !== report.id) {
        const { items } = await client.referrals.listPage({ search: shop, limit: 1 })
        asked.set(shop, report.id)
        if (items[0] !== undefined) referrals.set(shop, items[0])
      }
      return referrals.get(shop) ?? null
    },
    forget: () => {
      listings.clear()
      referrals.clear()
      asked.clear()
    },
  }
}
