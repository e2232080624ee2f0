import { listOperations, recordOperations } from '@affiliate-platform/contract'
import { buildTermsRules } from '@affiliate-platform/sdk/testing'

/** A request as a client of any kind may send it. */
export interface VariedRequest {
  readonly path: string
  readonly method: 'GET' | 'PATCH' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

interface Known {
  readonly affiliateKey: string
  readonly workspaceKey: string
  /** Records of the app by the names of their ids, such as `payoutId`. */
  readonly ids: Readonly<Record<string, string>>
}

/** Makes requests of all operations, good ones and bad ones; the same ones for the same seed. */
export function createVariedRequests(known: Known, count: number, seed = 15): readonly VariedRequest[] {
  let state = seed
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value
  // Some members of an object, each with one of its values, mostly the first: that one is good.
  const pickSome = (values: Readonly<Record<string, readonly unknown[]>>, share: number) =>
    Object.fromEntries(
      Object.entries(values)
        .filter(() => random() < share)
        .map(([name, choices]) => [name, random() < 0.7 ? choices[0] : pick(choices)])
        .filter(([, value]) => value !== undefined),
    )
  // Not `bearer`, which the service takes too (RFC 9110): Prism does not.
  const authorize = (key: string) => ({ Authorization: random() < 0.9 ? `Bearer ${key}` : 'Bearer wrong' })
  const { affiliateKey, workspaceKey, ids } = known
  const { membershipId = unknownId } = ids

  const makers: readonly (() => VariedRequest)[] = [
    () => {
      const { path, filters } = pick(listOperations)
      // Mostly its own: another one is 400 whatever else is asked.
      const own = Object.entries(toFilters(membershipId)).filter(
        ([name]) => name !== 'other' && ['cursor', 'limit', ...filters].includes(name),
      )
      const values = random() < 0.9 ? Object.fromEntries(own) : toFilters(membershipId)
      const query = new URLSearchParams(pickSome(values, 0.2) as Record<string, string>)
      return { method: 'GET', path: `${path}?${query}`, headers: authorize(affiliateKey) }
    },
    () => {
      const { path, record, query } = pick(recordOperations)
      const id = pick([ids[`${record}Id`], ids[`${record}Id`], unknownId, 'x']) ?? unknownId
      const unit = 'unit' in query.shape ? `?unit=${pick(['1', '1', '0', '9'.repeat(39)])}` : ''
      return { method: 'GET', path: `${path.replace(':id', id)}${unit}`, headers: authorize(affiliateKey) }
    },
    () => ({
      method: 'PATCH',
      path: `/api/affiliate-platform/v1/memberships/${pick([membershipId, membershipId, membershipId.toUpperCase(), unknownId, 'x'])}/terms`,
      headers: {
        ...authorize(affiliateKey),
        'Content-Type': pick(['application/json', 'application/json; charset=utf-8']),
        ...(pickSome({ 'Idempotency-Key': [`key-${random()}`, 'k'.repeat(256), 'one'] }, 0.5) as Record<
          string,
          string
        >),
      },
      body: JSON.stringify({
        rules: { ...buildTermsRules(), ...pickSome(wrongRules, 0.1) },
        ...pickSome(starts, 0.3),
      }),
    }),
    () => ({
      method: 'POST',
      path: '/api/identify',
      headers: { ...authorize(workspaceKey), 'Content-Type': 'application/json' },
      body: JSON.stringify(pickSome(contacts, 0.6)),
    }),
  ]
  return Array.from({ length: count }, (_, index) => (makers[index % makers.length] as () => VariedRequest)())
}

const unknownId = '99999999-9999-4999-8999-999999999999'

const toFilters = (membershipId: string) => ({
  appId: ['', 'null', unknownId],
  membershipId: [membershipId, membershipId.toUpperCase(), unknownId, ''],
  from: ['2026-01-01', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00+02:00', '2026-13-01'],
  to: ['2030-01-01', '2020-01-01T00:00:00.123456Z', 'tomorrow'],
  currency: ['USD', 'eur', 'XYZ', 'US'],
  status: ['unreported', 'confirmed', 'later', ''],
  search: ['a', ' padded ', 'Ω😀', 'x'.repeat(121)],
  limit: ['1', '50', '51', '0', '1e1'],
  cursor: [undefined, 'not-a-cursor', 'x'.repeat(1501)],
  programId: [undefined, unknownId, 'x'],
  other: [undefined, '1'],
})

const money = (amountMinor: string, currency = 'USD') => ({ amountMinor, currency })

const wrongRules = {
  basis: ['gross', 'other'],
  rateBps: [0, 1, 10_000, 10_001, 1.5, '1'],
  cpi: [money('1'), money('9'.repeat(38)), money('9'.repeat(39)), money('01'), money('1', 'XYZ')],
  includedSaleKinds: [[], ['usage_sale', 'one_time_sale'], ['usage_sale', 'usage_sale'], ['other']],
  durationMonths: [null, 1, 1200, 1201, 0],
  holdDays: [0, 3650, 3651],
  threshold: [money('0'), money('5000', 'EUR')],
  windowDays: [1, 365, 366],
  allowExistingShops: [true, 'yes'],
  thresholds: [[money('5000')], [], [money('5000'), money('4500', 'EUR')], [money('1')]],
  extra: [undefined, 1],
}

const starts = {
  effectiveAt: [
    '2027-06-01T00:00:00Z',
    '2027-06-01T00:00:00.5+05:30',
    '2020-01-01T00:00:00Z',
    '2027-06-01',
    5,
  ],
}

// No token with an app: the service would look for the shop at Shopify.
const contacts = {
  myshopifyDomain: ['a.myshopify.com', 'A-1.MyShopify.com', ' b.myshopify.com ', 'a.example.com', 5],
  email: ['owner@example.com', ' owner@example.com ', 'no address', 'x'.repeat(321)],
  ownerName: ['Chris', 'Zoë Ω', '', 'x'.repeat(256), 'a\u0000b'],
  country: ['France', ''],
  shopifyPlan: ['Shopify Plus', null],
  phone: ['+1 555 010 4477', '5'.repeat(51)],
  accessToken: [undefined, 'shpat_without_an_app'],
}
