import type { FoundContact } from '../contact.ts'
import type { IdentifyPort } from '../identify-port.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Report } from '../report.ts'

/** What was read of one shop. */
export interface ReadShop extends FoundContact {
  /** The shop's current offline token. Without one only the contact is sent. */
  readonly accessToken?: string | null | undefined
}

/** Which shops a page holds. */
export interface ListShopsOptions {
  /** Shops before the page; a multiple of 50. */
  readonly offset: number
  /** Shops of the page at most: 50. */
  readonly limit: number
  /** Aborted after 10 s. */
  readonly signal: AbortSignal
}

/** How one shop is read. */
export interface ReadShopOptions {
  /** Aborted after 10 s. */
  readonly signal: AbortSignal
  /** Whether to read the phone too. */
  readonly includePhone: boolean
}

/** Lists a page of shop domains, always in the same order. */
export type ListShops = (options: ListShopsOptions) => Promise<readonly string[]>

/**
 * Reads one shop. Resolves to undefined for a shop that is to be skipped. What it throws is judged by its HTTP
 * status: a `Response`, or an error with `response.code` or `status`.
 */
export type ReadShopFunction = (domain: string, options: ReadShopOptions) => Promise<ReadShop | undefined>

/** Options of `backfillRoute`. */
export interface BackfillRouteOptions {
  /**
   * Lists the app's shops, page by page. There is a ready one for each of Shopify's session storages. What it throws is
   * shown as a process warning, without credentials; whoever called the route learns only that it threw.
   */
  readonly listShops: ListShops
  /** Reads one shop. `readShopWithAdmin` and `readShopWithSessions` are ready ones. */
  readonly readShop: ReadShopFunction
  /** Counts all shops, for the progress of whoever drives the route. Default: the number is not told. */
  readonly countShops?: () => Promise<number>
  /**
   * Your own API key, which requests of the route must carry. Default: the environment's
   * `AFFILIATE_WORKSPACE_API_KEY`. Without one, or with fewer than 16 characters, every request is answered
   * with 500.
   */
  readonly apiKey?: string | undefined
  /** The id (UUID) of your app on the affiliate platform. Default: the environment's `AFFILIATE_APP_ID`. */
  readonly appId?: string | undefined
  /** Sends the calls. Default: an `IdentifyClient` made from the environment. */
  readonly client?: IdentifyPort
  /**
   * The ledger of `identifyOnInstall`: a shop that was sent is recorded there, so that its next token renewal is not
   * taken for an install. With it, `prime=1` in the query records every listed shop and sends nothing, and `missed=1`
   * sends the shops alone whose install was missed. Default: nothing is recorded.
   */
  readonly ledger?: Ledger
  /** Shops at a time, 1 to 50. Default 10. More gets more shops begun within the 25 s of a page. */
  readonly concurrency?: number
  /** Also reads and sends the phone. Default false. */
  readonly includePhone?: boolean
  /**
   * Says that a thrown `Response` with status 500 means a revoked token, and the shop is skipped. Shopify's
   * libraries throw one for every refused refresh, but also when the token endpoint is down. Default false:
   * the shop counts as failed, so that none is lost silently.
   */
  readonly refusedRefreshMeansRevoked?: boolean
  /**
   * Gets what became of each shop, as it happens: the answer, whose fields are fixed, only counts the sent and the
   * skipped ones. Default: nothing is reported beside the answer.
   */
  readonly onResult?: Report<BackfillResult>
}

/** A shop that was not identified. */
export interface BackfillFailure {
  readonly domain: string
  readonly stage: 'shop_read' | 'identify'
  /** The HTTP status, or null when there was none. */
  readonly status: number | null
}

/** What became of one shop; it holds neither contact nor token. */
export type BackfillResult =
  /** `sent`: identified, or in a dry run readable. `skipped`: its record cannot be read any more; in
   * `prime` it was recorded, and in `missed` another process is at it. */
  | { readonly outcome: 'sent' | 'skipped'; readonly domain: string; readonly isDryRun: boolean }
  | ({ readonly outcome: 'failed'; readonly isDryRun: boolean } & BackfillFailure)

/** The answer of the route for one page (interface 4.4 rule 5). */
export interface BackfillPage {
  /** `sent + skipped + failed`. */
  readonly processed: number
  readonly offset: number
  /** Identified shops; in a dry run, those that would be sent. */
  readonly sent: number
  /** Shops whose record cannot be read any more: uninstalled, frozen, closed. */
  readonly skipped: number
  readonly failed: number
  readonly failures: readonly BackfillFailure[]
  /** `offset + 50` when the page was full, else null. */
  readonly nextOffset: number | null
  /** Whether this was the last page. Not a success by itself (interface 4.4 rule 6). */
  readonly paginationComplete: boolean
  /** `paginationComplete` and no failure on this page. */
  readonly done: boolean
  /** This page's offset when any shop failed, else null. */
  readonly retryOffset: number | null
  /** What to do next, in words. Failed shops are repeated alone by the query that it names. */
  readonly next: string
}
