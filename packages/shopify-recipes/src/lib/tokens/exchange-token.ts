import { isStatus, toRecord } from '../fault.ts'
import type { MigratedSession } from './token-options.ts'

/** The app at Shopify's token endpoint. */
export interface ShopifyApp {
  readonly clientId: string
  readonly clientSecret: string
  readonly fetch: typeof globalThis.fetch
}

/** What of a session is new after the exchange. */
export type ExpiringToken = Required<
  Pick<MigratedSession, 'accessToken' | 'expires' | 'refreshToken' | 'refreshTokenExpires'>
>

/** How an exchange ended. */
export type TokenExchange =
  | { readonly kind: 'exchanged'; readonly token: ExpiringToken }
  /** Shopify does not know the token any more. */
  | { readonly kind: 'revoked' }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number }
  | { readonly kind: 'failed'; readonly status: number | null }

const offlineTokenType = 'urn:shopify:params:oauth:token-type:offline-access-token'
// The shop is uninstalled, frozen, closed or locked.
const revokedStatuses: readonly number[] = [402, 404, 423]
const revokedErrors: readonly unknown[] = ['invalid_subject_token', 'invalid_grant']

/**
 * Exchanges a token that never expires for one that does. Shopify revokes the old one, and gives the same pair again for
 * seven days, so that a lost response can be asked for again.
 */
export async function exchangeToken(
  { clientId, clientSecret, fetch }: ShopifyApp,
  { domain, token }: { readonly domain: string; readonly token: string },
  signal: AbortSignal,
): Promise<TokenExchange> {
  // Before the request: a token that is taken to end too early is only refreshed too early.
  const sentAtMs = Date.now()
  const response = await fetch(`https://${domain}/admin/oauth/access_token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: token,
      subject_token_type: offlineTokenType,
      requested_token_type: offlineTokenType,
      expiring: '1',
    }),
    // A redirect would take the secret elsewhere.
    redirect: 'manual',
    signal,
  })
  const body = toRecord(parseJson(await response.text()))
  const { status } = response
  if (status === 200) return toExchange(body, sentAtMs)
  if (status === 429) {
    return { kind: 'throttled', retryAfterMs: (Number(response.headers.get('retry-after')) || 0) * 1000 }
  }
  const isRevoked =
    revokedStatuses.includes(status) || (status === 400 && revokedErrors.includes(body['error']))
  return isRevoked ? { kind: 'revoked' } : { kind: 'failed', status: isStatus(status) ? status : null }
}

/** A response without a refresh token would leave a session that is dead within the hour. */
function toExchange(body: Readonly<Record<string, unknown>>, sentAtMs: number): TokenExchange {
  const { access_token: accessToken, refresh_token: refreshToken } = body
  const lifetimes = [Number(body['expires_in']), Number(body['refresh_token_expires_in'])]
  const [expires, refreshTokenExpires] = lifetimes.map((seconds) => new Date(sentAtMs + seconds * 1000))
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string')
    return { kind: 'failed', status: 200 }
  if (!lifetimes.every((seconds) => seconds > 0) || !expires || !refreshTokenExpires) {
    return { kind: 'failed', status: 200 }
  }
  return { kind: 'exchanged', token: { accessToken, expires, refreshToken, refreshTokenExpires } }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
