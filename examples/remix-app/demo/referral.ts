import { AffiliateClient, formatMoney, type ReferralSummary, type TermsRules } from '@affiliate-platform/sdk'
import { noteResponse } from './journal.ts'
import { charge, type World } from './world.ts'

/** The link of a member of the demo, on the affiliate platform. */
const linkPath = '/r/demo-app/first'
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

const ownRules: TermsRules = {
  basis: 'net',
  rateBps: 2500,
  cpi: { amountMinor: '0', currency: 'USD' },
  includedSaleKinds: ['subscription_sale', 'usage_sale'],
  durationMonths: null,
  holdDays: 0,
  threshold: { amountMinor: '0', currency: 'USD' },
  windowDays: 30,
  allowExistingShops: false,
  allowManualClaims: true,
}
/** How often the platform is asked for what a sale has earned. */
const askEveryMs = 3000

/** A charge whose commission is in no payout yet. */
interface Charge {
  readonly at: Date
  askedAtMs: number
}

/** What the affiliate platform knows of a shop. */
export interface KnownReferral extends ReferralSummary {
  /** What the last sale that was charged here has earned, as people write it; null before. */
  readonly earned: string | null
  /** Whether a payout has it. */
  readonly isInPayout: boolean
}

/** Where a merchant came from, and what the affiliate platform makes of it. */
export interface Referrals {
  /** Saves terms for the member of the link, from now on. */
  readonly saveTerms: () => Promise<void>
  /** Follows the member's link, as the merchant's browser does. */
  readonly follow: (shop: string) => Promise<void>
  /** The address of the listing to which the link led a merchant; null before. */
  readonly findListing: (shop: string) => string | null
  /** Charges a shop for a month of the app, of which Shopify keeps its fee. */
  readonly charge: (shop: string) => void
  /** The referral that the platform has of a shop whose merchant sent a code; null before. */
  readonly find: (shop: string) => Promise<KnownReferral | null>
  readonly forget: () => void
}

export function createReferrals(world: World, baseUrl: string): Referrals {
  const { journal, deliver } = world
  const client = new AffiliateClient({ fetch: deliver })
  const listings = new Map<string, string>()
  const known = new Map<string, KnownReferral>()
  const asked = new Map<string, number>()
  const charges = new Map<string, Charge>()
  const findReferral = async (shop: string): Promise<void> => {
    // The platform is asked once after each code: its quota is the app's, too.
    const report = journal.entries().find(({ what, isFine }) => what === 'reports a code' && isFine)
    if (report === undefined || asked.get(shop) === report.id) return
    const { items } = await client.referrals.listPage({ search: shop, limit: 1 })
    asked.set(shop, report.id)
    const { earned, isInPayout } = known.get(shop) ?? { earned: null, isInPayout: false }
    if (items[0] !== undefined) known.set(shop, { ...items[0], earned, isInPayout })
  }
  const findEarning = async (shop: string): Promise<void> => {
    const referral = known.get(shop)
    const charge = charges.get(shop)
    if (referral === undefined || charge === undefined || Date.now() - charge.askedAtMs < askEveryMs) return
    charge.askedAtMs = Date.now()
    const { items } = await client.commissions.listPage({ search: shop, from: charge.at, limit: 1 })
    const [commission] = items
    if (commission === undefined) return
    const isInPayout = commission.payoutId !== null
    if (isInPayout) charges.delete(shop)
    known.set(shop, { ...referral, earned: formatMoney(commission.amount, 'en'), isInPayout })
  }
  return {
    saveTerms: async () => {
      const call = { from: 'App', to: 'Affiliate platform', what: 'saves terms of a member' } as const
      const fetch: typeof globalThis.fetch = (input, init) =>
        noteResponse(journal, call, () => deliver(input, init))
      const membershipId = process.env['AFFILIATE_MEMBERSHIP_ID'] ?? ''
      await new AffiliateClient({ fetch }).memberships.saveTerms(membershipId, { rules: ownRules })
    },
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
    charge: (shop) => charges.set(shop, { at: charge(world, shop), askedAtMs: 0 }),
    find: async (shop) => {
      await findReferral(shop)
      await findEarning(shop)
      return known.get(shop) ?? null
    },
    forget: () => {
      for (const map of [listings, known, asked, charges]) map.clear()
    },
  }
}
