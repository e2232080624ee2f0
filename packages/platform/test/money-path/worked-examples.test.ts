import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { buildMoneyWorld } from '@affiliate-platform/test-support/money-world'
import { expect, test } from 'vitest'
import { voidReferral } from '../../src/referrals/void-referral.ts'
import { decisions, pay, payoutsOf } from '../payout-runs/runs.ts'
import { listServedAmounts } from './served-amounts.ts'
import { examples, price, refund, sale } from './worked-examples.ts'

describeOnEachEngine('the worked examples, through the database and the service', (database) => {
  test.each(examples)('$what [D62]', async ({ rules = {}, installedAt, files, amounts, skipped = [] }) => {
    const world = await buildMoneyWorld(database(), { rules, ...(installedAt && { installedAt }) })
    const reasons: string[] = []
    for (const file of files) {
      const report = await world.importLines(file)
      expect(report).toMatchObject({ new: report.read - report.revised, known: 0, setAside: [] })
      reasons.push(...report.skipped.map(({ platformId, reason }) => `${platformId} ${reason}`))
    }
    expect(await world.amounts()).toEqual(amounts)
    expect(reasons).toEqual(skipped)
    expect((await listServedAmounts(world)).toSorted()).toEqual(amounts.toSorted())

    for (const file of files) {
      const again = await world.importLines(file)
      expect(again).toMatchObject({ new: 0, revised: 0, posted: 0 })
      expect(again.known + again.older.length).toBe(file.length)
    }
    expect(await world.amounts()).toEqual(amounts)
  })

  test('4: 1,000 usage sales of 0.04 are worth 8.00 together [D62]', async () => {
    const world = await buildMoneyWorld(database())
    const usage = Array.from({ length: 1000 }, (_, index) =>
      sale(index, { kind: 'usage_sale', ...price('0.04') }),
    )
    await world.importLines(usage)
    const amounts = await world.amounts()
    expect(amounts.filter((amount) => amount === 1n)).toHaveLength(800)
    expect(amounts.filter((amount) => amount === 0n)).toHaveLength(200)
  })

  test('5, 17: hold and refund are available at one instant, to the millisecond [2.2-holdDays]', async () => {
    const world = await buildMoneyWorld(database())
    await world.importLines([sale(1), refund(1)])
    const available = (await world.commissions()).map(({ availableAt }) => availableAt.toISOString())
    expect(available).toEqual(['2026-03-03T00:00:00.000Z', '2026-03-03T00:00:00.000Z'])
  })

  test('11: the install reward is held like a sale [2.2-cpi]', async () => {
    const rules = { rateBps: 0, cpi: { amountMinor: '500', currency: 'USD' } }
    const world = await buildMoneyWorld(database(), { rules })
    const [reward] = await world.commissions()
    expect(reward).toMatchObject({ cause: 'install_reward', saleKind: null, appTransactionId: null })
    expect(reward?.availableAt.toISOString()).toBe('2026-01-31T00:00:00.000Z')
  })

  test('24: a voided referral gives back its reward and its sales, and earns nothing more [D64]', async () => {
    const world = await buildMoneyWorld(database(), {
      rules: { cpi: { amountMinor: '500', currency: 'USD' } },
    })
    await world.importLines([sale(1)])
    expect(payoutsOf(await pay(database(), world.workspaceId, '2026-04-01'))).toEqual(['880 USD in 2'])
    const cause = { reason: 'fraud', actor: 'operator:mia' }
    expect(await voidReferral(database(), world, cause)).toEqual({ ok: true, posted: 2 })
    expect(await voidReferral(database(), world, cause)).toEqual({ ok: false, rejection: 'voided_already' })

    const late = await world.importLines([sale(2)])
    expect(late.skipped).toEqual([{ platformId: 'sale/2', reason: 'referral_voided' }])
    expect(await world.amounts()).toEqual([500n, 380n, -500n, -380n])
    const now = new Date().toISOString()
    expect(await decisions(database(), world.workspaceId, now)).toEqual(['nothing_due -880 USD'])
  })

  test('a void takes back a sale that was refunded in part, down to nothing [D62]', async () => {
    const world = await buildMoneyWorld(database())
    await world.importLines([sale(1), refund(1, price('-9.50'))])
    await voidReferral(database(), world, { reason: 'fraud', actor: 'operator:mia' })
    expect(await world.amounts()).toEqual([380n, -190n, 190n, -380n])
  })
})
