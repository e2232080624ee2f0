import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  buildExampleRules,
  buildLine,
  buildMoneyWorld,
  buildRefund,
} from '@affiliate-platform/test-support/money-world'
import { insertRecord } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { newId } from '../../src/database/statements/new-id.ts'
import { findPaidPayout } from '../../src/explain/paid-payout.ts'
import { freezeRun, previewRun } from '../../src/payout-runs.ts'
import { voidReferral } from '../../src/referrals/void-referral.ts'
import { postWaiting } from '../../src/sales.ts'
import { verifyMoney } from '../../src/verify-money.ts'
import { decisions, pay, payoutsOf, preview } from './runs.ts'

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

describeOnEachEngine('a run beside sales that wait', (database) => {
  test('leaves their member out until they are posted, and says so [D186]', async () => {
    const world = await buildMoneyWorld(database())
    const { workspaceId } = world
    await world.importLines([buildLine()])
    const before = await preview(database(), workspaceId, '2026-04-01')
    // As after a kill between the import of a refund and its posting.
    const text = `
      insert into app_transactions
        (workspace_id, app_id, source, platform_id, revision, shop_domain, kind, charge_id, gross, gross_currency, net,
         net_currency, collected_at, content_hash, run_id)
      select workspace_id, app_id, source, 'refund', 1, shop_domain, 'adjustment', charge_id, -gross, gross_currency,
        -net, net_currency, collected_at, content_hash, run_id
      from app_transactions
      where workspace_id = $1`
    await database().query({ name: '', text }, [workspaceId])

    const waiting = await preview(database(), workspaceId, '2026-04-01')
    expect(waiting.hash).not.toBe(before.hash)
    expect(waiting.decisions).toMatchObject([{ decision: 'excluded', reason: 'waiting', waitingSales: 1 }])
    expect(payoutsOf(await pay(database(), workspaceId, '2026-04-01'))).toEqual([])
    expect(await verifyMoney(database(), workspaceId)).toMatchObject({ difference: null, waiting: 1 })

    expect(await postWaiting(database(), { workspaceId, actor: 'operator:mia' })).toEqual({
      posted: 1,
      unposted: [],
    })
    expect(await decisions(database(), workspaceId, '2026-04-01')).toEqual(['nothing_due 0 USD'])
  })
})

describeOnEachEngine('the threshold of a run', (database) => {
  const threshold = (amountMinor: string) => ({ threshold: { amountMinor, currency: 'USD' } })

  test('is the lowest of the terms in force and the contracts that are due [D181]', async () => {
    const world = await buildMoneyWorld(database(), { rules: threshold('500') })
    await world.importLines([buildLine()])
    const decide = async () => (await preview(database(), world.workspaceId, '2026-04-01')).decisions
    // Without terms in force it is 0, and no contract is lower.
    expect(await decide()).toMatchObject([
      { decision: 'paid', thresholdMinor: 0n, thresholdContractId: null },
    ])

    const terms = { ...buildExampleRules(threshold('10000')), ...threshold('10000') }
    await insertRecord(database(), 'terms_versions', {
      ...{ workspace_id: world.workspaceId, app_id: world.appId, program_id: world.programId, rules: terms },
      ...{ target_kind: 'membership', target_id: world.membershipId, operator: 'mia' },
      ...{ effective_at: '2026-01-02T00:00:00Z', created_at: '2026-01-02T00:00:00Z' },
    })
    const [held] = await decide()
    expect(held).toMatchObject({ decision: 'below_threshold', thresholdMinor: 500n })
    expect(held?.thresholdContractId).toEqual(expect.any(String))

    await world.importLines([buildLine({ platformId: 'sale/2' })])
    expect(await decide()).toMatchObject([{ decision: 'paid', sumMinor: 760n, thresholdMinor: 500n }])
    const run = await pay(database(), world.workspaceId, '2026-04-01')
    const payoutId = run.payouts[0]?.id ?? ''
    const key = { workspaceId: world.workspaceId, payoutId }
    expect((await findPaidPayout(database(), key))?.payout.threshold).toEqual({
      amountMinor: '500',
      from: { code: 'contract', id: held?.thresholdContractId },
    })
  })
})
