import type { SalesPage } from '../app-transaction.ts'
import {
  isStorable,
  readAppTransaction,
  type SaleCandidate,
  type SaleReading,
  toSetAsideRow,
} from '../read-app-transaction.ts'
import { toSalesPage } from '../sales-page.ts'
import { PartnerApiError } from './partner-api-error.ts'
import type { PartnerClient } from './partner-client.ts'
import { numberOfGid, toPartnerAppGid } from './partner-gid.ts'
import { kindByType } from './transaction-types.ts'
import { walkConnection } from './walk-connection.ts'

/** Which transactions to walk. A cursor is good for the same ones only. */
export interface TransactionWalk {
  /** The app: a number, or a gid. */
  readonly app: string
  /** Recorded at or after; default: from the beginning. */
  readonly createdAtMin?: string | undefined
  /** Recorded at or before; default: no end. */
  readonly createdAtMax?: string | undefined
  /** One shop alone, as for the backfill of a new referral. */
  readonly shopDomain?: string | undefined
  /** The cursor of the last page that was stored; default: from the beginning. */
  readonly after?: string | null
  readonly signal?: AbortSignal
}

/** A page of a walk. Store it with its cursor in one transaction, and the walk can be resumed there. */
export interface TransactionPage extends SalesPage {
  /** Where the next page begins; null after the last one. */
  readonly cursor: string | null
}

const fields =
  'app { id } shop { id myshopifyDomain } chargeId grossAmount { ...Amount } netAmount { ...Amount } ' +
  'shopifyFee { ...Amount }'

// Types are asked for by name: others are no sales of an app, and turn up one day in a feed without a filter.
const query = `query Transactions(
  $appId: ID!, $createdAtMin: DateTime, $createdAtMax: DateTime, $myshopifyDomain: String, $after: String
) {
  transactions(
    first: 100, after: $after, appId: $appId, createdAtMin: $createdAtMin, createdAtMax: $createdAtMax,
    myshopifyDomain: $myshopifyDomain,
    types: [APP_SUBSCRIPTION_SALE, APP_USAGE_SALE, APP_ONE_TIME_SALE, APP_SALE_ADJUSTMENT, APP_SALE_CREDIT]
  ) {
    edges { cursor node { __typename id createdAt
      ${Object.keys(kindByType)
        .map((type) => `... on ${type} { ${fields} }`)
        .join('\n      ')}
      ... on AppSubscriptionSale { billingInterval }
    } }
    pageInfo { hasNextPage }
  }
}
fragment Amount on Money { amount currencyCode }`

/**
 * Walks an app's transactions to the end, a page of at most 100 at a time, in memory that does not grow. The order is
 * not documented, rows may repeat, and late ones may be older than all others: know rows by `platformId`.
 *
 * @throws PartnerApiError
 *
 * @example
 * ```ts
 * for await (const page of walkTransactions(client, { app: '1', createdAtMin: '2026-01-01T00:00:00Z' })) {
 *   await store(page.rows, page.setAside, page.cursor)
 * }
 * ```
 */
export async function* walkTransactions(
  client: PartnerClient,
  walk: TransactionWalk,
): AsyncGenerator<TransactionPage> {
  const { createdAtMin, createdAtMax, shopDomain, after = null, signal } = walk
  const appId = toPartnerAppGid(walk.app)
  const filters = { appId, createdAtMin, createdAtMax, myshopifyDomain: shopDomain }
  const readPage = async (cursor: string | undefined) =>
    (await client.query(query, { ...filters, after: cursor }, signal))['transactions']
  for await (const { nodes, cursor } of walkConnection(readPage, after)) {
    yield { ...toSalesPage(nodes.map((node) => readTransaction(node, appId))), cursor }
  }
}

function readTransaction(node: Readonly<Record<string, unknown>>, appId: string): SaleReading {
  const candidate = toCandidate(node)
  const app = fieldsOf(node['app'])['id']
  const isOther = app !== undefined && numberOfGid(app, 'App') !== numberOfGid(appId, 'App')
  return isOther ? { setAside: toSetAsideRow(candidate, 'other_app') } : readAppTransaction(candidate)
}

function toCandidate(node: Readonly<Record<string, unknown>>): SaleCandidate {
  const { id, __typename: type } = node
  if (typeof id !== 'string' || id === '' || !isStorable(id)) {
    throw new PartnerApiError('unreadable', 'The Partner API sent a transaction without an id.')
  }
  const [shop, gross, net, fee] = ['shop', 'grossAmount', 'netAmount', 'shopifyFee'].map((name) =>
    fieldsOf(node[name]),
  )
  return {
    platformId: id,
    kind: kindByType[String(type)] ?? type,
    shopDomain: shop?.['myshopifyDomain'],
    shopNumber: numberOfGid(shop?.['id'], 'Shop'),
    chargeId: node['chargeId'],
    billingInterval: node['billingInterval'],
    gross: gross?.['amount'],
    grossCurrency: gross?.['currencyCode'],
    net: net?.['amount'],
    netCurrency: net?.['currencyCode'],
    // A fee in another currency than gross would need a currency of its own, and decides nothing.
    platformFee: fee?.['currencyCode'] === gross?.['currencyCode'] ? fee?.['amount'] : null,
    collectedAt: node['createdAt'],
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value ?? {}) as Record<string, unknown>
}
