import { AffiliateClient, isRateLimitError, type PayoutSummary } from '@affiliate-platform/sdk'
import { IdentifyClient, type IdentifyOutcome } from '@affiliate-platform/sdk/identify'

export async function readNames(): Promise<string[]> {
  const { items } = await new AffiliateClient().payouts.listPage()
  return items.map(({ name }: PayoutSummary) => name)
}

export const waitMs = (error: unknown): number | undefined =>
  isRateLimitError(error) ? error.retryAfterMs : undefined

export const identify = (): Promise<IdentifyOutcome> =>
  new IdentifyClient().tryIdentify({ myshopifyDomain: 'example.myshopify.com', country: 'Iceland' })
