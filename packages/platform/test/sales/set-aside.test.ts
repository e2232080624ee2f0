import type { PartnerTransaction } from '@affiliate-platform/shopify-simulator'
import { expect, it } from 'vitest'
import { buildSale, buildWorld, readPages, shop } from './partner-world.ts'

const usd = (amount: string) => ({ amount, currencyCode: 'USD' })

type Changes = Partial<PartnerTransaction>

/** What the walk makes of a row between two good ones, which are both there. */
async function readOdd(changes: Changes) {
  const world = buildWorld({ transactions: [buildSale(1), buildSale(2, changes), buildSale(3)] })
  world.partner.setBehaviour('ignore_types')
  const [page] = await readPages(world)
  expect(page?.read).toBe(3)
  const row = page?.rows.find(({ platformId }) => platformId === buildSale(2).id)
  expect(page?.rows).toHaveLength(row === undefined ? 2 : 3)
  return { row, setAside: page?.setAside }
}

it.each<[string, Changes, string]>([
  ['a tax transaction', { type: 'TaxTransaction', amount: usd('-0.1') }, 'unknown_kind'],
  ['a referral transaction', { type: 'ReferralTransaction', amount: usd('5.0') }, 'unknown_kind'],
  ['a type newer than this code', { type: 'FutureTransaction' }, 'unknown_kind'],
  ['null shop', { shop: null }, 'no_shop'],
  ['a domain of no shop', { shop: { ...shop, myshopifyDomain: 'example.com' } }, 'invalid_shop'],
  ['null gross', { grossAmount: null }, 'no_gross'],
  ['an exponent', { grossAmount: usd('1.9E+1') }, 'invalid_amount'],
  ['a comma', { netAmount: usd('1,845.00') }, 'invalid_amount'],
  ['no digits', { netAmount: usd('') }, 'invalid_amount'],
  ['ten decimals', { grossAmount: usd('19.0000000001') }, 'too_many_decimals'],
  ['33 digits', { grossAmount: usd('9'.repeat(33)) }, 'too_many_digits'],
  ['currency xts', { grossAmount: { amount: '19.0', currencyCode: 'xts' } }, 'unknown_currency'],
  ['a dead currency of net', { netAmount: { amount: '19.0', currencyCode: 'BYR' } }, 'unknown_currency'],
  ['a refund sale', { grossAmount: usd('-0.01') }, 'wrong_sign'],
  ['a positive adjustment', { type: 'AppSaleAdjustment' }, 'wrong_sign'],
  ['a positive credit', { type: 'AppSaleCredit', grossAmount: usd('0.01') }, 'wrong_sign'],
  ['a day that does not exist', { createdAt: '2026-02-30T00:00:00Z' }, 'invalid_time'],
  ['a time that would be rounded', { createdAt: '2026-02-01T00:00:00.1234567Z' }, 'invalid_time'],
])('sets aside %s, and lists it [D102]', async (_, changes, reason) => {
  const { row, setAside } = await readOdd(changes)
  expect(row).toBeUndefined()
  expect(setAside).toEqual([{ platformId: buildSale(2).id, reason, copy: expect.any(Object) }])
})

it.each<[string, Changes, object]>([
  ['null charge', { chargeId: null }, { chargeId: null }],
  ['"19.0" and nine decimals', { netAmount: usd('18.450000000') }, { gross: '19', net: '18.45' }],
  ['a sale of nothing', { grossAmount: usd('-0.0') }, { gross: '0' }],
  ['an adjustment of nothing', { type: 'AppSaleAdjustment', grossAmount: usd('0.0') }, { gross: '0' }],
  ['an adjustment', { type: 'AppSaleAdjustment', grossAmount: usd('-19.0') }, { gross: '-19' }],
  ['a credit', { type: 'AppSaleCredit', grossAmount: usd('-0.01') }, { kind: 'credit', gross: '-0.01' }],
  ['a one-time sale', { type: 'AppOneTimeSale' }, { kind: 'one_time_sale', billingInterval: null }],
  [
    'a year',
    { type: 'AppSubscriptionSale', billingInterval: 'ANNUAL' },
    { kind: 'subscription_sale', billingInterval: 'ANNUAL' },
  ],
  [
    'two currencies',
    { netAmount: { amount: '2500', currencyCode: 'JPY' } },
    { grossCurrency: 'USD', netCurrency: 'JPY', net: '2500' },
  ],
  ['a fee', { shopifyFee: usd('2.85') }, { platformFee: '2.85' }],
  ['a fee in another currency', { shopifyFee: { amount: '2', currencyCode: 'EUR' } }, { platformFee: null }],
  [
    'a domain with its scheme',
    { shop: { ...shop, myshopifyDomain: 'https://A.myshopify.com/' } },
    { shopDomain: 'a.myshopify.com' },
  ],
  [
    '32 digits',
    { grossAmount: usd(`${'9'.repeat(32)}.123456789`) },
    { gross: `${'9'.repeat(32)}.123456789` },
  ],
  [
    'another zone',
    { createdAt: '2026-08-07T09:02:51.5+02:00' },
    { collectedAt: '2026-08-07T07:02:51.500000Z' },
  ],
])('reads %s exactly [D102]', async (_, changes, expected) => {
  const { row, setAside } = await readOdd(changes)
  expect(setAside).toEqual([])
  expect(row).toMatchObject(expected)
})

it('sets aside a sale of another app, and copies the fields that decide and no others', async () => {
  const node = {
    __typename: 'AppUsageSale',
    id: 'x',
    createdAt: '2026-08-07T07:02:51Z',
    app: { id: 'gid://partners/App/2' },
    grossAmount: usd('1.0'),
    secret: 'not copied',
  }
  const transactions = { edges: [{ cursor: 'c', node }], pageInfo: { hasNextPage: false } }
  const fetch = () => Promise.resolve(Response.json({ data: { transactions } }))
  const [page] = await readPages(buildWorld({}, { fetch }))
  expect(page?.setAside).toEqual([
    {
      platformId: 'x',
      reason: 'other_app',
      copy: {
        kind: 'usage_sale',
        shopDomain: null,
        shopNumber: null,
        chargeId: null,
        billingInterval: null,
        gross: '1.0',
        grossCurrency: 'USD',
        net: null,
        netCurrency: null,
        platformFee: null,
        collectedAt: '2026-08-07T07:02:51Z',
      },
    },
  ])
})

it('gives an app transaction in one shape', async () => {
  const { row } = await readOdd({})
  expect(row).toEqual({
    platformId: 'gid://partners/AppUsageSale/2',
    kind: 'usage_sale',
    shopDomain: 'maple-lantern.myshopify.com',
    shopNumber: '7',
    chargeId: 'gid://shopify/AppUsageRecord/31',
    billingInterval: null,
    gross: '19',
    grossCurrency: 'USD',
    net: '18.45',
    netCurrency: 'USD',
    platformFee: null,
    collectedAt: '2026-08-07T07:02:51.000000Z',
    contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})
