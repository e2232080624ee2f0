import { createCallOperation } from './call-operation.ts'
import type { ClientOptions, ListOptions, ListPageOptions, SaveTermsOptions } from './client-options.ts'
import { joinOptions } from './join-options.ts'
import { buildListPayouts } from './list-payouts.ts'
import type { PayoutsFilters, PayoutsPage } from './payout.ts'
import { createPayoutsList, type PayoutsList } from './payouts-list.ts'
import { buildSaveTerms } from './save-terms.ts'
import { resolveSettings } from './settings.ts'
import type { SaveTermsRequest, TermsVersion } from './terms-rules.ts'

/**
 * What an affiliate key with the scope `terms:write` can do with memberships.
 *
 * @example const save: Memberships['saveTerms'] = (...input) => new AffiliateClient().memberships.saveTerms(...input)
 */
export interface Memberships {
  /**
   * Saves prospective terms for a membership (interface 4.1). They apply from `effectiveAt` on, and never
   * rewrite the contract of an existing referral. Types and business rules are checked before the network.
   *
   * @param membershipId - the record's id (UUID), as returned for your own app
   * @returns the saved version; `callDetails(version)` tells its `Idempotency-Key`
   * @throws InvalidRequestError for wrong types, ids or keys; TermsRejectedError for broken business rules
   * @throws AuthenticationError, PermissionError, NotFoundError, ConflictError, RateLimitError, ServerError
   * @throws NetworkError, TimeoutError, AbortedError, InvalidResponseError
   *
   * @example
   * ```ts
   * import { AffiliateClient, type TermsRules } from '@affiliate-platform/sdk'
   *
   * const raise = (membershipId: string, rules: TermsRules) =>
   *   new AffiliateClient().memberships.saveTerms(membershipId, { rules, effectiveAt: '2027-01-01T00:00:00Z' })
   * ```
   */
  saveTerms(
    membershipId: string,
    request: SaveTermsRequest,
    options?: SaveTermsOptions,
  ): Promise<TermsVersion>
}

/**
 * What an affiliate key with the scope `payouts:read` can do with payouts.
 *
 * @example const read: Payouts['listPage'] = (...input) => new AffiliateClient().payouts.listPage(...input)
 */
export interface Payouts {
  /**
   * Lists payouts, newest first, over all pages (interface 4.2). Nothing is sent before you iterate. Waits for
   * the quota between pages, so that it is not exceeded.
   *
   * @returns rows for `for await`; `.pages()` gives whole pages, `.toArray({ limit })` an array
   * @throws nothing itself; the iteration throws what `listPage` throws
   *
   * @example
   * ```ts
   * import { AffiliateClient, formatMoney } from '@affiliate-platform/sdk'
   *
   * for await (const payout of new AffiliateClient().payouts.list({ currency: 'USD' })) {
   *   console.info(payout.name, payout.status, formatMoney(payout.unpaid, 'en-US'))
   * }
   * ```
   */
  list(filters?: PayoutsFilters, options?: ListOptions): PayoutsList
  /**
   * Reads one page of payouts (interface 4.2).
   *
   * @returns the rows and, while there are more, the cursor of the next page
   * @throws InvalidRequestError for filters that cannot be, or a cursor of other filters
   * @throws AuthenticationError, PermissionError, NotFoundError, RateLimitError, ServerError
   * @throws NetworkError, TimeoutError, AbortedError, InvalidResponseError
   *
   * @example
   * ```ts
   * import { AffiliateClient } from '@affiliate-platform/sdk'
   *
   * const { items, nextCursor } = await new AffiliateClient().payouts.listPage({ limit: 20 })
   * ```
   */
  listPage(filters?: PayoutsFilters, options?: ListPageOptions): Promise<PayoutsPage>
}

/**
 * The client for an app-scoped affiliate API key: terms and payouts. For servers only.
 *
 * @throws ConfigurationError at construction: no key or base URL, another kind of key, a browser
 *
 * @example
 * ```ts
 * import { AffiliateClient } from '@affiliate-platform/sdk'
 *
 * const affiliate = new AffiliateClient() // AFFILIATE_API_KEY and AFFILIATE_BASE_URL
 * const page = await affiliate.payouts.listPage({ status: 'unreported' })
 * ```
 */
export class AffiliateClient {
  /** Terms of memberships. */
  readonly memberships: Memberships
  /** Payouts of the key's app. */
  readonly payouts: Payouts
  /**
   * A client with the same options but for those named here; `headers` are joined. This one stays as it is.
   *
   * @throws ConfigurationError as the constructor does
   * @example const patient = new AffiliateClient().withOptions({ totalTimeoutMs: 60_000 })
   */
  readonly withOptions: (changes: ClientOptions) => AffiliateClient

  /** @param options - all have defaults; the key and the base URL come from the environment */
  constructor(options: ClientOptions = {}) {
    this.withOptions = (changes) => new AffiliateClient(joinOptions(options, changes))
    const settings = resolveSettings(options, {
      apiKeyKind: 'affiliate',
      apiKeyVariable: 'AFFILIATE_API_KEY',
    })
    const call = createCallOperation(settings)
    const readPage = (filters: PayoutsFilters, options: ListPageOptions, pageWaitMs?: number) =>
      call({
        operation: 'listPayouts',
        buildAction: () => buildListPayouts(filters, options),
        options,
        pageWaitMs,
      })

    this.memberships = {
      saveTerms: (membershipId, request, options = {}) => {
        const buildAction = () =>
          buildSaveTerms({ membershipId, request }, options, settings.runtime.dateMs())
        return call({ operation: 'saveTerms', buildAction, options })
      },
    }
    this.payouts = {
      listPage: (filters = {}, options = {}) => readPage(filters, options),
      list: (filters = {}, options = {}) => {
        const { pageWaitMs = 120_000 } = options
        return createPayoutsList(filters, (page) => readPage(page, options, pageWaitMs))
      },
    }
  }
}
