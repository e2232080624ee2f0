import type { Observer } from './observer.ts'

/**
 * Returns the API key. It is called before each request, within that request's timeout, so that a rotated key is used at once;
 * cache the key in it as long as it is valid.
 *
 * @example const readKey: ApiKeySource = async () => process.env['AFFILIATE_API_KEY'] ?? ''
 */
export type ApiKeySource = () => string | Promise<string>

/**
 * Headers that go with requests, by name; `undefined` sends none.
 *
 * @example const headers: RequestHeaders = { 'X-Gateway-Route': 'affiliates' }
 */
export type RequestHeaders = Readonly<Record<string, string | undefined>> | Headers

/**
 * Your app, as it appears in the `User-Agent`.
 *
 * @example const appInfo: AppInfo = { name: 'my-app', version: '1.2.0' }
 */
export interface AppInfo {
  /** One word of letters, digits and `-._~`. */
  readonly name: string
  /** The same. */
  readonly version?: string | undefined
}

/**
 * Options of a client. All have defaults; the key and the base URL come from the environment.
 *
 * @example
 * ```ts
 * import { AffiliateClient, type ClientOptions } from '@affiliate-platform/sdk'
 *
 * const options: ClientOptions = { timeoutMs: 5000, totalTimeoutMs: 12_000, retries: 1 }
 * const affiliate = new AffiliateClient(options)
 * ```
 */
export interface ClientOptions {
  /**
   * The API key. Default: the environment's `AFFILIATE_API_KEY` for `AffiliateClient` (an app-scoped affiliate
   * key), `AFFILIATE_WORKSPACE_API_KEY` for `IdentifyClient` (the private workspace key), `AFFILIATE_INSTALL_BRIDGE_KEY`
   * for `InstallBridgeClient`. A function is called before each request: a rotated key needs no restart.
   */
  readonly apiKey?: string | ApiKeySource | undefined
  /** The base URL of the service, such as `https://affiliates.example.com`. Default: `AFFILIATE_BASE_URL`. */
  readonly baseUrl?: string | undefined
  /** The longest one request may take, its key, headers and body together, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number | undefined
  /** The longest a call may take with all its requests and waits, in milliseconds. Default 30,000. */
  readonly totalTimeoutMs?: number | undefined
  /** Further requests after a failed first one. 0 to 10. Default 4. */
  readonly retries?: number | undefined
  /**
   * Sends the requests. Default: the global `fetch`; on a Node host that has replaced it with a polyfill, such as
   * `remix-serve`, Node's own HTTP client.
   */
  readonly fetch?: typeof globalThis.fetch | undefined
  /**
   * Headers of every request, such as those of a gateway. Not those that the client itself sends: `Authorization`,
   * `Idempotency-Key`, `Content-Type`, `User-Agent` and the like.
   */
  readonly headers?: RequestHeaders | undefined
  /** Names your app in the `User-Agent`. */
  readonly appInfo?: AppInfo | undefined
  /** Is told about every request, wait and failure. */
  readonly observer?: Observer | undefined
  /** Tells the observer about members and values in responses that this version does not know. Default false. */
  readonly strict?: boolean | undefined
}

/**
 * Options of one call. They override the client's.
 *
 * @example
 * ```ts
 * import { AffiliateClient, type CallOptions } from '@affiliate-platform/sdk'
 *
 * const options: CallOptions = { signal: AbortSignal.timeout(2000), retries: 0 }
 * const page = await new AffiliateClient().payouts.listPage({ limit: 10 }, options)
 * ```
 */
export interface CallOptions {
  /** Aborts the call at any moment: before it, during a request, while reading a body or waiting, between pages. */
  readonly signal?: AbortSignal | undefined
  /** The longest one request may take, in milliseconds. */
  readonly timeoutMs?: number | undefined
  /** The longest the call may take in total, in milliseconds. When iterating over pages: each page. */
  readonly totalTimeoutMs?: number | undefined
  /** Further requests after a failed first one. */
  readonly retries?: number | undefined
  /** Headers of this call's requests; one of the same name overrides the client's. */
  readonly headers?: RequestHeaders | undefined
}

/**
 * Which app, program and membership a response must belong to; another one is an `InvalidResponseError`. What the request
 * names itself, such as the filter `programId`, is compared without being named here.
 *
 * @example const expected: ExpectedIdentity = { appId: 'a0000000-0000-4000-8000-000000000001' }
 */
export interface ExpectedIdentity {
  /** UUID. */
  readonly appId?: string | undefined
  /** UUID. */
  readonly programId?: string | undefined
  /** UUID. */
  readonly membershipId?: string | undefined
}

/**
 * Options of `saveTerms`.
 *
 * @example const options: SaveTermsOptions = { idempotencyKey: 'raise-2027', timeoutMs: 5000 }
 */
export interface SaveTermsOptions extends CallOptions {
  /**
   * Names the action: 1 to 255 visible ASCII characters. Default: a new random one. Pass the one of a failed
   * call to repeat that action with the same request.
   */
  readonly idempotencyKey?: string | undefined
  /** Which program and membership the saved version must belong to, and which app if the response names one. */
  readonly expected?: ExpectedIdentity | undefined
}

/**
 * Options of `get` and `explain`.
 *
 * @example const options: GetOptions = { signal: AbortSignal.timeout(5000) }
 */
export interface GetOptions extends CallOptions {
  /** Which app, program and membership the record must belong to, where it names them. */
  readonly expected?: ExpectedIdentity | undefined
}

/**
 * Query parameters that this version of the package does not know, for a newer service: sent as they are, unchecked. The
 * service rejects one that it does not know.
 *
 * @example const query: FurtherQuery = { tier: 'gold', archived: true }
 */
export type FurtherQuery = Readonly<Record<string, string | number | boolean | Date | undefined>>

/**
 * Options of `listPage`.
 *
 * @example const options: ListPageOptions = { signal: AbortSignal.timeout(5000) }
 */
export interface ListPageOptions extends CallOptions {
  /** Which app, program and membership every row must belong to. */
  readonly expected?: ExpectedIdentity | undefined
  /** Further query parameters, for a newer service. */
  readonly query?: FurtherQuery | undefined
}

/**
 * Options of an iteration over all pages.
 *
 * @example const options: ListOptions = { pageWaitMs: 60_000 }
 */
export interface ListOptions extends ListPageOptions {
  /**
   * The longest the iteration waits for the quota before any one page, in milliseconds, on top of that page's own
   * `totalTimeoutMs`. Default 120,000: twice the quota's window. 0 never waits.
   */
  readonly pageWaitMs?: number | undefined
}
