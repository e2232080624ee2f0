import type { ClientResponse } from '@shopify/admin-api-client'
import * as z from 'zod'
import type { PlatformRejection } from './commerce-platform.ts'

const retryAfterSecondsMax = 3600

const rejectionsByStatus = new Map<number, PlatformRejection>([
  [401, { kind: 'token_rejected' }],
  [402, { kind: 'shop_unavailable' }],
  // A missing scope, or an IP allowlist of the app that does not hold this service's network.
  [403, { kind: 'access_denied' }],
  [404, { kind: 'shop_unavailable' }],
  [423, { kind: 'shop_unavailable' }],
])

const rejectionsByErrorCode = new Map<string, PlatformRejection>([
  ['ACCESS_DENIED', { kind: 'access_denied' }],
  ['SHOP_INACTIVE', { kind: 'shop_unavailable' }],
])

// Shopify sends a list with codes, and sometimes a bare text: that one tells nothing.
const graphqlErrorsSchema = z
  .array(z.object({ extensions: z.object({ code: z.string().optional() }).optional() }))
  .catch([])

/**
 * Sorts a failed call. The client's own message is left behind: it can quote the response or a header.
 *
 * @param errors - what the client reports, without a status when no response came
 */
export function toPlatformRejection(errors: NonNullable<ClientResponse['errors']>): PlatformRejection {
  const status = errors.networkStatusCode
  if (status === undefined) return { kind: 'unavailable', reason: 'no response' }
  const codes = graphqlErrorsSchema
    .parse(errors.graphQLErrors)
    .flatMap(({ extensions }) => extensions?.code ?? [])
  const known =
    rejectionsByStatus.get(status) ?? codes.map((code) => rejectionsByErrorCode.get(code)).find(Boolean)
  if (known !== undefined) return known
  const retryAfterSeconds = parseRetryAfter(errors.response?.headers.get('retry-after'))
  return {
    kind: 'unavailable',
    reason: `a response with status ${status} that is no result`,
    retryAfterSeconds,
  }
}

// Shopify writes fractions such as `2.0`; the header that we send holds whole seconds.
function parseRetryAfter(text: string | null | undefined): number | undefined {
  const seconds = Math.ceil(Number(text ?? Number.NaN))
  return seconds >= 1 ? Math.min(seconds, retryAfterSecondsMax) : undefined
}
