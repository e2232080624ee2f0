import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  buildExampleRules,
  buildLine,
  buildMoneyWorld,
  type MoneyWorld,
  refer,
} from '@affiliate-platform/test-support/money-world'
import { insertMembership } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import { importSalesFile, moveSale, previewMove, readSalesStatus } from '../../src/sales.ts'
import { verifyMoney } from '../../src/verify-money.ts'
import { preview } from '../payout-runs/runs.ts'

const other = 'other.myshopify.com'
const unreferred = 'nobody.myshopify.com'

/** A world with a second shop, of another member. */
async function buildTwoShops(database: Database): Promise<MoneyWorld> {
  const world = await buildMoneyWorld(database)
  await refer(database, {
    ...{ workspaceId: world.workspaceId, shopDomain: other },
    membershipId: await insertMembership(database, world, 'Other member'),
    ...{ installedAtMs: Date.parse('2026-01-01T00:00:00Z'), clickedAtMs: undefined, evidence: undefined },
    ...{ reason: 'agreed', actor: 'operator:mia' },
    contract: { rules: buildExampleRules(), effectiveAtMs: undefined },
  })
  return world
}

const sumsOf = async (database: Database, { workspaceId }: MoneyWorld) =>
  (await preview(database, workspaceId, '2026-04-01')).decisions.map(
    ({ memberName, sumMinor }) => `${memberName} ${sumMinor}`,
  )

describeOnEachEngine('a sale', (database) => {
  test.each([other, unreferred])(
    'stays with its shop where a row names %s, and stops no import [D185]',
    async (shopDomain) => {
      const world = await buildTwoShops(database())
      await world.importLines([buildLine(), buildLine({ platformId: 'sale/2', shopDomain: other })])
      const before = await preview(database(), world.workspaceId, '2026-04-01')

      const named = await world.importLines([buildLine({ shopDomain }), buildLine({ platformId: 'sale/3' })])
      expect(named).toMatchObject({ new: 1, revised: 0, unreferred: 0, posted: 1, unposted: [] })
      expect(named.setAside).toEqual([{ platformId: 'sale/1', reason: 'other_shop', line: 1 }])
      expect((await readSalesStatus(database(), world)).misplaced).toEqual([
        { platformId: 'sale/1', shopDomain: world.shopDomain, namedDomain: shopDomain },
      ])
      const after = await preview(database(), world.workspaceId, '2026-04-01')
      expect(after.hash).not.toBe(before.hash)
      expect(
        after.decisions.map(({ sumMinor, warnings }) => [sumMinor, warnings.includes('other_shop')]),
      ).toEqual([
        [760n, true],
        [380n, shopDomain === other],
      ])

      await world.importLines([buildLine({ gross: '29.0' })])
      expect((await readSalesStatus(database(), world)).misplaced).toEqual([])
    },
  )

  test('is moved by a person, with what its source says of it, and both shops are posted [D185]', async () => {
    const world = await buildTwoShops(database())
    const { workspaceId, appId } = world
    const move = (shopDomain: string, platformId = 'sale/1') =>
      moveSale(database(), {
        workspaceId,
        appId,
        platformId,
        shopDomain,
        reason: 'told',
        actor: 'operator:mia',
      })
    await world.importLines([buildLine()])
    expect(await move(other)).toEqual({ ok: false, rejection: 'not_misplaced' })

    await world.importLines([buildLine({ shopDomain: other, gross: '29.0' })])
    expect(await move(unreferred)).toEqual({ ok: false, rejection: 'names_another_shop', namedDomain: other })
    expect(await move(other)).toMatchObject({ ok: true, fromDomain: world.shopDomain, posted: 2 })
    expect(await sumsOf(database(), world)).toEqual(['Mia Moore 0', 'Other member 580'])
    expect(await world.importLines([buildLine({ shopDomain: other, gross: '29.0' })])).toMatchObject({
      known: 1,
    })
    expect(await world.importLines([buildLine({ platformId: 'sale/2' })])).toMatchObject({
      posted: 1,
      unposted: [],
    })

    await world.importLines([buildLine()])
    expect(await move(world.shopDomain)).toMatchObject({ ok: true, fromDomain: other, posted: 2 })
    expect(await sumsOf(database(), world)).toEqual(['Mia Moore 760', 'Other member 0'])
    expect(await verifyMoney(database(), workspaceId)).toMatchObject({ difference: null })
  })

  test('is foreseen as it is moved, and nothing is written before [D463] [D185]', async () => {
    const world = await buildTwoShops(database())
    const { workspaceId, appId } = world
    const move = {
      workspaceId,
      appId,
      platformId: 'sale/1',
      shopDomain: other,
      reason: 'told',
      actor: 'operator:mia',
    }
    await world.importLines([buildLine()])
    expect(await previewMove(database(), move)).toEqual({ ok: false, rejection: 'not_misplaced' })
    await world.importLines([buildLine({ shopDomain: other, gross: '29.0' })])
    const before = await preview(database(), workspaceId, '2026-04-01')
    const foreseen = await previewMove(database(), move)
    expect(foreseen).toMatchObject({
      ...{ ok: true, fromDomain: world.shopDomain },
      amounts: [
        { memberName: 'Mia Moore', currency: 'USD', amountMinor: -380n },
        { memberName: 'Other member', currency: 'USD', amountMinor: 580n },
      ],
    })
    expect(await preview(database(), workspaceId, '2026-04-01')).toEqual(before)
    expect(await previewMove(database(), { ...move, shopDomain: unreferred })).toEqual({
      ...{ ok: false, rejection: 'names_another_shop', namedDomain: other },
    })
    expect(await moveSale(database(), move)).toMatchObject({ ok: true })
    expect(await sumsOf(database(), world)).toEqual(['Mia Moore 0', 'Other member 580'])
  })

  test('stays where a person has moved it when a file of before, which was cut off, goes on [D184] [D185]', async () => {
    const world = await buildTwoShops(database())
    const { workspaceId, appId } = world
    const lines = [
      ...Array.from({ length: 500 }, (_, index) =>
        buildLine({ platformId: `sale/${index + 1}`, gross: '1' }),
      ),
      buildLine({ platformId: 'late', shopDomain: other }),
    ]
    let opened = 0
    async function* open(): AsyncGenerator<Uint8Array> {
      opened += 1
      // The second time it is read, its disk goes away behind the first page.
      for (const line of opened === 2 ? lines.slice(0, 500) : lines) {
        yield Buffer.from(`${JSON.stringify(line)}\n`)
      }
      if (opened === 2) throw new Error('cut off')
    }
    const order = { workspaceId, appId, actor: 'operator:mia', file: 'sales.ndjson', open }
    await expect(importSalesFile(database(), order)).rejects.toThrow('cut off')
    await world.importLines([buildLine({ shopDomain: other, gross: '1' }), buildLine({ platformId: 'late' })])
    const move = { workspaceId, appId, platformId: 'sale/1', shopDomain: other, reason: 'told' }
    expect(await moveSale(database(), { ...move, actor: 'operator:mia' })).toMatchObject({ ok: true })

    const resumed = await importSalesFile(database(), order)
    expect(resumed).toMatchObject({ known: 500, setAside: [], older: [{ platformId: 'late', line: 501 }] })
    expect((await readSalesStatus(database(), world)).misplaced).toEqual([])
    expect(await verifyMoney(database(), workspaceId)).toMatchObject({ difference: null })
  })
})
