import { toId } from '../database/world.ts'

/** Where the clients send their requests; nobody listens there. */
export const baseUrl = 'http://service.invalid'

/** A page of payouts as text. */
export function buildPageText(rows: number, nextCursor: string | null = null): string {
  return JSON.stringify({ items: Array.from({ length: rows }, (_, index) => buildRow(index)), nextCursor })
}

function buildRow(index: number) {
  const currency = index % 3 === 0 ? 'EUR' : 'USD'
  return {
    id: toId(`payout/${index}`),
    kind: 'payouts',
    appId: toId('app/0'),
    programId: toId(`program/${index % 3}`),
    membershipId: toId(`membership/${index}`),
    name: 'Partner program',
    status: 'partially_reported',
    amount: { amountMinor: String(100_000 + index), currency },
    unpaid: { amountMinor: String(50_000 + index), currency },
    reported: { amountMinor: String(50_000), currency },
    confirmed: { amountMinor: '0', currency },
    memberName: 'Example member',
    createdAt: '2027-01-01T00:00:00.000Z',
  }
}

/** The same for dub: payouts as its service has them, about as long. */
export function buildDubPageText(rows: number): string {
  return JSON.stringify(Array.from({ length: rows }, (_, index) => buildDubRow(index)))
}

function buildDubRow(index: number) {
  const createdAt = '2027-01-01T00:00:00.000Z'
  return {
    id: toId(`payout/${index}`),
    invoiceId: null,
    amount: 100_000 + index,
    currency: 'usd',
    status: 'pending',
    periodStart: createdAt,
    periodEnd: createdAt,
    createdAt,
    initiatedAt: null,
    paidAt: null,
    mode: null,
    method: null,
    partner: {
      id: toId(`membership/${index}`),
      name: 'Partner program',
      email: null,
      image: null,
      defaultPayoutMethod: null,
      payoutsEnabledAt: null,
      country: null,
      tenantId: null,
    },
  }
}

const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-Request-Id': toId('request'),
  'Cache-Control': 'no-store',
  'X-Affiliate-Schema-Version': '1',
  'RateLimit-Policy': '"credential";q=120;w=60',
  RateLimit: '"credential";r=119;t=60',
}

/** A `fetch` that responds to every request with the same text at once. */
export function createStubFetch(text: string): typeof fetch {
  return async () => new Response(text, { headers })
}
