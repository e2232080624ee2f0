import type { AccessToken, IssuedToken } from './issued-token.ts'
import type { Platform, Shop } from './platform.ts'

/** What to issue. */
export interface TokenOptions {
  /** The app that gets it. Default: the shop's first installed app. */
  readonly clientId?: string | undefined
  /** The token's text. Default: the next of a counter, `shpat_…`. */
  readonly accessToken?: string | undefined
  /** Its life in milliseconds. Default: it never expires. */
  readonly lifetimeMs?: number | undefined
  /** Whether a refresh token, good for 90 days, comes with it. Default: no. */
  readonly refreshable?: boolean
}

/** An expiring offline token lives for an hour, its refresh token for 90 days. */
export const offlineTokenLifetimeMs = 3_600_000
const refreshTokenLifetimeMs = 90 * 86_400_000

export function issueToken(
  platform: Platform,
  shop: Shop,
  options: TokenOptions & { readonly clientId: string },
): IssuedToken {
  const { clientId, lifetimeMs } = options
  const accessToken = options.accessToken ?? platform.sequence.secret('shpat')
  const expiresAtMs = lifetimeMs === undefined ? undefined : platform.now() + lifetimeMs
  shop.tokens.set(accessToken, { clientId, expiresAtMs })
  const refreshToken = options.refreshable ? platform.sequence.secret('shprt') : undefined
  if (refreshToken !== undefined) {
    const refreshExpiresAtMs = platform.now() + refreshTokenLifetimeMs
    shop.refreshTokens.set(refreshToken, {
      clientId,
      expiresAtMs: refreshExpiresAtMs,
      replacement: undefined,
    })
  }
  return { accessToken, expiresAtMs, refreshToken }
}

export function findLiveToken(platform: Platform, shop: Shop, value: string | null): AccessToken | undefined {
  const token = value === null ? undefined : shop.tokens.get(value)
  const isLive = token !== undefined && (token.expiresAtMs ?? Number.POSITIVE_INFINITY) > platform.now()
  return isLive ? token : undefined
}

/** Shopify rotates refresh tokens, and lets the old one be retried until its replacement is first used. */
export function rotateToken(
  platform: Platform,
  shop: Shop,
  sent: { readonly clientId: string; readonly refreshToken: string },
): IssuedToken | undefined {
  const known = shop.refreshTokens.get(sent.refreshToken)
  if (known === undefined || known.clientId !== sent.clientId) return undefined
  if (known.expiresAtMs <= platform.now()) return undefined
  if (known.replacement !== undefined) {
    const next = shop.refreshTokens.get(known.replacement.refreshToken ?? '')
    return next?.replacement === undefined ? known.replacement : undefined
  }
  const { clientId } = known
  known.replacement = issueToken(platform, shop, {
    clientId,
    lifetimeMs: offlineTokenLifetimeMs,
    refreshable: true,
  })
  return known.replacement
}

export function revokeTokens(shop: Shop, clientId: string): void {
  for (const store of [shop.tokens, shop.refreshTokens, shop.migrations]) {
    for (const [value, token] of store) if (token.clientId === clientId) store.delete(value)
  }
}

export function expireTokens(platform: Platform, shop: Shop): void {
  for (const token of shop.tokens.values()) token.expiresAtMs = platform.now()
}
