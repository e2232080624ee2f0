import { createCallOperation } from '../attempts/call-operation.ts'
import { createRawRequest } from '../operations/create-raw-request.ts'
import { createLists } from '../operations/list-records.ts'
import type { RawRequest } from '../operations/raw-request.ts'
import { addReads } from '../operations/read-record.ts'
import type { Reads } from '../operations/reads.ts'
import type { Lists } from '../operations/records.ts'
import { buildSaveTerms } from '../operations/save-terms.ts'
import type { SaveTermsRequest, TermsVersion } from '../records/terms-rules.ts'
import type { ClientOptions, SaveTermsOptions } from '../settings/client-options.ts'
import { joinOptions } from '../settings/join-options.ts'
import { resolveSettings } from '../settings/settings.ts'

/**
 * What an affiliate key with the scope `terms:write` can do with memberships.
 *
 * @example const save: Memberships['saveTerms'] = (...input) => new AffiliateClient().memberships.saveTerms(...input)
 */
export interface Memberships {
  /**
   * Saves prospective terms for a membership. They apply from `effectiveAt` on, and never
   * rewrite the contract of an existing referral. Types and business rules are checked before the network.
   *
   * @param membershipId - the record's id (UUID), as returned for your own app
   * @returns the saved version; `callDetails(version)` has its `Idempotency-Key`
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

/** What a client has: the list and the reads of each kind of record, and what else can be done with its records. */
type Members = Lists &
  Reads & {
    /** Terms of memberships. */
    readonly memberships: Memberships
  }

// The lists and reads of the contract: a new one is a member of every client. The type names no module of ours that
// reads the contract: its declarations need those of zod, which CommonJS with `node10` cannot compile.
const ClientOfMembers = class {
  constructor(members: Members) {
    Object.assign(this, members)
  }
} as new (
  members: Members,
) => Members

/**
 * The client for an app-scoped affiliate API key: terms, and every list of records. For servers only.
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
export class AffiliateClient extends ClientOfMembers {
  /**
   * Sends a request to an endpoint that this version of the package has no method for.
   *
   * @example
   * ```ts
   * import { AffiliateClient } from '@affiliate-platform/sdk'
   *
   * const read = () => new AffiliateClient().request('GET', '/api/affiliate-platform/v1/payouts')
   * ```
   */
  readonly request: RawRequest

  /**
   * A client with the same options except for those named here; `headers` are joined. This one does not change.
   *
   * @throws ConfigurationError as the constructor does
   * @example const patient = new AffiliateClient().withOptions({ totalTimeoutMs: 60_000 })
   */
  readonly withOptions: (changes: ClientOptions) => AffiliateClient

  /** @param options - all have defaults; the key and the base URL come from the environment */
  constructor(options: ClientOptions = {}) {
    const settings = resolveSettings(options, {
      apiKeyKind: 'affiliate',
      apiKeyVariable: 'AFFILIATE_API_KEY',
    })
    const call = createCallOperation(settings)
    const records = addReads(createLists(call), call)
    const saveTerms: Memberships['saveTerms'] = (membershipId, request, options = {}) => {
      const buildAction = () => buildSaveTerms({ membershipId, request }, options, settings.runtime)
      return call({ operation: 'saveTerms', buildAction, options })
    }
    super({ ...records, memberships: { ...records.memberships, saveTerms } })
    this.request = createRawRequest(call)
    this.withOptions = (changes) => new AffiliateClient(joinOptions(options, changes))
  }
}
