import {
  createShopifySimulator,
  type PartnerOptions,
  type PartnerTransaction,
  type PlatformFetch,
} from '@affiliate-platform/shopify-simulator'

export const partnerToken = 'prtapi_maple'
export const shop = { id: 'gid://partners/Shop/7', myshopifyDomain: 'maple-lantern.myshopify.com' }

export function buildSale(number: number, changes: Partial<PartnerTransaction> = {}): PartnerTransaction {
  return {
    type: 'AppSubscriptionSale',
    id: `gid://partners/AppSubscriptionSale/${number}`,
    createdAt: `2026-08-07T07:02:${String(number % 60).padStart(2, '0')}.000000Z`,
    shop,
    chargeId: 'gid://shopify/AppSubscription/31499911397',
    billingInterval: 'EVERY_30_DAYS',
    grossAmount: { amount: '19.0', currencyCode: 'USD' },
    netAmount: { amount: '18.45', currencyCode: 'USD' },
    shopifyFee: { amount: '0.0', currencyCode: 'USD' },
    ...changes,
  }
}

/** A partner organization whose clock only moves when a test moves it. */
export function buildPartner(options: Partial<PartnerOptions> = {}) {
  const clock = { nowMs: 0 }
  const simulator = createShopifySimulator({ now: () => clock.nowMs })
  const clients = [{ accessTokens: [partnerToken] }]
  const partner = simulator.addPartner({ organizationId: '42', clients, ...options })
  return { clock, simulator, partner }
}

export interface PartnerRequest {
  readonly query?: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly token?: string
  readonly url?: string
  readonly init?: RequestInit
}

export async function sendPartner(fetch: PlatformFetch, request: PartnerRequest = {}): Promise<Response> {
  const {
    query = '{ transactions { edges { node { id } } } }',
    variables = {},
    token = partnerToken,
  } = request
  return fetch(request.url ?? 'https://partners.shopify.com/42/api/2026-07/graphql.json', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
    body: JSON.stringify({ query, variables }),
    ...request.init,
  })
}

export interface PageBody {
  readonly data: {
    readonly transactions: {
      readonly edges: readonly { readonly cursor: string; readonly node: { readonly id: string } }[]
      readonly pageInfo: { readonly hasNextPage: boolean }
    }
  }
}

/** One page of transactions. The clock moves on by a second, so that the rate limit stays out of the way. */
export async function readPage(
  { clock, simulator }: ReturnType<typeof buildPartner>,
  args: string,
  after?: string,
) {
  clock.nowMs += 1000
  const withCursor = after === undefined ? args : `${args} after: "${after}"`
  const selection = 'edges { cursor node { id __typename } } pageInfo { hasNextPage }'
  const response = await sendPartner(simulator.fetch, {
    query: `{ transactions(${withCursor}) { ${selection} } }`,
  })
  const { data } = (await response.json()) as PageBody
  const { edges, pageInfo } = data.transactions
  return {
    numbers: edges.map(({ node }) => Number(node.id.split('/').at(-1))),
    cursor: edges.at(-1)?.cursor,
    hasNextPage: pageInfo.hasNextPage,
  }
}
