import {
  type PlatformReconciliation,
  readPayoutCsv,
  reconcilePayoutCsv,
  reconcileWithPlatform,
} from '@affiliate-platform/platform/sales'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { buildLine, buildMoneyWorld, buildRefund } from '@affiliate-platform/test-support/money-world'
import { expect, test } from 'vitest'
import { toChunks } from '../sales/bytes.ts'
import { buildOwnSale, buildOwnSales, type ConnectedWorld, connect } from './connected-world.ts'

const august = { from: new Date('2026-08-01T00:00:00Z'), to: new Date('2026-09-01T00:00:00Z') }
const usd = (amount: string) => ({ amount, currencyCode: 'USD' })
const idOf = (number: number) => `gid://partners/AppUsageSale/${number}`
const unreferred = { id: 'gid://partners/Shop/9', myshopifyDomain: 'other.myshopify.com' }
const header = 'Shop,Charge ID,Charge Creation Time,Charge Type,Partner Share,Partner Sale,App Title'

describeOnEachEngine('what was imported', (database) => {
  const reconcile = ({ workspaceId, appId, access }: ConnectedWorld, window = august) =>
    reconcileWithPlatform(database(), { workspaceId, appId, access, ...window })

  const differencesOf = ({ differences }: PlatformReconciliation) =>
    differences.map(({ platformId, difference }) => [platformId, difference]).toSorted()

  test("is the platform's own walk: sums by kind and currency, in a window [D145]", async () => {
    const transactions = [
      ...buildOwnSales(150),
      buildOwnSale(151, { type: 'AppSaleAdjustment', grossAmount: usd('-6.66'), netAmount: usd('-6.66') }),
      buildOwnSale(152, { grossAmount: { amount: '1005', currencyCode: 'JPY' } }),
      buildOwnSale(153, { shop: unreferred }),
      // A millionth of a second before the end of the window, and at its end.
      buildOwnSale(154, { createdAt: '2026-08-31T23:59:59.999999Z' }),
      buildOwnSale(155, { createdAt: '2026-09-01T00:00:00.000000Z' }),
    ]
    const world = await connect(database(), { transactions })
    await world.pass()
    const found = await reconcile(world)
    const side = (rows: number, gross: string, net: string) => ({
      ...{ ours: { rows, gross, net }, theirs: { rows, gross, net }, agrees: true },
    })
    expect(found).toEqual({
      ...august,
      sums: [
        { kind: 'adjustment', currency: 'USD', ...side(1, '-6.66', '-6.66') },
        { kind: 'usage_sale', currency: 'JPY', ...side(1, '1005.0', '0') },
        // The net of the sale in yen is in dollars.
        { kind: 'usage_sale', currency: 'USD', ...side(151, '2869.0', '2804.4') },
      ],
      differences: [],
      setAside: 0,
    })
  })

  test('is told from it row by row, and nothing is written [D145]', async () => {
    const world = await connect(database(), { transactions: buildOwnSales(120) })
    await world.pass()
    world.partner.addTransactions(buildOwnSale(121))
    world.partner.changeTransaction(idOf(5), { netAmount: usd('18.44') })
    world.partner.changeTransaction(idOf(6), { shop: null })
    world.partner.setBehaviour('repeat_row')
    const found = await reconcile(world)
    expect(differencesOf(found)).toEqual([
      [idOf(121), 'missing'],
      [idOf(5), 'changed'],
      [idOf(6), 'extra'],
    ])
    const row = { kind: 'usage_sale', gross: '19', grossCurrency: 'USD', netCurrency: 'USD' }
    expect(found.differences.find(({ difference }) => difference === 'changed')).toEqual({
      ...{ platformId: idOf(5), shopDomain: 'shop.myshopify.com', difference: 'changed' },
      ours: { ...row, net: '18.45', collectedAt: new Date('2026-08-07T07:02:51Z') },
      theirs: { ...row, net: '18.44', collectedAt: new Date('2026-08-07T07:02:51Z') },
    })
    expect(found.sums).toMatchObject([{ ours: { rows: 120 }, theirs: { rows: 120 }, agrees: false }])
    expect(found.setAside).toBe(1)
    expect(differencesOf(await reconcile(world))).toEqual(differencesOf(found))

    await world.pass()
    expect(differencesOf(await reconcile(world))).toEqual([[idOf(6), 'extra']])
  })

  test('is told from the last answer where a row repeats on a later page [D145] [D184]', async () => {
    const world = await connect(database(), { transactions: buildOwnSales(150) })
    await world.pass()
    world.partner.setBehaviour('repeat_row')
    const { access, simulator, partner } = world
    let pages = 0
    // It changes between two pages: the second one tells it again, otherwise.
    const fetch: typeof simulator.fetch = async (...request) => {
      const response = await simulator.fetch(...request)
      pages += 1
      if (pages === 1) partner.changeTransaction(idOf(100), { netAmount: usd('18.44') })
      return response
    }
    const found = await reconcile({ ...world, access: { ...access, fetch } })
    expect(pages).toBe(2)
    expect(differencesOf(found)).toEqual([[idOf(100), 'changed']])
    expect(found.sums).toMatchObject([
      { ours: { rows: 150, net: '2767.5' }, theirs: { rows: 150, net: '2767.49' } },
    ])
    await world.pass()
    expect(await reconcile(world)).toMatchObject({ differences: [], sums: [{ agrees: true }] })
  })

  test('is the payout CSV by shop, day and kind, or told from it [D145]', async () => {
    const world = await buildMoneyWorld(database())
    await world.importLines([
      buildLine(),
      buildLine({ platformId: 'sale/2' }),
      buildRefund({ kind: 'credit' }),
      buildLine({ platformId: 'sale/3', collectedAt: '2026-02-09T00:00:00Z' }),
    ])
    const row = (changes: Readonly<Record<number, string>> = {}, shop = 'shop.myshopify.com') =>
      Object.assign(
        [shop, '', '2026-02-01', 'App sale – 30-day subscription', '18.45', '19.00', 'A'],
        changes,
      )
    const rows = [row(), row(), row({ 2: '2026-02-10', 3: 'App downgrade', 4: '-18.45', 5: '-19.00' })]
    const others = [row({}, 'other.myshopify.com'), row({ 3: 'Payout correction' })]
    const reconcileRows = (lines: readonly (readonly string[])[]) =>
      reconcilePayoutCsv(database(), world, readPayoutCsv(toChunks([header, ...lines].join('\n'))))

    const complete = await reconcileRows([...rows, row({ 2: '2026-02-09' }), ...others])
    expect(complete).toMatchObject({
      ...{ from: new Date('2026-02-01'), to: new Date('2026-02-11'), differences: [] },
      sums: [
        { kind: 'adjustment', currency: null, agrees: true },
        { kind: 'subscription_sale', ours: { rows: 3, gross: '57.0' }, agrees: true },
      ],
      ignored: [{ chargeType: 'Payout correction', rows: 1 }],
    })

    const wrong = await reconcileRows([row({ 5: '19.01' }), ...rows.slice(1)])
    const day = { shopDomain: 'shop.myshopify.com', kind: 'subscription_sale' }
    expect(wrong.differences).toEqual([
      {
        ...{ ...day, day: '2026-02-01', ours: { rows: 2, gross: '38.0', net: '36.9' } },
        theirs: { rows: 2, gross: '38.01', net: '36.9' },
      },
      {
        ...{ ...day, day: '2026-02-09', ours: { rows: 1, gross: '19.0', net: '18.45' } },
        theirs: { rows: 0, gross: '0', net: '0' },
      },
    ])
    expect(wrong.sums).toMatchObject([{ agrees: true }, { agrees: false }])
  })
})
