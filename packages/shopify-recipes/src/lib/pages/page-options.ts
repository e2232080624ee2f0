/** Which shops a page holds. */
export interface ListShopsOptions {
  /** Shops before the page; a multiple of 50. */
  readonly offset: number
  /** Shops of the page at most: 50. */
  readonly limit: number
  /** Aborted after 10 s. */
  readonly signal: AbortSignal
}

/** Lists a page of shop domains, always in the same order. */
export type ListShops = (options: ListShopsOptions) => Promise<readonly string[]>

/** What both routes over all shops of an app take. */
export interface PageRouteOptions {
  /**
   * Lists the app's shops, page by page. There is a ready one for each of Shopify's session storages. What it throws is
   * shown as a process warning, without credentials; whoever called the route learns only that it threw.
   */
  readonly listShops: ListShops
  /** Counts all shops, for the progress of whoever drives the route. Default: the number is not told. */
  readonly countShops?: () => Promise<number>
  /**
   * Your own API key, which requests of the route must carry. Default: the environment's
   * `AFFILIATE_WORKSPACE_API_KEY`. Without one, or with fewer than 16 characters, every request gets a response
   * with 500.
   */
  readonly apiKey?: string | undefined
}

/** What the responses of both routes have in common. */
export interface PageFields<Stage extends string> {
  /** The sum of all counts and of `failed`. */
  readonly processed: number
  readonly offset: number
  readonly failed: number
  readonly failures: readonly ShopFailure<Stage>[]
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

/** A shop that failed: where, and how. */
export interface ShopFailure<Stage extends string> {
  readonly domain: string
  readonly stage: Stage
  /** The HTTP status, or null when there was none. */
  readonly status: number | null
}
