import { type AdminGraphql, buildContactQuery, parseContact } from '../admin-contact.ts'
import type { ReadShopFunction } from './backfill-options.ts'

/** The parts of a stored session that reading needs. */
export interface StoredSession {
  readonly shop: string
  readonly accessToken?: string | undefined
  /** When the refresh token ends. */
  readonly refreshTokenExpires?: Date | undefined
}

/** What `shopifyApp` of Remix and React Router returns; only this is called. */
export interface UnauthenticatedShopify {
  readonly unauthenticated: {
    admin(shop: string): Promise<{ readonly admin: AdminGraphql; readonly session: StoredSession }>
  }
  readonly sessionStorage?: { loadSession(id: string): Promise<StoredSession | undefined> } | undefined
}

/**
 * Reads shops through `unauthenticated.admin` of Remix and React Router, which refreshes tokens.
 *
 * A thrown `Response` with status 500 is a rejected refresh or an outage of the token endpoint. It is known to be
 * a rejection, and the shop is skipped, when the refresh token's own time is over.
 *
 * @param shopify - what `shopifyApp` returned
 *
 * @example
 * ```ts
 * import { readShopWithAdmin, type UnauthenticatedShopify } from '@affiliate-platform/shopify-recipes'
 *
 * declare const shopify: UnauthenticatedShopify
 * const readShop = readShopWithAdmin(shopify)
 * ```
 */
export function readShopWithAdmin(shopify: UnauthenticatedShopify): ReadShopFunction {
  return async (domain, { signal, includePhone }) => {
    const authorized = await authorize(shopify, domain)
    if (authorized === undefined) return undefined
    const { admin, session } = authorized
    // The refresh takes no signal: it may end long after this shop's time.
    signal.throwIfAborted()
    const response = await admin.graphql(buildContactQuery(includePhone), { signal })
    return { ...parseContact(await response.json(), domain), accessToken: session.accessToken }
  }
}

async function authorize({ unauthenticated, sessionStorage }: UnauthenticatedShopify, domain: string) {
  try {
    return await unauthenticated.admin(domain)
  } catch (thrown) {
    if (!(thrown instanceof Response) || thrown.status !== 500) throw thrown
    const session = await sessionStorage?.loadSession(`offline_${domain}`)
    if (session?.refreshTokenExpires === undefined || session.refreshTokenExpires.getTime() > Date.now()) {
      throw thrown
    }
    return undefined
  }
}

/** How to read shops without `unauthenticated.admin`. */
export interface ReadShopWithSessions<Session extends StoredSession> {
  /** The shop's offline session with a token that is still good; undefined skips the shop. */
  readonly loadSession: (domain: string) => Promise<Session | undefined>
  /** Sends a GraphQL query with the session's token, and resolves to `{ data }`. */
  readonly query: (
    session: Session,
    query: string,
    options: { readonly signal: AbortSignal },
  ) => Promise<unknown>
}

/**
 * Reads shops through any Admin GraphQL client: Express, or an app's own.
 *
 * @example
 * ```ts
 * import { readShopWithSessions, type StoredSession } from '@affiliate-platform/shopify-recipes'
 *
 * declare const app: {
 *   load(shop: string): Promise<StoredSession | undefined>
 *   ask(session: StoredSession, query: string, signal: AbortSignal): Promise<unknown>
 * }
 * const readShop = readShopWithSessions({
 *   loadSession: (shop) => app.load(shop),
 *   query: (session, query, { signal }) => app.ask(session, query, signal),
 * })
 * ```
 */
export function readShopWithSessions<Session extends StoredSession>({
  loadSession,
  query,
}: ReadShopWithSessions<Session>): ReadShopFunction {
  return async (domain, { signal, includePhone }) => {
    const session = await loadSession(domain)
    if (session === undefined) return undefined
    signal.throwIfAborted()
    const response = await query(session, buildContactQuery(includePhone), { signal })
    return { ...parseContact(response, domain), accessToken: session.accessToken }
  }
}
