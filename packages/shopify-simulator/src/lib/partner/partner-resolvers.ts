import { buildConnectionPage, type ConnectionArgs, type PageOddities } from './connection.ts'
import { partnerError } from './partner-error.ts'
import { type PartnerOrganization, transactionAt } from './partner-organization.ts'
import { partnerVersions } from './partner-schema.ts'
import type {
  PartnerApp,
  PartnerAppEvent,
  PartnerPermission,
  PartnerShop,
  PartnerTransaction,
} from './simulated-partner.ts'

export interface PartnerRoot {
  readonly organization: PartnerOrganization
  readonly permissions: readonly PartnerPermission[]
  readonly oddities: PageOddities & { readonly ignoreTypes: boolean }
}

interface TransactionArgs extends ConnectionArgs {
  readonly appId?: string | null
  readonly shopId?: string | null
  readonly myshopifyDomain?: string | null
  readonly createdAtMin?: string | null
  readonly createdAtMax?: string | null
  readonly types?: readonly string[] | null
}

interface AppEventArgs extends ConnectionArgs {
  readonly shopId?: string | null
  readonly occurredAtMin?: string | null
  readonly occurredAtMax?: string | null
  readonly types?: readonly string[] | null
}

/** What `types` calls the GraphQL types. One that is missing here can only be seen where `types` is ignored. */
const transactionTypes: Readonly<Record<string, string>> = {
  AppSubscriptionSale: 'APP_SUBSCRIPTION_SALE',
  AppUsageSale: 'APP_USAGE_SALE',
  AppOneTimeSale: 'APP_ONE_TIME_SALE',
  AppSaleAdjustment: 'APP_SALE_ADJUSTMENT',
  AppSaleCredit: 'APP_SALE_CREDIT',
  ReferralTransaction: 'REFERRAL',
  TaxTransaction: 'TAX',
}

const appEventTypes: Readonly<Record<PartnerAppEvent['type'], string>> = {
  RelationshipInstalled: 'RELATIONSHIP_INSTALLED',
  RelationshipUninstalled: 'RELATIONSHIP_UNINSTALLED',
  RelationshipDeactivated: 'RELATIONSHIP_DEACTIVATED',
  RelationshipReactivated: 'RELATIONSHIP_REACTIVATED',
}

/** The root object of one request: the schema's fields as functions. */
export function buildPartnerRoot(root: PartnerRoot) {
  return {
    publicApiVersions: () =>
      partnerVersions.map((handle) => ({
        handle,
        displayName: handle,
        supported: handle !== 'unstable',
      })),
    app: ({ id }: { readonly id: string }) => {
      checkPermission(root, 'manage_apps')
      const app = root.organization.apps.find((known) => known.id === id)
      return app && toAppNode(root, app)
    },
    transactions: (args: TransactionArgs) => listTransactions(root, args),
  }
}

function listTransactions(root: PartnerRoot, args: TransactionArgs) {
  checkPermission(root, 'view_financials')
  // A null where an id is expected is an error of its own on the real API.
  if (args.appId === null || args.shopId === null) throw partnerError('400', "Invalid GID ''")
  const { after: _after, first: _first, ...filters } = args
  const firstApp = root.organization.apps[0].id
  return buildConnectionPage(args, {
    at: (position) => toTransactionNode(root, transactionAt(root.organization, position)),
    filterKey: JSON.stringify(filters),
    oddities: root.oddities,
    matches: ({ __typename, appId = firstApp, shop, createdAt }) =>
      (root.oddities.ignoreTypes || isListed(args.types, transactionTypes[__typename])) &&
      isSame(args.appId, appId) &&
      isSame(args.shopId, shop?.id) &&
      isSame(args.myshopifyDomain, shop?.myshopifyDomain) &&
      isWithin(createdAt, args.createdAtMin, args.createdAtMax),
  })
}

function listAppEvents(root: PartnerRoot, app: PartnerApp, args: AppEventArgs) {
  const { after: _after, first: _first, ...filters } = args
  const firstApp = root.organization.apps[0].id
  const events = root.organization.appEvents.filter(({ appId = firstApp }) => appId === app.id)
  return buildConnectionPage(args, {
    at: (position) => {
      const event = events.at(position)
      if (event === undefined) return undefined
      const type = appEventTypes[event.type]
      return { ...event, __typename: event.type, type, app: toAppNode(root, app), shop: toShop(event.shop) }
    },
    filterKey: JSON.stringify([app.id, filters]),
    oddities: root.oddities,
    matches: ({ type, shop, occurredAt }) =>
      isListed(args.types, type) &&
      isSame(args.shopId, shop.id) &&
      isWithin(occurredAt, args.occurredAtMin, args.occurredAtMax),
  })
}

function toTransactionNode(root: PartnerRoot, transaction: PartnerTransaction | undefined) {
  if (transaction === undefined) return undefined
  const { apps } = root.organization
  const app = apps.find(({ id }) => id === transaction.appId) ?? apps[0]
  return {
    category: 'AFFILIATE_STORES',
    ...transaction,
    __typename: transaction.type,
    type: 'SALE_SHOPIFY_FEE',
    app: toAppNode(root, app),
    shop: transaction.shop ? toShop(transaction.shop) : null,
  }
}

function toAppNode(root: PartnerRoot, app: PartnerApp) {
  const number = app.id.slice(app.id.lastIndexOf('/') + 1)
  const guard = (text: string) => () => {
    checkPermission(root, 'manage_apps')
    return text
  }
  return {
    id: app.id,
    name: guard(app.name ?? `App ${number}`),
    apiKey: guard(app.apiKey ?? `api-key-${number}`),
    events: (args: AppEventArgs) => listAppEvents(root, app, args),
  }
}

function toShop(shop: PartnerShop) {
  return { name: shop.myshopifyDomain.split('.')[0], ...shop }
}

function checkPermission({ permissions }: PartnerRoot, needed: PartnerPermission): void {
  if (!permissions.includes(needed)) throw partnerError('401', 'Access denied to this resource')
}

function isListed(types: readonly string[] | null | undefined, type: string | undefined): boolean {
  return !types || (type !== undefined && types.includes(type))
}

function isSame(wanted: string | null | undefined, actual: string | undefined): boolean {
  return (wanted ?? actual) === actual
}

/** A time that cannot be read is outside every window that has an end. */
function isWithin(time: string, min: string | null | undefined, max: string | null | undefined): boolean {
  const ms = Date.parse(time)
  return (!min || ms >= Date.parse(min)) && (!max || ms <= Date.parse(max))
}
