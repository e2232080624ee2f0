/**
 * Identification at install: the service reads the shop's business contact itself, with the transient token.
 *
 * @example const install: InstallIdentification = { myshopifyDomain: 'a.myshopify.com', accessToken: 't', appId: 'a0000000-0000-4000-8000-000000000001' }
 */
export interface InstallIdentification {
  /** The shop's domain, `<name>.myshopify.com`. */
  readonly myshopifyDomain: string
  /** The commerce platform's access token. Used once by the service, then discarded; never stored. */
  readonly accessToken: string
  /** The id (UUID) of your app on the affiliate platform. */
  readonly appId: string
}

/**
 * Contact fields that you read yourself. No buyer data.
 *
 * @example const contact: ContactFields = { email: 'owner@example.com', country: 'Iceland' }
 */
export interface ContactFields {
  readonly email?: string
  readonly ownerName?: string
  /** The country's name. */
  readonly country?: string
  /** The plan's display name. */
  readonly shopifyPlan?: string
  /** Opt-in; absent by default. */
  readonly phone?: string
}

/**
 * Identification in a backfill: contact fields and a transient token.
 *
 * @example const toBackfill = (install: InstallIdentification, contact: ContactFields): BackfillIdentification => ({ ...install, ...contact })
 */
export interface BackfillIdentification extends InstallIdentification, ContactFields {}

/**
 * Identification at uninstall: contact fields only, no token.
 *
 * @example const uninstall: UninstallIdentification = { myshopifyDomain: 'a.myshopify.com', country: 'Iceland' }
 */
export interface UninstallIdentification extends ContactFields {
  /** The shop's domain, `<name>.myshopify.com`. */
  readonly myshopifyDomain: string
  /** Never here: a token goes with `appId`, in one of the other variants. */
  readonly accessToken?: never
}

/**
 * One of the three variants of an identify request (interface 4.3).
 *
 * @example const hasToken = (identification: Identification) => 'accessToken' in identification
 */
export type Identification = InstallIdentification | BackfillIdentification | UninstallIdentification

/**
 * A successful identify answer. Members that this version of the package does not know are kept.
 *
 * @example const isWatched = (answer: IdentifyAnswer) => answer.uninstallWatch === 'registered'
 */
export interface IdentifyAnswer {
  /** Always true: anything else is an error. */
  readonly ok: true
  readonly requestId?: string | undefined
  readonly receiptId?: string | undefined
  /** `read` by the service from the platform, or `provided` by you. */
  readonly contact?: string | undefined
  /** What became of the uninstall watch; it never decides whether the contact was identified. */
  readonly uninstallWatch?: string | undefined
  readonly [member: string]: unknown
}
