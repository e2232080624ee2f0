import {
  AffiliateClient,
  type AnyAffiliateError,
  type AttributionResponse,
  extra,
  IdentifyClient,
  type IdentifyOutcome,
  isAffiliateError,
  type Later,
  type PayoutSummary,
  type TermsRules,
  type TermsVersion,
} from '@affiliate-platform/sdk'

declare const payout: PayoutSummary
declare const version: TermsVersion
declare const outcome: IdentifyOutcome
declare const attribution: AttributionResponse
declare const error: AnyAffiliateError
declare const email: string | undefined
const { identify } = new IdentifyClient()
const { memberships, payouts } = new AffiliateClient()
const myshopifyDomain = 'a.myshopify.com'

// Each of these lines is a mistake, and none compiles.
// @ts-expect-error
export const ammount = payout.ammount
// @ts-expect-error
export const effectivAt = version.effectivAt
// @ts-expect-error
export const amountMnor = payout.amount.amountMnor
// @ts-expect-error
export const isQuota = error.code === 'qouta_exceeded'
// @ts-expect-error
export const isLimited = error.name === 'RateLimitEror'
// @ts-expect-error
export const isConfirmed = payout.status === 'confrimed'
// @ts-expect-error
export const isWatched = outcome.ok && outcome.response.uninstallWatch === 'regsitered'
// @ts-expect-error
export const isAttributed = attribution.outcome === 'atributed'
// @ts-expect-error
void identify({ myshopifyDomain })
// @ts-expect-error
void identify({ myshopifyDomain, country: 'Peru', emial: 'owner@example.com' })
// @ts-expect-error
void payouts.listPage({ stauts: 'confirmed' })
// @ts-expect-error
void payouts.listPage({}, { maxRetries: 3 })
// @ts-expect-error
export const kinds: TermsRules['includedSaleKinds'] = ['subscripton_sale']
// @ts-expect-error
void memberships.saveTerms('id', { rules: { ...version.rules, rateBps: '20' } })
// @ts-expect-error
void payouts.listPage({ status: 'unreportd' })

// And these are none.
void memberships.saveTerms('id', { rules: version.rules })
void memberships.saveTerms('id', { rules: { ...version.rules, rateBps: 1500 } })
void identify({ myshopifyDomain, email })
void payouts.listPage({ status: 'a state of a later service' as string as Later })
export const tier: unknown = extra(payout)['tier']
export const isLater = (status: string = payout.status): boolean => status === 'a state of a later service'
export const code = (caught: unknown): string => (isAffiliateError(caught) ? caught.code : 'unknown')

/** Without a `default`: a kind that is forgotten does not compile. */
export function advise({ kind }: AnyAffiliateError): string {
  switch (kind) {
    case 'aborted':
      return 'nothing to do'
    case 'configuration':
      return 'fix the deployment'
    case 'authentication':
    case 'permission':
    case 'not_found':
      return 'check the key and the address'
    case 'invalid_request':
    case 'terms_rejected':
    case 'conflict':
      return 'change the request'
    case 'rate_limit':
    case 'server':
    case 'network':
    case 'timeout':
      return 'try later'
    case 'invalid_response':
      return 'report it'
  }
}
