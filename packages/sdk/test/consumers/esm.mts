import {
  AffiliateClient,
  type ClientOptions,
  extra,
  formatMoney,
  IdentifyClient,
  isAffiliateError,
  type Money,
  type PayoutSummary,
  RateLimitError,
} from '@affiliate-platform/sdk'

const options: ClientOptions = { baseUrl: 'https://affiliates.example.com', retries: 1 }
const unpaid: Money[] = []
const seen: unknown[] = []

async function collectUnpaid(client: AffiliateClient): Promise<void> {
  for await (const payout of client.payouts.list({ status: 'unreported' })) {
    const row: PayoutSummary = payout
    unpaid.push(row.unpaid)
    seen.push(formatMoney(row.amount), extra(row)['tier'])
  }
}

try {
  await collectUnpaid(new AffiliateClient(options))
  const outcome = await new IdentifyClient().tryIdentify({
    myshopifyDomain: 'a.myshopify.com',
    country: 'Peru',
  })
  if (!outcome.ok) seen.push(outcome.error.code)
} catch (error) {
  if (error instanceof RateLimitError) seen.push(error.retryAfterMs)
  if (isAffiliateError(error)) seen.push(error.status)
}

// @ts-expect-error Money is never made from a number.
unpaid.push({ amountMinor: 5, currency: 'USD' })
// @ts-expect-error A number is no money.
unpaid.push(5)
// @ts-expect-error An access token needs the id of its app.
new IdentifyClient().identify({ myshopifyDomain: 'a.myshopify.com', accessToken: 'shpat_1' })
// @ts-expect-error Identifying needs the other client with the other key.
new AffiliateClient().identify({ myshopifyDomain: 'a.myshopify.com' })
