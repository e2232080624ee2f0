import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  buildExampleRules,
  buildLine,
  buildMoneyWorld,
  buildRefund,
  importLines,
  type MoneyWorld,
  refer,
  type SaleLine,
} from '@affiliate-platform/test-support/money-world'
import { expect, test } from 'vitest'
import { importSalesFile } from '../../src/sales.ts'
import { verifyMoney } from '../../src/verify-money.ts'
import { countRows } from '../explain/count-rows.ts'

const price = (gross: string): SaleLine => buildLine({ gross, net: gross })
const sumOf = async (world: MoneyWorld) => (await world.amounts()).reduce((sum, amount) => sum + amount, 0n)

describeOnEachEngine('a sale that is corrected', (database) => {
  test.each([
    ['two contents', ['100', '10'], 200n],
    ['three contents', ['100', '50', '10'], 200n],
    ['its first content again', ['100', '10', '100'], 2000n],
  ])('counts as the last line of a file says it: %s [D184]', async (_, prices, worth) => {
    const world = await buildMoneyWorld(database())
    const report = await world.importLines(prices.map(price))
    expect(report).toMatchObject({ read: prices.length, new: 1, replaced: prices.length - 1 })
    expect(await sumOf(world)).toBe(worth)
  })

  test('counts as the last line says it however far the lines are apart [D184]', async () => {
    const world = await buildMoneyWorld(database())
    const others = Array.from({ length: 600 }, (_, index) =>
      buildLine({ platformId: `other/${index}`, shopDomain: 'unreferred.myshopify.com' }),
    )
    await world.importLines([price('100')])
    await world.importLines([price('10'), ...others, price('100')])
    expect(await sumOf(world)).toBe(2000n)
  })

  test('goes back to an older content where the file is to restate it, and is told line by line [D184]', async () => {
    const world = await buildMoneyWorld(database())
    await world.importLines([price('100')])
    expect(await world.importLines([price('10')])).toMatchObject({ revised: 1, older: [] })

    const told = await world.importLines([buildLine({ platformId: 'sale/2' }), price('100')])
    expect(told).toMatchObject({ new: 1, revised: 0, known: 0 })
    expect(told.older).toEqual([{ platformId: 'sale/1', line: 2 }])
    expect(await sumOf(world)).toBe(580n)

    const restated = await world.importLines([price('100')], { restate: true })
    expect(restated).toMatchObject({ revised: 1, older: [] })
    expect(await sumOf(world)).toBe(2380n)
    expect(await world.importLines([price('100')], { restate: true })).toMatchObject({ known: 1, posted: 0 })
  })

  test('ends, cut off and imported again, as if it had not been [D184]', async () => {
    const world = await buildMoneyWorld(database())
    await world.importLines([price('100')])
    const lines = [
      price('50'),
      ...Array.from({ length: 600 }, (_, index) => buildLine({ platformId: `sale/2/${index}`, gross: '1' })),
    ]
    let opened = 0
    async function* open(): AsyncGenerator<Uint8Array> {
      opened += 1
      for (const [index, line] of lines.entries()) {
        // The second time it is read, the file's disk goes away behind the first page.
        if (opened === 2 && index === 550) throw new Error('cut off')
        yield Buffer.from(`${JSON.stringify(line)}\n`)
      }
    }
    const { workspaceId, appId } = world
    const order = { workspaceId, appId, actor: 'operator:mia', file: 'sales.ndjson', open }
    await expect(importSalesFile(database(), order)).rejects.toThrow('cut off')
    // What another file said of it since is the later word.
    await world.importLines([price('10'), buildLine({ platformId: 'sale/2/599', gross: '2' })])

    const resumed = await importSalesFile(database(), order)
    expect(resumed).toMatchObject({ new: 100, known: 500, older: [{ platformId: 'sale/2/599', line: 601 }] })
    expect(await sumOf(world)).toBe(200n + 599n * 20n + 40n)
    const [runs] = await database().query<{ runs: number; ends: number; rows: number }>(
      { name: '', text: runsText },
      [workspaceId],
    )
    expect(runs).toEqual({ runs: 3, ends: 3, rows: 604 })
  })
})

describeOnEachEngine('a correction', (database) => {
  test('costs the same however many sales its shop has, where none is taken back [D100] [D184]', async () => {
    const world = await buildMoneyWorld(database())
    const { workspaceId } = world
    const sales = 300
    await world.importLines(
      Array.from({ length: sales }, (_, index) => buildLine({ platformId: `sale/${index}`, gross: '19.99' })),
    )
    const watched = countRows(database())
    const corrected = { platformId: 'sale/7', gross: '9.99', collectedAt: '2026-02-20T00:00:00Z' }
    const report = await importLines(watched.database, world, [
      buildLine(corrected),
      buildLine({ platformId: 'sale/new', gross: '1' }),
    ])
    expect(report).toMatchObject({ new: 1, revised: 1, posted: 3 })
    expect(watched.max()).toBeLessThan(10)
    expect(await verifyMoney(database(), workspaceId)).toMatchObject({ difference: null })
    const worth = (2000n * (BigInt(sales - 1) * 1999n + 999n + 100n)) / 10_000n
    expect((await world.amounts()).reduce((sum, amount) => sum + amount, 0n)).toBe(worth)
  })
})

describeOnEachEngine('a sale of the instant of a refund', (database) => {
  test.each([['a/1'], ['sale/2']])(
    'is what the refund takes from, as %s, however late it comes [D100]',
    async (platformId) => {
      const world = await buildMoneyWorld(database())
      const collectedAt = '2026-03-01T00:00:00Z'
      await world.importLines([
        buildLine({ platformId: 'sale/1', collectedAt: '2026-02-01T00:00:00Z', gross: '100' }),
        buildRefund({ platformId: 'refund/1', collectedAt, chargeId: null, gross: '-10' }),
      ])
      await world.importLines([buildLine({ platformId, collectedAt, gross: '10' })])
      expect(await verifyMoney(database(), world.workspaceId)).toMatchObject({ difference: null })
    },
  )
})

const runsText = `
  select
    (select count(*)::integer from import_runs where workspace_id = $1) as runs,
    (select count(*)::integer from import_run_ends where workspace_id = $1) as ends,
    (select sum(rows_read)::integer from import_run_pages where workspace_id = $1) as rows`

describeOnEachEngine('a shop that cannot be posted', (database) => {
  test('is told and skipped, and keeps no other shop waiting [D215]', async () => {
    const world = await buildMoneyWorld(database())
    const [first, last] = ['a.myshopify.com', 'z.myshopify.com']
    for (const shopDomain of [first, last]) {
      await refer(database(), {
        ...{ workspaceId: world.workspaceId, membershipId: world.membershipId, shopDomain },
        ...{ installedAtMs: Date.parse('2026-01-01T00:00:00Z'), clickedAtMs: undefined, evidence: undefined },
        ...{ reason: 'agreed', actor: 'operator:mia' },
        contract: { rules: buildExampleRules(), effectiveAtMs: undefined },
      })
    }
    await world.importLines([buildLine({ platformId: 'poison' })])
    // By hand: a sale that two shops have is commissioned in one.
    await database().query({ name: '', text: poisonText }, [world.workspaceId, 'poison', last])
    const sale = (shopDomain: string) => buildLine({ platformId: `sale/${shopDomain}`, shopDomain })

    const report = await world.importLines([first, world.shopDomain, last].map(sale))
    expect(report).toMatchObject({ new: 3, posted: 2 })
    expect(report.unposted).toEqual([{ shopDomain: last, fault: 'commissions_one_per_sale' }])
    expect(await world.importLines([])).toMatchObject({ posted: 0, unposted: [{ shopDomain: last }] })
  })
})

const poisonText = `
  insert into app_transactions
    (workspace_id, app_id, source, platform_id, revision, shop_domain, kind, charge_id, gross, gross_currency, net,
     net_currency, collected_at, content_hash, run_id)
  select workspace_id, app_id, source, platform_id, 2, $3, kind, charge_id, gross, gross_currency, net, net_currency,
    collected_at, sha256('poison'), run_id
  from app_transactions
  where workspace_id = $1 and platform_id = $2`
