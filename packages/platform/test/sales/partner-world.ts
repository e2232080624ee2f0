import { inspect } from 'node:util'
import {
  createPartnerClient,
  PartnerApiError,
  type PartnerClientOptions,
  type TransactionPage,
  type TransactionWalk,
  walkTransactions,
} from '@affiliate-platform/platform/sales'
import {
  createShopifySimulator,
  type PartnerOptions,
  type PartnerTransaction,
} from '@affiliate-platform/shopify-simulator'
import { createRequestPace } from './request-pace.ts'

export const token = 'prtapi_canary0f00d'
export const shop = { id: 'gid://partners/Shop/7', myshopifyDomain: 'maple-lantern.myshopify.com' }

export function buildSale(number: number, changes: Partial<PartnerTransaction> = {}): PartnerTransaction {
  return {
    type: 'AppUsageSale',
    id: `gid://partners/AppUsageSale/${number}`,
    createdAt: '2026-08-07T07:02:51.000000Z',
    shop,
    chargeId: 'gid://shopify/AppUsageRecord/31',
    grossAmount: { amount: '19.0', currencyCode: 'USD' },
    netAmount: { amount: '18.45', currencyCode: 'USD' },
    ...changes,
  }
}

export function buildSales(count: number): readonly PartnerTransaction[] {
  return Array.from({ length: count }, (_, index) => buildSale(index + 1))
}

/** A simulated Partner API and the real client, on one clock that moves only when the client waits. */
export function buildWorld(
  partnerOptions: Partial<PartnerOptions> = {},
  clientOptions: Partial<PartnerClientOptions> = {},
) {
  const waits: number[] = []
  let nowMs = Date.parse('2026-09-01T00:00:00Z')
  const clock = {
    now: () => nowMs,
    sleep: async (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted()
      if (ms > 0) waits.push(ms)
      nowMs += ms
    },
  }
  const simulator = createShopifySimulator({ now: clock.now })
  const clients = [{ accessTokens: [token] }]
  const partner = simulator.addPartner({ organizationId: '42', clients, ...partnerOptions })
  const client = createPartnerClient({
    organizationId: '42',
    accessToken: token,
    pace: createRequestPace(clock),
    fetch: simulator.fetch,
    clock,
    ...clientOptions,
  })
  return { simulator, partner, client, clock, waits }
}

export type World = ReturnType<typeof buildWorld>

/** The pages of a walk; `between` runs after each. */
export async function readPages(
  { client }: Pick<World, 'client'>,
  walk: Partial<TransactionWalk> = {},
  between: (page: number) => void = () => undefined,
): Promise<readonly TransactionPage[]> {
  const pages: TransactionPage[] = []
  for await (const page of walkTransactions(client, { app: '1', ...walk })) {
    pages.push(page)
    between(pages.length)
  }
  return pages
}

/** The sales that a store would hold which knows rows by their id. */
export function numbersOf(pages: readonly TransactionPage[]): readonly number[] {
  const ids = pages.flatMap(({ rows }) => rows.map(({ platformId }) => platformId))
  return [...new Set(ids)].map((id) => Number(id.split('/').at(-1)))
}

/** The PartnerApiError that the work ends with. Nothing that can be printed of it holds the token. */
export async function readError(work: Promise<unknown>): Promise<PartnerApiError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof PartnerApiError)) throw new Error('no PartnerApiError was thrown', { cause: error })
  const printed = inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true })
  const texts = [printed, String(error.stack), JSON.stringify(error), String(error.cause)].join('\n')
  if (texts.includes('canary')) throw new Error('the error holds the token')
  return error
}
