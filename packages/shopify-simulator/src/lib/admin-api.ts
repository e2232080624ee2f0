import { type BehaviourDetails, type ShopBehaviour, spendBehaviour } from './behaviour.ts'
import { respondGraphql, respondThrottled } from './graphql-response.ts'
import { findInstallation, type Platform, type Shop } from './platform.ts'
import { htmlResponse, networkError, rejection, tokenRejection } from './responses.ts'
import { findLiveToken } from './tokens.ts'

/** One request to a shop, read to its end. */
export interface PlatformCall {
  readonly platform: Platform
  readonly shop: Shop
  readonly url: URL
  readonly headers: Headers
  readonly body: string
  readonly signal: AbortSignal | undefined
}

const slowDelayMs = 15_000
const mismatchDomain = 'another-shop.myshopify.com'

export async function respondAdminApi(call: PlatformCall, apiVersion: string): Promise<Response> {
  const { platform, shop } = call
  const { details } = shop.behaviour
  const behaviour = spendBehaviour(shop.behaviour)
  await waitFor(call, behaviour, details)
  const unseen = respondBeforeToken(behaviour, details)
  if (unseen !== undefined) return unseen
  const token = findLiveToken(platform, shop, call.headers.get('x-shopify-access-token'))
  if (token === undefined) return tokenRejection()
  const headers = { 'x-shopify-api-version': apiVersion }
  if (behaviour === 'forbidden') return rejection(403, 'Forbidden', headers)
  if (behaviour === 'rate_limited') return respondRateLimited(details, headers)
  if (behaviour === 'throttled') return respondThrottled(headers)
  const installation = findInstallation(shop, token.clientId)
  const domain = behaviour === 'mismatch' ? mismatchDomain : shop.domain
  return respondGraphql({ platform, shop, installation, body: toJsonBody(call), headers, domain })
}

/** Shopify takes a query without its JSON too, which its libraries sent until 2023. */
function toJsonBody({ headers, body }: PlatformCall): string {
  const isBare = headers.get('content-type')?.startsWith('application/graphql') ?? false
  return isBare ? JSON.stringify({ query: body }) : body
}

/** The behaviours that are no response: late, never, or a broken connection. */
export async function waitFor(
  call: Pick<PlatformCall, 'platform' | 'signal'>,
  behaviour: string,
  details: BehaviourDetails = {},
): Promise<void> {
  if (behaviour === 'reset') throw networkError('ECONNRESET', 'read ECONNRESET')
  if (behaviour === 'hang') await new Promise(() => undefined)
  if (behaviour === 'slow') await call.platform.delay(details.delayMs ?? slowDelayMs, call.signal)
}

function respondBeforeToken(behaviour: ShopBehaviour, details: BehaviourDetails): Response | undefined {
  if (behaviour === 'revoked') return tokenRejection()
  if (behaviour === 'frozen') return rejection(402, 'Unavailable Shop')
  if (behaviour === 'gone') return rejection(404, 'Not Found')
  if (behaviour === 'locked') return rejection(423, 'Locked')
  if (behaviour === 'server_error') return rejection(details.status ?? 500, 'Internal Server Error')
  if (behaviour === 'html_error') return htmlResponse(details.status ?? 200)
  if (behaviour === 'redirect') return respondRedirect(details)
  return undefined
}

function respondRedirect({ status = 302, location = 'https://elsewhere.example/admin' }: BehaviourDetails) {
  return new Response(null, { status, headers: { location } })
}

function respondRateLimited(
  { retryAfterSeconds = 2 }: BehaviourDetails,
  headers: Readonly<Record<string, string>>,
): Response {
  const retryAfter = retryAfterSeconds.toFixed(1)
  return rejection(429, 'Too Many Requests', { ...headers, 'retry-after': retryAfter })
}
