import { newId } from '@affiliate-platform/platform/database'
import { readSalesStatus, reconcileWithPlatform } from '@affiliate-platform/platform/sales'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  buildExampleRules,
  buildLine,
  buildMoneyWorld,
  refer,
} from '@affiliate-platform/test-support/money-world'
import { expect, test } from 'vitest'
import { buildOwnSale, buildOwnSales, connect, referredShop } from './connected-world.ts'

const usd = (amount: string) => ({ amount, currencyCode: 'USD' })
const idOf = (number: number) => `gid://partners/AppUsageSale/${number}`

describeOnEachEngine('an import from the Partner API', (database) => {
  test('keeps every sale once, and lists every odd row, whatever the API does [D63, D134]', async () => {
    const odd = [
      buildOwnSale(301, { grossAmount: null }),
      buildOwnSale(302, { shop: null }),
      buildOwnSale(303, { netAmount: { amount: '1.0', currencyCode: 'xts' } }),
      buildOwnSale(304, { type: 'TaxTransaction', amount: usd('-1.0') }),
      buildOwnSale(305, { type: 'FutureTransaction' }),
      buildOwnSale(306, { type: 'AppSaleAdjustment', grossAmount: usd('3.0'), netAmount: usd('3.0') }),
      buildOwnSale(307, { grossAmount: usd('0.0000000001') }),
    ]
    const plain = buildOwnSale(308, { chargeId: null, netAmount: usd('18.450000000') })
    const world = await connect(database(), { transactions: [...buildOwnSales(300), ...odd, plain] })
    const oddities = ['too_many_requests', 'rate_limited', 'repeat_row', 'reset'] as const
    let page = 0
    const report = await world.pass({
      onPage: () => {
        const oddity = oddities[page]
        page += 1
        if (oddity === 'repeat_row') world.partner.setBehaviour(oddity)
        else if (oddity !== undefined)
          world.partner.setBehaviour(oddity, { times: 1, retryAfterSeconds: 900 })
        if (page === 2)
          world.partner.addTransactions(buildOwnSale(309, { createdAt: '2026-02-01T00:00:00Z' }))
      },
    })
    expect({ new: report.new, revised: report.revised, posted: report.posted }).toEqual({
      ...{ new: 302, revised: 0, posted: 302 },
    })
    expect(report.setAside.map(({ platformId, reason }) => [platformId, reason]).toSorted()).toEqual([
      [idOf(301), 'no_gross'],
      [idOf(302), 'no_shop'],
      [idOf(303), 'unknown_currency'],
      [idOf(306), 'wrong_sign'],
      [idOf(307), 'too_many_decimals'],
    ])
    // 302 sales of 19.0 at 20 %.
    expect((await world.amounts()).reduce((sum, amount) => sum + amount, 0n)).toBe(114_760n)

    world.partner.setBehaviour('ignore_types')
    world.partner.changeTransaction(idOf(1), { grossAmount: usd('18.0') })
    const again = await world.pass()
    expect(again).toMatchObject({ new: 0, revised: 1, posted: 1 })
    expect(again.setAside.map(({ platformId, reason }) => [platformId, reason])).toEqual(
      expect.arrayContaining([
        [idOf(304), 'unknown_kind'],
        [idOf(305), 'unknown_kind'],
      ]),
    )
    const status = await readSalesStatus(database(), world)
    expect(status.setAside).toEqual(
      expect.arrayContaining([
        { reason: 'too_many_decimals', currency: 'USD', rows: 1, gross: '0.0000000001' },
        { reason: 'wrong_sign', currency: 'USD', rows: 1, gross: '3.0' },
      ]),
    )
  })

  test('stops where a cursor comes back, and begins anew [D134]', async () => {
    const world = await connect(database(), { transactions: buildOwnSales(250) })
    const broken = world.pass({ onPage: () => world.partner.setBehaviour('same_cursor') })
    await expect(broken).rejects.toMatchObject({ code: 'cursor_repeated' })
    world.partner.setBehaviour('ok')
    expect(await world.pass()).toMatchObject({ new: 150, known: 350 })
    expect(await world.amounts()).toHaveLength(250)
  })

  test('goes on at the page where it was stopped, with the same arguments [D134]', async () => {
    const world = await connect(database(), { transactions: buildOwnSales(350) })
    let pages = 0
    const stopped = world.pass({
      onPage: () => {
        pages += 1
        if (pages === 2) world.partner.setBehaviour('unauthorized')
      },
    })
    await expect(stopped).rejects.toMatchObject({ code: 'access_denied' })
    expect((await readSalesStatus(database(), world)).lastRun).toMatchObject({
      result: null,
      pages: 2,
      read: 200,
    })

    world.partner.setBehaviour('ok')
    const before = world.walks().length
    expect(await world.pass({ scope: 'backfills' })).toMatchObject({
      runs: 1,
      read: 150,
      new: 150,
      posted: 350,
    })
    expect(world.walks().slice(before)).toEqual(Array(2).fill({ shop: 'shop.myshopify.com', goesOn: true }))
    expect(await world.amounts()).toHaveLength(350)
  })

  test('reads the whole history of a shop that is referred later [D59]', async () => {
    const late = { id: 'gid://partners/Shop/8', myshopifyDomain: 'late.myshopify.com' }
    const world = await connect(database(), {
      transactions: [buildOwnSale(1), buildOwnSale(2, { shop: late }), buildOwnSale(3, { shop: late })],
    })
    expect(await world.pass()).toMatchObject({ unreferred: 2, posted: 1 })
    await refer(database(), {
      ...{
        workspaceId: world.workspaceId,
        membershipId: world.membershipId,
        shopDomain: 'late.myshopify.com',
      },
      ...{ installedAtMs: Date.parse('2026-01-01T00:00:00Z'), clickedAtMs: undefined, evidence: undefined },
      ...{ reason: 'agreed', actor: 'operator:mia' },
      contract: { rules: buildExampleRules(), effectiveAtMs: undefined },
    })
    expect(await readSalesStatus(database(), world)).toMatchObject({ backfills: 1 })
    const before = world.walks().length

    expect(await world.pass({ scope: 'recent' })).toMatchObject({ new: 2, posted: 2, runs: 2 })
    expect(
      world
        .walks()
        .slice(before)
        .map(({ shop }) => shop),
    ).toEqual(['late.myshopify.com', undefined])
    expect(await readSalesStatus(database(), world)).toMatchObject({ backfills: 0, unposted: 0 })
  })

  test('moves its watermark to a sale that it saw, after a complete walk alone [D134]', async () => {
    const seen = new Date(Date.now() - 3_600_000).toISOString()
    const world = await connect(database(), { transactions: [] })
    const untilOf = async () => (await readSalesStatus(database(), world)).connection?.salesReadUntil
    const first = await untilOf()
    await world.pass({ scope: 'recent' })
    expect(await untilOf()).toBe(first)

    const future = new Date(Date.now() + 1000).toISOString()
    world.partner.addTransactions(buildOwnSale(1, { createdAt: seen }))
    await world.pass({ scope: 'recent' })
    expect(await untilOf()).toBe(first)
    world.partner.addTransactions(buildOwnSale(2, { createdAt: future }))
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await world.pass({ scope: 'recent' })
    expect(Date.parse(String(await untilOf()))).toBe(Date.parse(future))
    expect(await world.amounts()).toHaveLength(2)
  })

  test('reads installs, once each, and sales alone where the token may not [D53, D134]', async () => {
    const clients = [{ accessTokens: ['prtapi_canary0f00d'], permissions: ['view_financials'] as const }]
    const appEvents = [
      { type: 'RelationshipInstalled', occurredAt: '2026-02-01T00:00:00Z', shop: referredShop },
      { type: 'RelationshipUninstalled', occurredAt: '2026-03-01T00:00:00Z', shop: referredShop },
    ] as const
    const world = await connect(database(), { appEvents })
    expect((await world.pass()).installs).toEqual({ read: 2, new: 2, setAside: 0 })
    expect((await world.pass()).installs).toEqual({ read: 2, new: 0, setAside: 0 })
    expect(await readSalesStatus(database(), world)).toMatchObject({
      connection: { installsReadUntil: expect.stringMatching(/^2026-03-01T00:00:00/) },
    })
    const denied = await connect(database(), { clients, appEvents })
    expect(await denied.pass()).toMatchObject({
      installs: null,
      installsDenied: expect.stringContaining('"Manage apps"'),
    })
  })

  test('lets one of two at once read an app [D134]', async () => {
    const world = await connect(database(), { transactions: buildOwnSales(250) })
    const results = await Promise.allSettled([world.pass(), world.pass()])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'busy' } })
    expect(await world.amounts()).toHaveLength(250)
  })

  test('stops when another process has taken over, and leaves the rest to it [D134]', async () => {
    const world = await connect(database(), { transactions: buildOwnSales(250) })
    const steal = {
      name: 'test_steal_lease',
      text: 'update sale_feeds set holder = $1, held_until = now() where app_id = $2',
    }
    let stealing: Promise<unknown> | undefined
    const fetch = async (url: string, init: RequestInit) => {
      await stealing
      return await world.simulator.fetch(url, init)
    }
    const onPage = () => {
      stealing ??= database().query(steal, [newId(), world.appId])
    }
    const stolen = world.pass({ access: { ...world.access, fetch }, onPage })
    await expect(stolen).rejects.toMatchObject({ code: 'lease_lost' })
    expect(await world.pass()).toMatchObject({ posted: 250 })
    expect(await world.amounts()).toHaveLength(250)
  })

  test('takes over from files at a cut-over alone, and leaves what is before it to them [D63]', async () => {
    const money = await buildMoneyWorld(database())
    await money.importLines([buildLine({ collectedAt: '2026-02-01T00:00:00Z' })])
    const transactions = [
      buildOwnSale(1, { createdAt: '2026-02-01T00:00:00Z' }),
      buildOwnSale(2, { createdAt: '2026-03-01T00:00:00Z' }),
    ]
    const rejection = { code: 'other_source' }
    await expect(connect(database(), { transactions }, { money })).rejects.toMatchObject(rejection)
    const early = { money, sinceMs: Date.parse('2026-02-01T00:00:00Z') }
    await expect(connect(database(), { transactions }, early)).rejects.toMatchObject(rejection)

    const sinceMs = Date.parse('2026-02-01T00:00:00.001Z')
    const world = await connect(database(), { transactions }, { money, sinceMs })
    expect(await world.pass()).toMatchObject({ new: 1, posted: 1, setAside: [] })
    const lines = [buildLine(), buildLine({ platformId: 'sale/9', collectedAt: '2026-04-01T00:00:00Z' })]
    expect(await world.importLines(lines)).toMatchObject({
      ...{ known: 1, new: 0, setAside: [{ platformId: 'sale/9', reason: 'other_source' }] },
    })
    expect(await world.amounts()).toEqual([380n, 380n])
  })

  test('takes the last answer for the truth, also where it goes back to an older one [D184]', async () => {
    const world = await connect(database(), { transactions: [buildOwnSale(1)] })
    await world.pass()
    for (const [gross, sum] of [
      ['10.0', 200n],
      ['19.0', 380n],
    ] as const) {
      world.partner.changeTransaction(idOf(1), { grossAmount: usd(gross) })
      expect(await world.pass()).toMatchObject({ revised: 1, known: 0 })
      expect((await world.amounts()).reduce((total, amount) => total + amount, 0n)).toBe(sum)
    }
    const differences: readonly object[] = []
    expect(await reconcileWithPlatform(database(), world)).toMatchObject({ differences })
  })

  test('takes the last of two contents on one page [D184]', async () => {
    const transactions = [
      buildOwnSale(1, { grossAmount: usd('100.0') }),
      buildOwnSale(1, { grossAmount: usd('10.0') }),
    ]
    const world = await connect(database(), { transactions })
    expect(await world.pass()).toMatchObject({ read: 4, new: 1, replaced: 2 })
    expect(await world.amounts()).toEqual([200n])
  })

  test('has one cut-over, which is not moved [D63]', async () => {
    const money = await buildMoneyWorld(database())
    await money.importLines([buildLine({ collectedAt: '2026-02-01T00:00:00Z' })])
    const rejection = { code: 'cut_over' }
    const sinceMs = Date.parse('2026-02-02T00:00:00Z')
    await connect(database(), {}, { money, sinceMs })
    await connect(database(), {}, { money, sinceMs })
    await connect(database(), {}, { money })
    const moved = connect(database(), {}, { money, sinceMs: sinceMs + 1 })
    await expect(moved).rejects.toMatchObject(rejection)
    const other = await connect(database())
    await expect(connect(database(), {}, { money: other, sinceMs })).rejects.toMatchObject(rejection)
  })

  test('keeps a sale that another source has reported, with another time, once [D63, D168]', async () => {
    const money = await buildMoneyWorld(database())
    const told = buildLine({ platformId: idOf(1), collectedAt: '2026-02-01T23:59:59Z' })
    await money.importLines([told])
    const recorded = buildOwnSale(1, { createdAt: '2026-02-02T00:00:01Z', grossAmount: usd('190.0') })
    const next = buildOwnSale(2, { createdAt: '2026-03-01T00:00:00Z' })
    const sinceMs = Date.parse('2026-02-02T00:00:00Z')
    const world = await connect(database(), { transactions: [recorded, next] }, { money, sinceMs })

    const setAside = [{ platformId: idOf(1), reason: 'other_source' }]
    expect(await world.pass()).toMatchObject({ new: 1, posted: 1, setAside })
    expect(await world.pass()).toMatchObject({ new: 0, known: 1, posted: 0, setAside })
    const late = buildLine({ platformId: idOf(2), collectedAt: '2026-02-01T00:00:00Z' })
    expect(await world.importLines([told, late])).toMatchObject({
      ...{ known: 1, new: 0, setAside: [{ platformId: idOf(2), reason: 'other_source' }] },
    })
    expect(await world.amounts()).toEqual([380n, 380n])
  })
})
