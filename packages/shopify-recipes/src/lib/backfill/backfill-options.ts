import type { FoundContact } from '../contact.ts'
import type { IdentifyPort } from '../identify-port.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { PageFields, PageRouteOptions, ShopFailure } from '../pages/page-options.ts'
import type { Report } from '../report.ts'

/** What was read of one shop. */
export interface ReadShop extends FoundContact {
  /** The shop's current offline token. Without one only the contact is sent. */
  readonly accessToken?: string | null | undefined
}

/** How one shop is read. */
export interface ReadShopOptions {
  /** Aborted after 10 s. */
  readonly signal: AbortSignal
  /** Whether to read the phone too. */
  readonly includePhone: boolean
}

/**
 * Reads one shop. Resolves to undefined for a shop that is to be skipped. What it throws is judged by its HTTP
 * status: a `Response`, or an error with `response.code` or `status`.
 */
export type ReadShopFunction = (domain: string, options: ReadShopOptions) => Promise<ReadShop | undefined>

/** Options of `backfillRoute`. */
export interface BackfillRouteOptions extends PageRouteOptions {
  /** Reads one shop. `readShopWithAdmin` and `readShopWithSessions` are ready ones. */
  readonly readShop: ReadShopFunction
  /** The id (UUID) of your app on the affiliate platform. Default: the environment's `AFFILIATE_APP_ID`. */
  readonly appId?: string | undefined
  /** Sends the calls. Default: an `IdentifyClient` made from the environment. */
  readonly client?: IdentifyPort
  /**
   * The ledger of `identifyOnInstall`: a shop that was sent is recorded there, so that its next token renewal is not
   * taken for an install. With it, `prime=1` in the query records every listed shop and sends nothing, and `missed=1`
   * sends only the shops whose install was missed. Default: nothing is recorded.
   */
  readonly ledger?: Ledger
  /** Shops at a time, 1 to 50. Default 10. More gets more shops begun on a page. */
  readonly concurrency?: number
  /**
   * How long a page works, in milliseconds, 5,000 to 300,000; it responds within a second after that. A shop is read, and
   * identified, only while there are 10 s for it; the others count as not begun, and are repeated. Below 20,000 each of
   * the two gets half of the page instead. Default 24,000, for hosts that cut a request after 30 s.
   */
  readonly pageTimeMs?: number
  /** Also reads and sends the phone. Default false. */
  readonly includePhone?: boolean
  /**
   * Says that a thrown `Response` with status 500 means a revoked token, and the shop is skipped. Shopify's
   * libraries throw one for every rejected refresh, but also when the token endpoint is down. Default false:
   * the shop counts as failed, so that none is lost silently.
   */
  readonly rejectedRefreshMeansRevoked?: boolean
  /**
   * Gets the outcome of each shop, as it happens: the response, whose fields are fixed, only counts the sent and the
   * skipped ones. Default: nothing is reported beside the response.
   */
  readonly onResult?: Report<BackfillResult>
}

/** Where a shop fails. */
export type BackfillStage = 'shop_read' | 'identify'

/** A shop that was not identified. */
export type BackfillFailure = ShopFailure<BackfillStage>

/** What became of one shop; it holds neither contact nor token. */
export type BackfillResult =
  /** `sent`: identified, or in a dry run readable. `skipped`: its record cannot be read any more; in
   * `prime` it was recorded, and in `missed` another process is at it. */
  | { readonly outcome: 'sent' | 'skipped'; readonly domain: string; readonly isDryRun: boolean }
  | ({ readonly outcome: 'failed'; readonly isDryRun: boolean } & BackfillFailure)

/** The response of the route for one page (interface 4.4 rule 5). */
export interface BackfillPage extends PageFields<BackfillStage> {
  /** Identified shops; in a dry run, those that would be sent. */
  readonly sent: number
  /** Shops whose record cannot be read any more: uninstalled, frozen, closed. */
  readonly skipped: number
}
