/** Identification at install: the service reads the shop's business contact itself, with the transient token. */
export interface InstallIdentification {
  /** The shop's domain, `<name>.myshopify.com`. */
  readonly myshopifyDomain: string
  /** The commerce platform's access token. Used once by the service, then discarded; never stored. */
  readonly accessToken: string
  /** The id (UUID) of your app on the affiliate platform. */
  readonly appId: string
}

/** Contact fields that you read yourself. No buyer data. */
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

/** Identification in a backfill: contact fields and a transient token. */
export interface BackfillIdentification extends InstallIdentification, ContactFields {}

/** Identification at uninstall: contact fields only, no token. */
export interface UninstallIdentification extends ContactFields {
  /** The shop's domain, `<name>.myshopify.com`. */
  readonly myshopifyDomain: string
}

/** One of the three variants of an identify request (interface 4.3). */
export type Identification = InstallIdentification | BackfillIdentification | UninstallIdentification

/** A successful identify answer. Members that this version of the package does not know are kept. */
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
