/** What Shopify knows about a shop and its owner. Every field can be set per shop. */
export interface ShopContact {
  /** The shop's display name. Default: made from the domain. */
  readonly name: string
  /** The owner's address: `shop.email`, and `email` in a webhook. */
  readonly email: string
  /** The public address: `shop.contactEmail`, and `customer_email` in a webhook. */
  readonly contactEmail: string
  /** `shop.shopOwnerName`, and `shop_owner` in a webhook. */
  readonly ownerName: string
  /** `plan.publicDisplayName`, for example `Basic`, `Grow`, `Plus`. Default: `Basic`. */
  readonly plan: string
  /** Whether it is a development shop. Default: false. */
  readonly partnerDevelopment: boolean
  /** The country's English name. Default: `Canada`. */
  readonly country: string | null
  /** ISO 3166 two-letter code. Default: `CA`. */
  readonly countryCode: string | null
  /** The shop's phone number. Default: a fictional one. */
  readonly phone: string | null
}

export function buildContact(domain: string, given: Partial<ShopContact> = {}): ShopContact {
  const label = domain.replace('.myshopify.com', '')
  return {
    name: label,
    email: `owner@${label}.example`,
    contactEmail: `hello@${label}.example`,
    ownerName: 'Robin Example',
    plan: 'Basic',
    partnerDevelopment: false,
    country: 'Canada',
    countryCode: 'CA',
    phone: '+1 613 555 0142',
    ...given,
  }
}
