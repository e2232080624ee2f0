import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { buildLine, buildMoneyWorld, buildRefund } from '@affiliate-platform/test-support/money-world'
import { expect, test } from 'vitest'
import { newId } from '../../src/database/new-id.ts'
import { freezeRun, previewRun } from '../../src/payout-runs.ts'
import { voidReferral } from '../../src/referrals/void-referral.ts'
import { decisions, pay, payoutsOf } from './runs.ts'

const day = (date: string) => `${date}T00:00:00Z`

describeOnEachEngine('a run of a past date', (database) => {
  test('pays no sale that was refunded or voided since [D186]', async () => {
    const refunded = await buildMoneyWorld(database())
    await refunded.importLines([buildLine(), buildRefund({ collectedAt: day('2026-09-10') })])
    expect(await decisions(database(), refunded.workspaceId, '2026-04-01')).toEqual(['nothing_due 0 USD'])

    const voided = await buildMoneyWorld(database())
    await voided.importLines([buildLine()])
    await voidReferral(database(), voided, { reason: 'fraud', actor: 'operator:mia' })
    expect(await decisions(database(), voided.workspaceId, '2026-04-01')).toEqual(['nothing_due 0 USD'])
  })

  test('pays a sale at its corrected time, and not at the one before [D186]', async () => {
    const { workspaceId, importLines } = await buildMoneyWorld(database())
    await importLines([buildLine()])
    await importLines([buildLine({ collectedAt: day('2026-02-20') })])
    expect(await decisions(database(), workspaceId, '2026-03-21')).toEqual(['nothing_due 0 USD'])
    expect(await decisions(database(), workspaceId, '2026-03-22')).toEqual(['paid 380 USD'])
  })

  test('is refused before the date of an earlier run, and says which [D186]', async () => {
    const { workspaceId, importLines } = await buildMoneyWorld(database())
    await importLines([buildLine()])
    expect(payoutsOf(await pay(database(), workspaceId, '2026-04-01'))).toEqual(['380 USD in 1'])

    const asOf = new Date('2026-03-31T23:59:59.999Z')
    const rejection = { ok: false, rejection: 'before_earlier_run', earlierAsOf: new Date('2026-04-01') }
    expect(await previewRun(database(), { workspaceId, asOf })).toEqual(rejection)
    const plan = { workspaceId, asOf, runId: newId(), previewHash: 'x', actor: 'operator:mia' }
    expect(await freezeRun(database(), plan)).toEqual(rejection)
    expect(await decisions(database(), workspaceId, '2026-04-01')).toEqual([])
  })

  test('counts what a refund takes from a sale that was paid [D186]', async () => {
    const { workspaceId, importLines } = await buildMoneyWorld(database())
    await importLines([buildLine()])
    await pay(database(), workspaceId, '2026-04-01')
    await importLines([buildRefund({ collectedAt: day('2026-09-10') })])
    expect(await decisions(database(), workspaceId, '2026-04-01')).toEqual(['nothing_due -380 USD'])
  })

  test('decides the same however its sales were cut into imports [D188]', async () => {
    const at = (gross: string, date: string, chargeId: string) => ({
      gross,
      net: gross,
      collectedAt: day(date),
      chargeId,
    })
    const sale = buildLine({ platformId: 'a', ...at('100', '2026-02-10', 'charge/1') })
    const later = [
      buildRefund({ platformId: 'credit', ...at('-100', '2026-02-01', 'charge/2') }),
      buildRefund({ platformId: 'refund', ...at('-100', '2026-02-15', 'charge/1') }),
      buildLine({ platformId: 'b', ...at('100', '2026-04-20', 'charge/2') }),
    ]
    const cuts = [[[sale, ...later]], [[sale], later]]
    for (const files of cuts) {
      const world = await buildMoneyWorld(database())
      for (const file of files) await world.importLines(file)
      expect(await decisions(database(), world.workspaceId, '2026-04-01')).toEqual(['nothing_due 0 USD'])
    }
  })
})
