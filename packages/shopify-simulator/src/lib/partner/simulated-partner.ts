import type { BehaviourDetails } from '../behaviour.ts'

/** How the Partner API of an organization responds. */
export type PartnerBehaviour =
  | 'ok'
  | 'rate_limited'
  | 'too_many_requests'
  | 'server_error'
  | 'internal_error'
  | 'unauthorized'
  | 'html_error'
  | 'redirect'
  | 'slow'
  | 'hang'
  | 'reset'
  | 'repeat_row'
  | 'same_cursor'
  | 'ignore_types'

/** What an organization owner may allow an API client. */
export type PartnerPermission = 'view_financials' | 'manage_apps'

/** A Partner API client of an organization. */
export interface PartnerApiClient {
  /** `prtapi_…`; two while a token is rotated. */
  readonly accessTokens: readonly string[]
  /** Default: both. */
  readonly permissions?: readonly PartnerPermission[]
}

/** An app of the organization. */
export interface PartnerApp {
  /** `gid://partners/App/1`. */
  readonly id: string
  /** Default: `App {number}`. */
  readonly name?: string
  /** Default: `api-key-{number}`. */
  readonly apiKey?: string
}

/** A shop as the Partner API shows it. */
export interface PartnerShop {
  /** `gid://partners/Shop/1`. */
  readonly id: string
  /** `*.myshopify.com`. */
  readonly myshopifyDomain: string
  /** Default: the domain's first label. */
  readonly name?: string
}

/** An amount, exactly as the Partner API sends it: `19.0`, not `19.00`. */
export interface PartnerMoney {
  /** A decimal number as text. */
  readonly amount: string
  /** A code of the platform's own list, which has dead and exotic ones. */
  readonly currencyCode: string
}

/** The types of transaction that can be added. `FutureTransaction` is one that no client knows. */
export type PartnerTransactionType =
  | 'AppSubscriptionSale'
  | 'AppUsageSale'
  | 'AppOneTimeSale'
  | 'AppSaleAdjustment'
  | 'AppSaleCredit'
  | 'ReferralTransaction'
  | 'TaxTransaction'
  | 'FutureTransaction'

/** A transaction. A field that its type does not have is never shown. */
export interface PartnerTransaction {
  /** The GraphQL type. */
  readonly type: PartnerTransactionType
  /** `gid://partners/AppSubscriptionSale/1`. */
  readonly id: string
  /** RFC 3339, with microseconds on the real API. */
  readonly createdAt: string
  /** Default: the organization's first app. */
  readonly appId?: string
  /** Default: null. */
  readonly shop?: PartnerShop | null
  /** `gid://shopify/AppSubscription/1`. Default: null. */
  readonly chargeId?: string | null
  /** Default: null. */
  readonly billingInterval?: 'ANNUAL' | 'EVERY_30_DAYS' | null
  /** What the merchant paid. Default: null. */
  readonly grossAmount?: PartnerMoney | null
  /** What the partner is paid. */
  readonly netAmount?: PartnerMoney
  /** What Shopify kept. Default: null. */
  readonly shopifyFee?: PartnerMoney | null
  /** Of `ReferralTransaction` and `TaxTransaction`. */
  readonly amount?: PartnerMoney
}

/** Transactions in the order in which they are given to a client. An array is one; a large one can be computed. */
export interface PartnerTransactionList {
  /** How many there are. */
  readonly length: number
  /** One of them, from 0 on. */
  readonly at: (index: number) => PartnerTransaction | undefined
}

/** An event between an app and a shop. Like the real ones, it has no id. */
export interface PartnerAppEvent {
  /** The GraphQL type. */
  readonly type:
    | 'RelationshipInstalled'
    | 'RelationshipUninstalled'
    | 'RelationshipDeactivated'
    | 'RelationshipReactivated'
  /** RFC 3339. */
  readonly occurredAt: string
  /** The shop. */
  readonly shop: PartnerShop
  /** Default: the organization's first app. */
  readonly appId?: string
  /** Why it was uninstalled. Default: null. */
  readonly reason?: string | null
}

/** A partner organization to add. */
export interface PartnerOptions {
  /** The number in the API's address. */
  readonly organizationId: string
  /** Who may call. Default: one client with the token `prtapi_simulated` and both permissions. */
  readonly clients?: readonly PartnerApiClient[]
  /** Default: one app, `gid://partners/App/1`. */
  readonly apps?: readonly [PartnerApp, ...PartnerApp[]]
  /** Default: none. */
  readonly transactions?: PartnerTransactionList
  /** Default: none. */
  readonly appEvents?: readonly PartnerAppEvent[]
}

/** A partner organization of the simulator. */
export interface SimulatedPartner {
  /** The address of its GraphQL API in one version. */
  readonly url: (version: string) => string
  /** Records transactions after all others, whatever their `createdAt`. */
  readonly addTransactions: (...transactions: readonly PartnerTransaction[]) => void
  /** Changes fields of a transaction in place. Throws a RangeError for an id that was never added. */
  readonly changeTransaction: (id: string, changes: Partial<PartnerTransaction>) => void
  /** Adds app events. */
  readonly addAppEvents: (...events: readonly PartnerAppEvent[]) => void
  /** Sets how its API responds from now on. */
  readonly setBehaviour: (behaviour: PartnerBehaviour, details?: BehaviourDetails) => void
}
