import type { PageFields, PageRouteOptions, ShopFailure } from '../pages/page-options.ts'

/** The parts of a stored session that a migration reads and replaces; Shopify's `Session` has them. */
export interface MigratedSession {
  readonly shop: string
  readonly isOnline: boolean
  readonly accessToken?: string | undefined
  /** When the access token ends; undefined for a token that never does. */
  readonly expires?: Date | undefined
  readonly refreshToken?: string | undefined
  readonly refreshTokenExpires?: Date | undefined
}

/** The app's session storage; each of Shopify's is one. Only this is called. */
export interface SessionStore<Session extends MigratedSession> {
  /** Gets `offline_<shop>`, and must read what was stored last. */
  loadSession(id: string): Promise<Session | undefined>
  /** Anything but true means that the session was not stored. */
  storeSession(session: Session): Promise<boolean>
}

/** Options of `migrateTokensRoute`. */
export interface MigrateTokensOptions<Session extends MigratedSession> extends PageRouteOptions {
  /** The storage that holds the sessions. It must keep `expires`, `refreshToken` and `refreshTokenExpires`. */
  readonly sessionStorage: SessionStore<Session>
  /** Your app's client id. Default: the environment's `SHOPIFY_API_KEY`. */
  readonly clientId?: string | undefined
  /** Your app's client secret. Default: the environment's `SHOPIFY_API_SECRET`. */
  readonly clientSecret?: string | undefined
  /** Sends the requests to Shopify. Default: the host's `fetch`. */
  readonly fetch?: typeof globalThis.fetch
}

/** Where a shop fails: reading its session, at Shopify, or after Shopify has revoked its old token. */
export type MigrationStage = 'load' | 'exchange' | 'store'

/** A shop whose token was not migrated. */
export type MigrationFailure = ShopFailure<MigrationStage>

/** The response of the route for one page. */
export interface MigrationPage extends PageFields<MigrationStage> {
  /** Shops whose new session is stored; in a dry run, those whose token never expires. */
  readonly migrated: number
  /** Shops whose stored session expires. */
  readonly alreadyExpiring: number
  /** Shops without a token to exchange: no session, uninstalled, or a token that Shopify does not know any more. */
  readonly skipped: number
}
