import { type ErrorCode, limits, operations } from '@affiliate-platform/contract'
import { renderCode, renderTable, toHtml } from './html.ts'
import { termsFaults } from './terms-faults.ts'

// The package that a reader installs. This one does not import it.
const client = '@affiliate-platform/sdk'

/** HTML with more than cause and remedy, for the codes that need it. */
export const errorAdvice: Readonly<Partial<Record<ErrorCode, string>>> = {
  terms_rejected: [
    '<h2>The rules</h2>',
    `<p>${toHtml('Every broken rule is in `errors`, with its `code` and a `pointer` to its place.')}</p>`,
    renderTable(
      ['Code and place', 'Rule', 'What to do'],
      termsFaults.map(({ code, pointer, rule, remedy }) => [
        `\`${code}\` \`${pointer}\``,
        `${rule}.`,
        `${remedy}.`,
      ]),
    ),
  ].join('\n'),
  quota_exceeded: [
    '<h2>The quota</h2>',
    `<p>${toHtml(
      `An affiliate key may send ${limits.quotaRequestsMax} requests in any ${limits.quotaWindowMs / 1000} seconds, counted over all operations; a key and its successor share them. A workspace or MCP key may send ${limits.identifyQuotaRequestsDefault.toLocaleString('en')} requests in the same time, unless the operator has set another number. \`RateLimit\` on every response says how many are left.`,
    )}</p>`,
    '<h2>In code</h2>',
    `<p>${toHtml('The client waits as long as `Retry-After` says and tries again by itself, within the total timeout of the call. You only have to handle the case that this time is over:')}</p>`,
    renderCode(
      'TypeScript with the client',
      `import { AffiliateClient, isRateLimitError } from '${client}'

const affiliate = new AffiliateClient()
try {
  console.log((await affiliate.payouts.listPage()).items.length)
} catch (error) {
  if (!isRateLimitError(error)) throw error
  console.warn('Try again in', error.retryAfterMs, 'ms')
}`,
    ),
    renderCode(
      'TypeScript without it',
      `async function sendWithinQuota(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await send()
    if (response.status !== 429) return response
    const seconds = Number(response.headers.get('Retry-After'))
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}`,
    ),
    renderCode(
      'curl, which obeys Retry-After',
      `curl -sS --retry 3 -G "$AFFILIATE_BASE_URL${operations.listPayouts.path}" \\\n  -H "Authorization: Bearer $AFFILIATE_API_KEY"`,
    ),
  ].join('\n'),
}
