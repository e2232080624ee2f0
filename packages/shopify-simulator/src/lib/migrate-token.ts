import type { IssuedToken } from './issued-token.ts'
import type { Platform, Shop } from './platform.ts'
import { findLiveToken, issueToken, offlineTokenLifetimeMs } from './tokens.ts'

const retryDaysMs = 7 * 86_400_000

/**
 * Exchanges a token that never expires for one that does, and revokes it. Shopify gives the same pair again for seven
 * days, until the pair is used or replaced.
 */
export function migrateToken(
  platform: Platform,
  shop: Shop,
  { clientId, token }: { readonly clientId: string; readonly token: string },
): IssuedToken | undefined {
  const live = findLiveToken(platform, shop, token)
  if (live === undefined) return repeatMigration(platform, shop, { clientId, token })
  if (live.clientId !== clientId || live.expiresAtMs !== undefined) return undefined
  const issued = issueToken(platform, shop, {
    clientId,
    lifetimeMs: offlineTokenLifetimeMs,
    refreshable: true,
  })
  shop.tokens.delete(token)
  shop.migrations.set(token, { clientId, atMs: platform.now(), issued })
  return issued
}

function repeatMigration(
  platform: Platform,
  shop: Shop,
  { clientId, token }: { readonly clientId: string; readonly token: string },
): IssuedToken | undefined {
  const migration = shop.migrations.get(token)
  if (migration === undefined || migration.clientId !== clientId) return undefined
  const { issued, atMs } = migration
  const isRefreshed = shop.refreshTokens.get(issued.refreshToken ?? '')?.replacement !== undefined
  if (isRefreshed || platform.now() - atMs >= retryDaysMs) return undefined
  const live = findLiveToken(platform, shop, issued.accessToken)
  const expiresAtMs = live?.expiresAtMs ?? platform.now() + offlineTokenLifetimeMs
  shop.tokens.set(issued.accessToken, { clientId, expiresAtMs })
  return { ...issued, expiresAtMs }
}

/** A later offline token of the app replaces the pair. */
export function endMigrations(shop: Shop, clientId: string): void {
  for (const [token, migration] of shop.migrations) {
    if (migration.clientId === clientId) shop.migrations.delete(token)
  }
}
