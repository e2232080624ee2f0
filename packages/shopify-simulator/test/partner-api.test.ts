import { expect, it } from 'vitest'
import { buildPartner, buildSale, readPage, sendPartner, shop } from './partner-request.ts'

const sales = [1, 2, 3, 4, 5].map((number) => buildSale(number))

it('shows a sale in the fields that are asked for', async () => {
  const { simulator } = buildPartner({ transactions: [buildSale(1)] })
  const query = `{ transactions { edges { node { __typename id createdAt ... on AppSubscriptionSale {
    app { id name } shop { id name myshopifyDomain } chargeId billingInterval
    grossAmount { amount currencyCode } netAmount { amount } shopifyFee { amount } } } } } }`
  expect(await (await sendPartner(simulator.fetch, { query })).json()).toEqual({
    data: {
      transactions: {
        edges: [
          {
            node: {
              __typename: 'AppSubscriptionSale',
              id: 'gid://partners/AppSubscriptionSale/1',
              createdAt: '2026-08-07T07:02:01.000000Z',
              app: { id: 'gid://partners/App/1', name: 'App 1' },
              shop: { ...shop, name: 'maple-lantern' },
              chargeId: 'gid://shopify/AppSubscription/31499911397',
              billingInterval: 'EVERY_30_DAYS',
              grossAmount: { amount: '19.0', currencyCode: 'USD' },
              netAmount: { amount: '18.45' },
              shopifyFee: { amount: '0.0' },
            },
          },
        ],
      },
    },
  })
})

it('pages by the cursor of the last edge', async () => {
  const world = buildPartner({ transactions: sales })
  const first = await readPage(world, 'first: 2')
  const second = await readPage(world, 'first: 2', first.cursor)
  const third = await readPage(world, 'first: 2', second.cursor)
  expect([first, second, third].map(({ numbers }) => numbers)).toEqual([[1, 2], [3, 4], [5]])
  expect([first, second, third].map(({ hasNextPage }) => hasNextPage)).toEqual([true, true, false])
})

it('gives at most 100 rows in a page', async () => {
  const transactions = Array.from({ length: 101 }, (_, index) => buildSale(index + 1))
  const page = await readPage(buildPartner({ transactions }), 'first: 250')
  expect(page.numbers).toHaveLength(100)
  expect(page.hasNextPage).toBe(true)
})

it.each([
  ['createdAtMin, itself included', 'createdAtMin: "2026-08-07T07:02:04Z"', [4, 5]],
  ['createdAtMax, itself included', 'createdAtMax: "2026-08-07T07:02:02Z"', [1, 2]],
  ['a type', 'types: [APP_USAGE_SALE]', [6]],
  ['a shop', 'shopId: "gid://partners/Shop/8"', [7]],
  ['a domain', 'myshopifyDomain: "other.myshopify.com"', [7]],
  ['an app', 'appId: "gid://partners/App/2"', [8]],
])('filters by %s', async (_, filter, numbers) => {
  const others = [
    buildSale(6, { type: 'AppUsageSale', createdAt: '2026-08-07T07:02:03Z' }),
    buildSale(7, {
      shop: { id: 'gid://partners/Shop/8', myshopifyDomain: 'other.myshopify.com' },
      createdAt: '2026-08-07T07:02:03Z',
    }),
    buildSale(8, { appId: 'gid://partners/App/2', createdAt: '2026-08-07T07:02:03Z' }),
  ]
  const apps = [{ id: 'gid://partners/App/1' }, { id: 'gid://partners/App/2' }] as const
  const page = await readPage(buildPartner({ transactions: [...sales, ...others], apps }), filter)
  expect(page.numbers).toEqual(numbers)
})

it('takes a cursor only with the filters that it was made for', async () => {
  const world = buildPartner({ transactions: sales })
  const { cursor } = await readPage(world, 'first: 2')
  const query = `{ transactions(types: [TAX] after: "${cursor}") { edges { cursor } } }`
  expect(JSON.stringify(await (await sendPartner(world.simulator.fetch, { query })).json())).toContain(
    'Invalid cursor',
  )
})

it('repeats a row on two pages, and the same cursor, where it is told to', async () => {
  const world = buildPartner({ transactions: sales })
  const first = await readPage(world, 'first: 2')
  world.partner.setBehaviour('repeat_row', { times: 1 })
  const second = await readPage(world, 'first: 2', first.cursor)
  expect(second.numbers).toEqual([2, 3])
  world.partner.setBehaviour('same_cursor')
  const third = await readPage(world, 'first: 2', second.cursor)
  expect(third).toEqual({ numbers: [4, 5], cursor: second.cursor, hasNextPage: true })
})

it('shows types that were not asked for where it is told to', async () => {
  const amount = { amount: '-0.1', currencyCode: 'USD' }
  const world = buildPartner({
    transactions: [
      buildSale(1),
      buildSale(2, { type: 'TaxTransaction', amount }),
      buildSale(3, { type: 'ReferralTransaction', amount }),
      buildSale(4, { type: 'FutureTransaction' }),
    ],
  })
  const types = 'types: [APP_SUBSCRIPTION_SALE]'
  expect((await readPage(world, types)).numbers).toEqual([1])
  world.partner.setBehaviour('ignore_types')
  expect((await readPage(world, types)).numbers).toEqual([1, 2, 3, 4])
})

it('records late rows last and changes amounts in place', async () => {
  const world = buildPartner({ transactions: sales })
  world.partner.addTransactions(buildSale(6, { createdAt: '2026-08-01T00:00:00Z' }))
  world.partner.changeTransaction(buildSale(2).id, {
    netAmount: { amount: '18.450000000', currencyCode: 'xts' },
  })
  expect((await readPage(world, 'first: 100')).numbers).toEqual([1, 2, 3, 4, 5, 6])
  const query =
    '{ transactions { edges { node { ... on AppSubscriptionSale { netAmount { amount currencyCode } } } } } }'
  const body = await (await sendPartner(world.simulator.fetch, { query })).json()
  expect(JSON.stringify(body)).toContain('{"amount":"18.450000000","currencyCode":"xts"}')
  expect(() => world.partner.changeTransaction('gid://partners/AppUsageSale/9', {})).toThrow(RangeError)
})

it('shows app events, which have no id', async () => {
  const world = buildPartner()
  world.partner.addAppEvents(
    { type: 'RelationshipInstalled', occurredAt: '2026-01-01T00:00:00Z', shop },
    { type: 'RelationshipUninstalled', occurredAt: '2026-02-01T00:00:00Z', shop, reason: 'too_expensive' },
  )
  const events = `events(types: [RELATIONSHIP_UNINSTALLED]) { edges { node {
    type occurredAt shop { id } ... on RelationshipUninstalled { reason } } } pageInfo { hasNextPage } }`
  const query = `{ app(id: "gid://partners/App/1") { ${events} } }`
  expect(await (await sendPartner(world.simulator.fetch, { query })).json()).toEqual({
    data: {
      app: {
        events: {
          edges: [
            {
              node: {
                type: 'RELATIONSHIP_UNINSTALLED',
                occurredAt: '2026-02-01T00:00:00Z',
                shop: { id: shop.id },
                reason: 'too_expensive',
              },
            },
          ],
          pageInfo: { hasNextPage: false },
        },
      },
    },
  })
})
