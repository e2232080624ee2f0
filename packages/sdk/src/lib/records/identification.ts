import type { Later } from './later.ts'

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
  /** The business contact's e-mail address, at most 320 characters. */
  readonly email?: string | undefined
  /** The owner's full name, at most 255 characters. */
  readonly ownerName?: string | undefined
  /** The country's name, at most 255 characters. */
  readonly country?: string | undefined
  /** The plan's display name, at most 255 characters. */
  readonly shopifyPlan?: string | undefined
  /** At most 50 characters. Opt-in; absent by default. */
  readonly phone?: string | undefined
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
  readonly accessToken?: undefined
}

/**
 * One of the three variants of an identify request.
 *
 * @example const hasToken = (identification: Identification) => 'accessToken' in identification
 */
export type Identification = InstallIdentification | BackfillIdentification | UninstallIdentification

/**
 * What the compiler asks of an identification beyond its type: a token or a contact field to learn from, and no member
 * of another name.
 *
 * @example const check = <Given extends Identification>(given: Given & Identifies<Given>): Identification => given
 */
export type Identifies<Given> = Given extends unknown
  ? (keyof Given & (keyof ContactFields | 'accessToken') extends never
      ? Pick<InstallIdentification, 'accessToken' | 'appId'>
      : unknown) & { readonly [Name in Exclude<keyof Given, keyof BackfillIdentification>]: never }
  : never

/**
 * A successful identify response. Members that this version of the package does not know are kept: `extra` reads them.
 *
 * @example const isWatched = (response: IdentifyResponse) => response.uninstallWatch === 'registered'
 */
export interface IdentifyResponse {
  /** Always true: anything else is an error. */
  readonly ok: true
  /** The service's id of the request. */
  readonly requestId?: string | undefined
  /** The id of the receipt that this call left. */
  readonly receiptId?: string | undefined
  /** `read` by the service from the platform, or `provided` by you. */
  readonly contact?: 'read' | 'provided' | Later | undefined
  /** What became of the uninstall watch; it never decides whether the contact was identified. */
  readonly uninstallWatch?:
    | 'registered'
    | 'already_registered'
    | 'not_configured'
    | 'denied'
    | 'failed'
    | 'not_requested'
    | Later
    | undefined
}
