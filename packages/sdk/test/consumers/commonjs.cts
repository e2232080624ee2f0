import { AffiliateClient, isRateLimitError, type PayoutSummary } from '@affiliate-platform/sdk'

export async function readNames(): Promise<string[]> {
  const { items } = await new AffiliateClient().payouts.listPage()
  return items.map(({ name }: PayoutSummary) => name)
}

export const waitMs = (error: unknown): number | undefined =>
  isRateLimitError(error) ? error.retryAfterMs : undefined
