import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  buildLine,
  buildMoneyWorld,
  buildRefund,
  type MoneyWorld,
} from '@affiliate-platform/test-support/money-world'
import { expect, test } from 'vitest'
import { listBalances, listBalancesAt } from '../../src/balances.ts'
import { explainCommission, explainPayoutUnit } from '../../src/explain.ts'
import { recordPaymentFact } from '../../src/payouts.ts'
import { verifyMoney } from '../../src/verify-money.ts'
import { bookImported, bookPaid } from './book-imported.ts'

const mia = 'operator:mia'

describeOnEachEngine('an imported commission', (database) => {
  const balanceOf = async ({ workspaceId }: MoneyWorld) =>
    (await listBalances(database(), { workspaceId }))[0]

  test('changes nothing of what sales of its shop come to, before or after them [D420]', async () => {
    const world = await buildMoneyWorld(database())
    const alone = await buildMoneyWorld(database())
    await bookImported(database(), world)
    for (const { importLines } of [world, alone]) {
      await importLines([buildLine()])
      await importLines([buildLine({ platformId: 'sale/2', collectedAt: '2026-03-01T00:00:00Z' })])
    }
    await bookImported(database(), world)
    for (const { importLines } of [world, alone]) await importLines([buildRefund()])
    const ofSales = (await world.commissions()).filter(({ cause }) => cause !== 'imported')
    expect(ofSales.map(({ amount, entry }) => [amount, entry])).toEqual(
      (await alone.commissions()).map(({ amount, entry }) => [amount, entry]),
    )
    expect(await verifyMoney(database(), world.workspaceId)).toMatchObject({
      difference: null,
      commissions: 5,
    })
  })

  test('says what it was called and who brought it, and counts as accrued [D420]', async () => {
    const world = await buildMoneyWorld(database())
    const { workspaceId } = world
    const id = await bookImported(database(), world)
    const explanation = await explainCommission(database(), workspaceId, id)
    expect(explanation?.entries).toMatchObject([
      {
        commission: { because: { code: 'imported', by: mia, reason: 'Mantle commission c1' } },
        ...{ referral: { id: world.referralId }, contract: null, arithmetic: null, amountMinor: '250' },
      },
    ])
    const asked = { workspaceId, asOf: undefined, since: undefined, membershipId: undefined }
    expect(await listBalancesAt(database(), asked)).toMatchObject({
      balances: [{ accruedMinor: '250', closingMinor: '250' }],
    })
  })

  test('is taken back once, and belongs to a referral or to none [D420]', async () => {
    const world = await buildMoneyWorld(database())
    const id = await bookImported(database(), { ...world, referralId: null })
    const undoing = { amountMinor: '-250', reverses: id }
    const undoingId = await bookImported(database(), world, undoing)
    const undone = await explainCommission(database(), world.workspaceId, undoingId)
    expect(undone?.entries).toMatchObject([{ commission: { because: { code: 'undone' } } }])
    await expect(bookImported(database(), world, undoing)).rejects.toMatchObject({
      constraint: 'commissions_undone_once',
    })
    expect(await balanceOf(world)).toMatchObject({ dueMinor: '0' })
  })

  test('that was paid elsewhere says so, and is due again when its payout is voided [D420]', async () => {
    const world = await buildMoneyWorld(database())
    const { workspaceId } = world
    const payoutId = await bookPaid(database(), world)
    const explained = await explainPayoutUnit(database(), { workspaceId, payoutId }, 1n)
    expect(explained).toMatchObject({
      payout: { run: null, threshold: { from: { code: 'paid_elsewhere' } } },
    })
    expect(await verifyMoney(database(), workspaceId)).toMatchObject({ difference: null, payouts: 1 })
    expect(await balanceOf(world)).toMatchObject({ dueMinor: '0', unpaidMinor: '250' })
    const fact = { kind: 'void', payoutId, reason: 'the bank gave it back', actor: mia } as const
    expect(await recordPaymentFact(database(), fact, { workspaceId })).toMatchObject({ ok: true })
    expect(await balanceOf(world)).toMatchObject({ dueMinor: '250', unpaidMinor: '0' })
    expect(await world.amounts()).toEqual([250n])
  })
})
