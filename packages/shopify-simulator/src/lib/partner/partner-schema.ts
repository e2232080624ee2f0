import { buildSchema, type GraphQLSchema } from 'graphql'

/** Partner API versions that are served. Any other is a retired one. */
export const partnerVersions: readonly string[] = [
  '2025-10',
  '2026-01',
  '2026-04',
  '2026-07',
  '2026-10',
  'unstable',
]

// As the platform spells them: dead and metal codes among them, and one in lower case.
const currencies =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BYR BZD CAD ' +
  'CDF CHF CLF CLP CNY COP CRC CUC CUP CVE CYP CZK DJF DKK DOP DZD EEK EGP ERN ETB EUR FJD FKP GBP GBX GEL GGP ' +
  'GHC GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS IMP INR IQD IRR ISK JEP JMD JOD JPY KES KGS KHR KID ' +
  'KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LTL LVL LYD MAD MDL MGA MKD MMK MNT MOP MRO MRU MTL MUR MVR MWK ' +
  'MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK ' +
  'SGD SHP SKK SLL SOS SRD SSP STD STN SVC SYP SZL THB TJS TMM TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS ' +
  'VEB VED VEF VES VND VUV WST XAF XAG XAU XBA XBB XBC XBD XCD XDR XFU XOF XPD XPF XPT YER ZAR ZMK ZMW ZWD ZWL ' +
  'ZWN ZWR xts'

const saleFields = `implements Node & Transaction {
  id: ID! createdAt: DateTime! app: App! shop: Shop chargeId: ID
  grossAmount: Money netAmount: Money! shopifyFee: Money`

const relationshipFields = `implements AppEvent {
  app: App! occurredAt: DateTime! shop: Shop! type: AppEventTypes!`

/** The part of the Partner API's schema that is simulated, in the platform's own names and types. */
export const partnerSchema: GraphQLSchema = buildSchema(`
scalar DateTime
scalar Decimal
scalar Url
enum Currency { ${currencies} }
enum AppPricingInterval { ANNUAL EVERY_30_DAYS }
enum TransactionType {
  APP_ONE_TIME_SALE APP_SALE_ADJUSTMENT APP_SALE_CREDIT APP_SUBSCRIPTION_SALE APP_USAGE_SALE LEGACY REFERRAL
  REFERRAL_ADJUSTMENT SERVICE_SALE SERVICE_SALE_ADJUSTMENT TAX THEME_SALE THEME_SALE_ADJUSTMENT
}
enum TaxTransactionType { REFERRAL_COMMISSION SALE_SHOPIFY_FEE }
enum ReferralCategory {
  AFFILIATE_STORES B2B_PROFIT_SHARE CCS_SHOP_PAY_GMV CO_MARKETING INTUIT_POINT_OF_SALE MARKETS_PRO ONLINE_DTC_GMV
  PARTNER_DEVELOPMENT_FUNDS POINT_OF_SALE POS_SHOPIFY_PAYMENTS_PROFIT SHOPIFY_PLUS
  SHOPIFY_PLUS_ONE_TIME_REFERRAL TRANSFERRED_STORES
}
enum AppEventTypes {
  CREDIT_APPLIED CREDIT_FAILED CREDIT_PENDING ONE_TIME_CHARGE_ACCEPTED ONE_TIME_CHARGE_ACTIVATED
  ONE_TIME_CHARGE_DECLINED ONE_TIME_CHARGE_EXPIRED RELATIONSHIP_DEACTIVATED RELATIONSHIP_INSTALLED
  RELATIONSHIP_REACTIVATED RELATIONSHIP_UNINSTALLED SUBSCRIPTION_APPROACHING_CAPPED_AMOUNT
  SUBSCRIPTION_CAPPED_AMOUNT_UPDATED SUBSCRIPTION_CHARGE_ACCEPTED SUBSCRIPTION_CHARGE_ACTIVATED
  SUBSCRIPTION_CHARGE_CANCELED SUBSCRIPTION_CHARGE_DECLINED SUBSCRIPTION_CHARGE_EXPIRED
  SUBSCRIPTION_CHARGE_FROZEN SUBSCRIPTION_CHARGE_UNFROZEN USAGE_CHARGE_APPLIED
}
interface Node { id: ID! }
interface Transaction { id: ID! createdAt: DateTime! }
interface AppEvent { app: App! occurredAt: DateTime! shop: Shop! type: AppEventTypes! }
type Money { amount: Decimal! currencyCode: Currency! }
type Shop implements Node { id: ID! myshopifyDomain: Url! name: String! avatarUrl: Url }
type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! }
type AppSubscriptionSale ${saleFields} billingInterval: AppPricingInterval }
type AppUsageSale ${saleFields} }
type AppOneTimeSale ${saleFields} }
type AppSaleAdjustment ${saleFields} }
type AppSaleCredit ${saleFields} }
type ReferralTransaction implements Node & Transaction {
  id: ID! createdAt: DateTime! shop: Shop! amount: Money! category: ReferralCategory!
}
type TaxTransaction implements Node & Transaction {
  id: ID! createdAt: DateTime! amount: Money! type: TaxTransactionType!
}
"No version has it: a client meets a type here that is newer than itself."
type FutureTransaction implements Node & Transaction { id: ID! createdAt: DateTime! }
type TransactionEdge { cursor: String! node: Transaction! }
type TransactionConnection { edges: [TransactionEdge!]! pageInfo: PageInfo! }
type RelationshipInstalled ${relationshipFields} }
type RelationshipUninstalled ${relationshipFields} description: String reason: String }
type RelationshipDeactivated ${relationshipFields} }
type RelationshipReactivated ${relationshipFields} }
type AppEventEdge { cursor: String! node: AppEvent! }
type AppEventConnection { edges: [AppEventEdge!]! pageInfo: PageInfo! }
type App implements Node {
  id: ID! name: String! apiKey: String!
  events(
    after: String before: String chargeId: ID first: Int last: Int
    occurredAtMax: DateTime occurredAtMin: DateTime shopId: ID types: [AppEventTypes!]
  ): AppEventConnection!
}
type ApiVersion { displayName: String! handle: String! supported: Boolean! }
type QueryRoot {
  app(id: ID!): App
  publicApiVersions: [ApiVersion!]!
  transactions(
    after: String appId: ID before: String createdAtMax: DateTime createdAtMin: DateTime first: Int last: Int
    myshopifyDomain: String shopId: ID types: [TransactionType!]
  ): TransactionConnection!
}
schema { query: QueryRoot }
`)
