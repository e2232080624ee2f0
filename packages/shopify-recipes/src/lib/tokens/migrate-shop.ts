import { limits, shopDomainSchema } from '@affiliate-platform/contract'
import { offlinePrefix } from '../backfill/list-by-key.ts'
import { runWithin } from '../deadline.ts'
import type { PageTime } from '../pages/page-time.ts'
import type { ShopOutcome } from '../pages/run-shops.ts'
import { type ExpiringToken, exchangeToken, type ShopifyApp } from './exchange-token.ts'
import type { MigratedSession, MigrationStage, SessionStore } from './token-options.ts'

/** What a shop is counted as. */
export type MigrationCount = 'migrated' | 'alreadyExpiring' | 'skipped'

export type MigrationOutcome = ShopOutcome<MigrationCount, MigrationStage>

/** What all shops of a page share. */
export interface MigrationRun<Session extends MigratedSession> {
  readonly storage: SessionStore<Session>
  readonly app: ShopifyApp
  readonly isDryRun: boolean
  readonly time: PageTime
}

// An exchange may take 10 s, and what it yields must still be stored within the page.
const exchangeLeftMsMin = limits.backfillCallTimeoutMs + 5000

/** Whether an exchange may still be begun on a page. */
export function canExchange(time: PageTime): boolean {
  return time.leftMs() >= exchangeLeftMsMin
}

/**
 * Migrates the token of one shop. Never rejects.
 *
 * Shopify revokes the old token with the exchange. Until the new one is stored, the old one stays in the storage, and for
 * seven days it gets the same pair again: whatever ends this half-way, the shop only has to be run once more.
 */
export async function migrateShop<Session extends MigratedSession>(
  domain: string,
  run: MigrationRun<Session>,
): Promise<MigrationOutcome> {
  let session: Session | undefined
  try {
    // A stray row is no shop, and no run would make it one. The client secret goes to this host.
    if (!shopDomainSchema.safeParse(domain).success) return 'skipped'
    session = await load(domain, run)
  } catch {
    return { domain, stage: 'load', status: null }
  }
  const oldToken = session?.accessToken
  if (session === undefined || !oldToken) return 'skipped'
  if (session.isOnline || session.shop !== domain) return { domain, stage: 'load', status: null }
  if (isExpiring(session)) return 'alreadyExpiring'
  if (run.isDryRun) return 'migrated'
  const exchanged = await exchange(domain, oldToken, run)
  if (typeof exchanged === 'string' || 'stage' in exchanged) return exchanged
  try {
    return await storeToken({ domain, oldToken, token: exchanged }, run)
  } catch {
    return { domain, stage: 'store', status: null }
  }
}

async function exchange(
  domain: string,
  token: string,
  { app, time }: Pick<MigrationRun<MigratedSession>, 'app' | 'time'>,
): Promise<ExpiringToken | MigrationOutcome> {
  let status: number | null = null
  for (;;) {
    await time.pass()
    if (!canExchange(time)) return { domain, stage: 'exchange', status }
    try {
      const exchanged = await runWithin(limits.backfillCallTimeoutMs, (signal) =>
        exchangeToken(app, { domain, token }, signal),
      )
      if (exchanged.kind === 'exchanged') return exchanged.token
      if (exchanged.kind === 'revoked') return 'skipped'
      status = exchanged.kind === 'throttled' ? 429 : exchanged.status
      if (exchanged.kind === 'throttled' && time.pause(exchanged.retryAfterMs)) continue
      return { domain, stage: 'exchange', status }
    } catch {
      return { domain, stage: 'exchange', status: null }
    }
  }
}

interface NewToken {
  readonly domain: string
  readonly oldToken: string
  readonly token: ExpiringToken
}

async function storeToken<Session extends MigratedSession>(
  { domain, oldToken, token }: NewToken,
  run: MigrationRun<Session>,
): Promise<MigrationOutcome> {
  const failure = { domain, stage: 'store', status: null } as const
  // The merchant may have opened or uninstalled the app meanwhile: what the app stored then is newer.
  const session = await load(domain, run)
  if (session === undefined) return 'skipped'
  if (session.accessToken !== oldToken) return isExpiring(session) ? 'alreadyExpiring' : failure
  if ((await store(copySession(session, token), run)) !== true) return failure
  const stored = await load(domain, run)
  if (stored !== undefined && isKept(stored, token)) return 'migrated'
  // A storage without the columns for it: with the old token in its place, the pair can be asked for again.
  if (stored?.accessToken === token.accessToken) await store(session, run)
  return failure
}

function load<Session extends MigratedSession>(
  domain: string,
  run: MigrationRun<Session>,
): Promise<Session | undefined> {
  return runWithin(timeoutOf(run), () => run.storage.loadSession(offlinePrefix + domain))
}

function store<Session extends MigratedSession>(
  session: Session,
  run: MigrationRun<Session>,
): Promise<boolean> {
  return runWithin(timeoutOf(run), () => run.storage.storeSession(session))
}

function timeoutOf({ time }: Pick<MigrationRun<MigratedSession>, 'time'>): number {
  return Math.max(0, Math.min(limits.backfillCallTimeoutMs, time.leftMs()))
}

function isExpiring({ expires, refreshToken }: MigratedSession): boolean {
  return Boolean(expires ?? refreshToken)
}

/** Shopify's storages call the session's methods, and may hand out the very object that they keep. */
function copySession<Session extends MigratedSession>(session: Session, token: ExpiringToken): Session {
  return Object.assign(Object.create(Object.getPrototypeOf(session)), session, token)
}

/** A refresh may have replaced the pair already. */
function isKept(stored: MigratedSession, token: ExpiringToken): boolean {
  if (stored.accessToken !== token.accessToken) return isExpiring(stored) && Boolean(stored.refreshToken)
  return stored.refreshToken === token.refreshToken && Boolean(stored.expires && stored.refreshTokenExpires)
}
