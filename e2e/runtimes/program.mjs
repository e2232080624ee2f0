// What every runtime does with the packed SDK: calls that succeed, and calls that end in each kind of error.
import {
  AffiliateClient,
  callDetails,
  formatMoney,
  IdentifyClient,
  isAffiliateError,
} from '@affiliate-platform/sdk'

/** @param {{ baseUrl: string, hostileUrl: string, affiliateKey: string, workspaceKey: string }} input */
export async function runProgram({ baseUrl, hostileUrl, affiliateKey, workspaceKey }) {
  const affiliate = new AffiliateClient({ baseUrl, apiKey: async () => affiliateKey })
  const hostile = (path) =>
    affiliate.withOptions({ baseUrl: `${hostileUrl}/${path}`, timeoutMs: 1000, retries: 0 })
  const page = await affiliate.payouts.listPage({ limit: 10 }, { headers: { traceparent: '00-1-2-01' } })
  const { status, attempts, rateLimit } = callDetails(page) ?? {}
  const rows = await affiliate.payouts.list().toArray({ limit: Number.POSITIVE_INFINITY })
  const retried = await hostile('flaky').payouts.listPage({}, { retries: 1 })
  const controller = new AbortController()
  const aborted = endOf(hostile('hang').payouts.listPage({}, { signal: controller.signal }))
  setTimeout(() => controller.abort('left'), 50)
  return {
    page: [page.items.length, status, attempts, rateLimit?.limit],
    rows: rows.length,
    retried: callDetails(retried)?.attempts,
    money: formatMoney({ amountMinor: '1999', currency: 'USD' }, 'en-US'),
    identified: (
      await new IdentifyClient({ baseUrl, apiKey: workspaceKey }).tryIdentify({
        myshopifyDomain: 'runtime.myshopify.com',
        country: 'Iceland',
      })
    ).ok,
    rejected: await endOf(hostile('rejected').payouts.listPage()),
    limited: await endOf(hostile('limited').payouts.listPage()),
    hang: await endOf(hostile('hang').payouts.listPage()),
    stalled: await endOf(hostile('stalled').payouts.listPage()),
    reset: await endOf(hostile('reset').payouts.listPage()),
    redirected: await endOf(hostile('redirect').payouts.listPage()),
    malformed: await endOf(hostile('malformed').payouts.listPage()),
    aborted: await aborted,
    closed: await endOf(
      affiliate.withOptions({ baseUrl: 'http://127.0.0.1:9999', retries: 0 }).payouts.listPage(),
    ),
    faulty: await endOf(affiliate.withOptions({ fetch: async () => undefined.status }).payouts.listPage()),
    wrongKey: await endOf(affiliate.withOptions({ apiKey: () => workspaceKey }).payouts.listPage()),
  }
}

const endOf = (call) =>
  call.then(
    () => 'success',
    (error) => (isAffiliateError(error) ? `${error.kind}: ${error.code}` : `raw: ${error}`),
  )
