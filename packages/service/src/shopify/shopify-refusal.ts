import type { ClientResponse } from '@shopify/admin-api-client'
import * as z from 'zod'
import type { PlatformRefusal } from './commerce-platform.ts'

const retryAfterSecondsMax = 3600

const refusalsByStatus = new Map<number, PlatformRefusal>([
  [401, { kind: 'token_rejected' }],
  [402, { kind: 'shop_unavailable' }],
  // A missing scope, or an IP allowlist of the app that does not hold this service's network.
  [403, { kind: 'access_denied' }],
  [404, { kind: 'shop_unavailable' }],
  [423, { kind: 'shop_unavailable' }],
])

const refusalsByErrorCode = new Map<string, PlatformRefusal>([
  ['ACCESS_DENIED', { kind: 'access_denied' }],
  ['SHOP_INACTIVE', { kind: 'shop_unavailable' }],
])

// Shopify sends a list with codes, and now and then a bare text: that one tells nothing.
const graphqlErrorsSchema = z
  .array(z.object({ extensions: z.object({ code: z.string().optional() }).optional() }))
  .catch([])

/**
 * Sorts a failed call. The client's own message is left behind: it can quote the answer or a header.
 *
 * @param errors - what the client reports, without a status when no answer came
 */
export function toPlatformRefusal(errors: NonNullable<ClientResponse['errors']>): PlatformRefusal {
  const status = errors.networkStatusCode
  if (status === undefined) return { kind: 'unavailable', reason: 'no answer' }
  const codes = graphqlErrorsSchema
    .parse(errors.graphQLErrors)
    .flatMap(({ extensions }) => extensions?.code ?? [])
  const known =
    refusalsByStatus.get(status) ?? codes.map((code) => refusalsByErrorCode.get(code)).find(Boolean)
  if (known !== undefined) return known
  const retryAfterSeconds = parseRetryAfter(errors.response?.headers.get('retry-after'))
  return {
    kind: 'unavailable',
    reason: `an answer with status ${status} that is no result`,
    retryAfterSeconds,
  }
}

// Shopify writes fractions such as `2.0`; the header that we send holds whole seconds.
function parseRetryAfter(text: string | null | undefined): number | undefined {
  const seconds = Math.ceil(Number(text ?? Number.NaN))
  return seconds >= 1 ? Math.min(seconds, retryAfterSecondsMax) : undefined
}
