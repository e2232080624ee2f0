import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  isSoak,
  pick,
  report,
  runInLanes,
  scale,
  startPart,
} from '@affiliate-platform/test-support/guarantee-scale'
import { insertApp, insertPayouts } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { actAs, verifyWorkspace } from '../../src/audit.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import { findPayout, type PaymentFact, recordPaymentFact } from '../../src/payouts.ts'
import { derivePayoutState } from '../payouts/derive-payout-state.ts'
import { actors, imagine, usd } from '../payouts/payment-acts.ts'
import { apply, claimedMinor, findStanding, judge, type Payment, sumUp } from '../payouts/payment-model.ts'

const orders = scale({ quick: 60, soak: 10_000 })
// The first orders are the same at each size, so that rare outcomes are among them.
const firstSeed = 16
/** What an operator alone does until nothing of the payout is open: it is voided, or reported and confirmed in full. */
function finish(payment: Payment, payoutId: string, isToBeVoided: boolean): PaymentFact | undefined {
  if (payment.isVoided) return undefined
  const reason = 'to come to an end'
  const [dispute] = [...payment.disputes].filter(
    ([, { isClosed, reportId }]) => !isClosed && payment.reports.get(reportId)?.end === undefined,
  )
  const living = [...payment.reports].filter(([, { end }]) => end === undefined)
  const confirmedOf = (id: string) =>
    [...payment.confirmations.values()].reduce(
      (sum, each) => (each.reportId === id && !each.isRetracted ? sum + each.amountMinor : sum),
      0n,
    )
  if (isToBeVoided) {
    const [report] = living
    if (report === undefined) return { kind: 'void', payoutId, reason }
    return { kind: 'return', reportId: report[0], reference: 'B1', reason }
  }
  if (dispute !== undefined) return { kind: 'closing', disputeId: dispute[0], resolution: reason }
  const open = living.find(([id, { amountMinor }]) => confirmedOf(id) < amountMinor)
  if (open !== undefined) {
    const [reportId, { amountMinor }] = open
    return { kind: 'confirmation', reportId, amount: usd(`${amountMinor - confirmedOf(reportId)}`) }
  }
  const rest = payment.amountMinor - claimedMinor(payment)
  if (rest === 0n) return undefined
  return {
    kind: 'report',
    payoutId,
    amount: usd(`${rest}`),
    method: 'bank',
    reference: undefined,
    paidAt: undefined,
  }
}

describeOnEachEngine('a payment', (database) => {
  test(`is in ${orders} random orders of acts by operators and members never undone against D187, never paid twice and never stuck [D187] [D138]`, {
    timeout: isSoak ? 7_200_000 : 120_000,
  }, async () => {
    const app = await insertApp(database())
    const { workspaceId } = app
    const ids = await insertPayouts(
      database(),
      app,
      Array.from({ length: orders }, () => ({ amountMinor: 100n })),
    )
    const seen = new Map<string, number>()

    /** Does one act, and holds the platform's answer against the model's. */
    async function act(payment: Payment, actor: string, fact: PaymentFact) {
      const id = newId()
      const context = { id, workspaceId, createdAt: new Date() }
      const recorded = await recordPaymentFact(actAs(database(), actor), fact, context)
      const expected = judge(payment, actor, fact)
      expect([fact.kind, actor, recorded.ok ? undefined : recorded.rejection]).toEqual([
        ...[fact.kind, actor, expected],
      ])
      const outcome = expected ?? fact.kind
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
      if (!recorded.ok) return
      const before = findStanding(payment)
      apply(payment, actor, { id, fact })
      const after = findStanding(payment)
      for (const lost of before.filter((each) => !after.includes(each))) {
        const word = payment.confirmations.get(lost)
        const isTheirOwn = actor === word?.actor || !word?.actor.startsWith('member:')
        const canUndo = ['dispute', 'confirmation_retraction'].includes(fact.kind) && isTheirOwn
        expect(fact.kind === 'return' || canUndo, `${fact.kind} by ${actor} undid a confirmation`).toBe(true)
      }
      const claimed = claimedMinor(payment)
      expect(claimed <= payment.amountMinor && !(payment.isVoided && claimed > 0n)).toBe(true)
      const { status, unpaidMinor } = derivePayoutState(sumUp(payment))
      expect(recorded.payout).toMatchObject({ status, unpaidMinor: `${unpaidMinor}` })
    }

    await runInLanes({ count: orders, lanes: 4 }, async (index) => {
      const payoutId = ids[index] ?? ''
      const random = startPart(index, firstSeed)
      const payment: Payment = {
        ...{ amountMinor: 100n, reports: new Map(), confirmations: new Map(), disputes: new Map() },
      }
      for (let step = 4 + random.below(12); step > 0; step -= 1) {
        const fact = imagine(random, payment, { payoutId, currency: 'USD' })
        if (fact !== undefined) await act(payment, pick(random, actors), fact)
      }
      const isToBeVoided = index % 2 === 0
      for (let left = 40; left > 0; left -= 1) {
        const fact = finish(payment, payoutId, isToBeVoided)
        if (fact === undefined) break
        await act(payment, 'operator:mia', fact)
      }
      const ended = await findPayout(database(), { workspaceId, payoutId })
      expect(ended?.status).toBe(payment.isVoided ? 'voided' : 'confirmed')
    })

    expect((await verifyWorkspace(database(), workspaceId)).difference).toBeNull()
    const met = ['confirmed_by_member', 'confirmed_by_operator', 'return', 'void', 'not_by_member']
    expect([...seen.keys()]).toEqual(expect.arrayContaining(met))
    report(`${orders} orders of payment facts on ${database().engine}: ${JSON.stringify([...seen])}`)
  })
})
