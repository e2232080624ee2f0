import { createCallOperation } from '../attempts/call-operation.ts'
import type { AnyAffiliateError } from '../errors/errors.ts'
import { createRawRequest } from '../operations/create-raw-request.ts'
import { buildIdentify } from '../operations/identify.ts'
import type { RawRequest } from '../operations/raw-request.ts'
import { buildRedactShop } from '../operations/redact-shop.ts'
import type { Identification, Identifies, IdentifyResponse } from '../records/identification.ts'
import type { RedactShopResponse } from '../records/redact-shop-response.ts'
import type { CallOptions, ClientOptions } from '../settings/client-options.ts'
import { joinOptions } from '../settings/join-options.ts'
import { resolveSettings } from '../settings/settings.ts'

/**
 * What `tryIdentify` resolves to.
 *
 * @example const report = (outcome: IdentifyOutcome) => (outcome.ok ? outcome.response.receiptId : outcome.error.code)
 */
export type IdentifyOutcome =
  | {
      /** The shop is identified. */
      readonly ok: true
      /** What `identify` would have resolved to. */
      readonly response: IdentifyResponse
    }
  | {
      /** The call failed. */
      readonly ok: false
      /** What `identify` would have thrown. */
      readonly error: AnyAffiliateError
    }

type Identify<Result> = <const Given extends Identification>(
  identification: Given & Identifies<Given>,
  options?: CallOptions,
) => Promise<Result>

/**
 * The client for the private workspace API key: it identifies shops' business contacts. For servers only.
 *
 * @throws ConfigurationError at construction: no key or base URL, another kind of key, a browser
 *
 * @example
 * ```ts
 * import { IdentifyClient } from '@affiliate-platform/sdk'
 *
 * const identifyClient = new IdentifyClient() // AFFILIATE_WORKSPACE_API_KEY and AFFILIATE_BASE_URL
 * await identifyClient.identify({ myshopifyDomain: 'example.myshopify.com', email: 'owner@example.com' })
 * ```
 */
export class IdentifyClient {
  /**
   * Identifies a shop's business contact. Without an access token it is retried like a read. A
   * token is for one use: with one, the call is retried only if nothing can have been accepted.
   *
   * @param identification - one of the three variants: at install, in a backfill, at uninstall
   * @returns the response, whose `ok` is true
   * @throws InvalidRequestError for invalid fields, or nothing to identify
   * @throws AuthenticationError, PermissionError, NotFoundError, ConflictError, RateLimitError, ServerError
   * @throws NetworkError, TimeoutError, AbortedError, InvalidResponseError (`not_ok` when `ok` is not true)
   */
  readonly identify: Identify<IdentifyResponse>

  /**
   * The same for a path that must not fail, such as a shop's authorization: it never throws or rejects, and may
   * be left unawaited. Failures are reported to the observer.
   *
   * @example
   * ```ts
   * import { IdentifyClient } from '@affiliate-platform/sdk'
   *
   * const identifyClient = new IdentifyClient({ observer: (event) => event.type === 'failure' && console.warn(event.error) })
   * void identifyClient.tryIdentify({ myshopifyDomain: 'example.myshopify.com', country: 'Iceland' }, { timeoutMs: 5000 })
   * ```
   */
  readonly tryIdentify: Identify<IdentifyOutcome>

  /**
   * Erases what the workspace knows of a shop's business contact, when Shopify sends `shop/redact`. It can be
   * repeated: an unknown shop is a success too.
   *
   * @param myshopifyDomain - the shop's permanent domain, such as `example.myshopify.com`
   * @throws InvalidRequestError for another text; what `identify` throws
   *
   * @example
   * ```ts
   * import { IdentifyClient } from '@affiliate-platform/sdk'
   *
   * const onShopRedact = (shop: string) => new IdentifyClient().redactShop(shop, { totalTimeoutMs: 3500 })
   * ```
   */
  readonly redactShop: (myshopifyDomain: string, options?: CallOptions) => Promise<RedactShopResponse>

  /**
   * Sends a request to an endpoint that this version of the package has no method for.
   *
   * @example
   * ```ts
   * import { IdentifyClient } from '@affiliate-platform/sdk'
   *
   * const read = () => new IdentifyClient().request('GET', '/api/shops')
   * ```
   */
  readonly request: RawRequest

  /**
   * A client with the same options except for those named here; `headers` are joined. This one does not change.
   *
   * @throws ConfigurationError as the constructor does
   * @example const quick = new IdentifyClient().withOptions({ totalTimeoutMs: 2000 })
   */
  readonly withOptions: (changes: ClientOptions) => IdentifyClient

  /** @param options - all have defaults; the key and the base URL come from the environment */
  constructor(options: ClientOptions = {}) {
    this.withOptions = (changes) => new IdentifyClient(joinOptions(options, changes))
    const settings = resolveSettings(options, {
      apiKeyKind: 'workspace',
      apiKeyVariable: 'AFFILIATE_WORKSPACE_API_KEY',
    })
    const call = createCallOperation(settings)
    const identify = (identification: Identification, options: CallOptions = {}): Promise<IdentifyResponse> =>
      call({ operation: 'identify', buildAction: () => buildIdentify(identification), options })
    this.request = createRawRequest(call)
    this.identify = identify
    this.redactShop = (shop, options = {}) =>
      call({ operation: 'redactShop', buildAction: () => buildRedactShop(shop), options })
    this.tryIdentify = (identification, options) =>
      identify(identification, options).then(
        (response) => ({ ok: true, response }),
        (error: AnyAffiliateError) => ({ ok: false, error }),
      )
  }
}
