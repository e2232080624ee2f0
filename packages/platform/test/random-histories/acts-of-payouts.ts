import { directCauses } from '@affiliate-platform/contract'
import { pick } from '@affiliate-platform/test-support/guarantee-scale'
import { buildExampleRules } from '@affiliate-platform/test-support/money-world'
import { insertRecord } from '@affiliate-platform/test-support/payout-builders'
import { expect } from 'vitest'
import { actAs } from '../../src/audit.ts'
import { newId } from '../../src/database.ts'
import { recordDebtFact, undoDebtFact } from '../../src/debts.ts'
import { freezeRun, previewRun } from '../../src/payout-runs.ts'
import { createPayout, type PaymentFact, recordPaymentFact } from '../../src/payouts.ts'
import { imagine } from '../payouts/payment-acts.ts'
import { apply, judge, type Payment } from '../payouts/payment-model.ts'
import { postWhatWaits } from './acts-of-sales.ts'
import { dayMs, drawTermsThreshold, type Random, startMs } from './draw-rows.ts'
import { expectDecisions, expectNothingUnowed } from './laws-of-runs.ts'
import { pairOf, readLedger } from './ledger.ts'
import { actor, bookedByPair, pairsOf, type World } from './world.ts'

/** Runs as of a random date, as the command does or beside sales that wait. */
export async function run(world: World, random: Random): Promise<void> {
  const { database, workspaceId, runs } = world
  const latestMs = Math.max(startMs, ...runs.map(({ asOfMs }) => asOfMs))
  const asOf = new Date(latestMs + (random.below(40) - 8) * dayMs)
  if (random.below(2) === 0) await postWhatWaits(world)
  const previewing = await previewRun(database, { workspaceId, asOf })
  if (runs.some(({ asOfMs }) => asOfMs > asOf.getTime())) {
    return expect(previewing).toMatchObject({ ok: false, rejection: 'before_earlier_run' })
  }
  if (!previewing.ok) throw new Error(previewing.rejection)
  const { preview } = previewing
  expectDecisions(world, await readLedger(database, workspaceId), preview)
  const plan = { workspaceId, asOf, runId: newId(), previewHash: preview.hash, actor }
  const frozen = await freezeRun(database, plan)
  if (!frozen.ok) throw new Error(frozen.rejection)
  runs.push({ asOfMs: asOf.getTime() })
  const paid = preview.decisions.filter(({ decision }) => decision === 'paid')
  expect(frozen.run.payouts.map(({ amountMinor }) => BigInt(amountMinor)).sort()).toEqual(
    paid.map(({ sumMinor }) => sumMinor).sort(),
  )
  for (const { id, membershipId, currency, amountMinor } of frozen.run.payouts) {
    world.payments.set(id, startPayment(BigInt(amountMinor), pairOf(membershipId, currency)))
  }
  const paidPairs = paid.map(({ membershipId, currency }) => pairOf(membershipId, currency))
  expectNothingUnowed(world, await readLedger(database, workspaceId), { asOfMs: asOf.getTime(), paidPairs })
}

const startPayment = (amountMinor: bigint, pair: string): Payment & { readonly pair: string } => ({
  ...{ amountMinor, pair, reports: new Map(), confirmations: new Map(), disputes: new Map() },
})

// Members confirm and dispute; most is the payer's to say.
const actors = ['operator:mia', 'operator:mia', 'operator:ben', 'member:m1'] as const

/** Something is said about a payment, or it is voided; the platform takes it exactly when D187 does. */
export async function speakOfPayment(world: World, random: Random): Promise<void> {
  if (world.payments.size === 0) return
  const [payoutId, payment] = pick(random, [...world.payments])
  for (let left = 1 + random.below(5); left > 0; left -= 1) {
    const fact = imagine(random, payment, { payoutId, currency: payment.pair.slice(-3) })
    if (fact !== undefined) await record(world, { payoutId, payment, fact, by: pick(random, actors) })
  }
}

async function record(
  { database, workspaceId, byHand }: World,
  { payoutId, payment, fact, by }: { payoutId: string; payment: Payment; fact: PaymentFact; by: string },
): Promise<void> {
  const id = newId()
  const recorded = await recordPaymentFact(actAs(database, by), fact, { workspaceId, id })
  const expected = judge(payment, by, fact)
  expect([fact.kind, by, recorded.ok ? undefined : recorded.rejection]).toEqual([fact.kind, by, expected])
  if (!recorded.ok) return
  apply(payment, by, { id, fact })
  const paidByHand = byHand.find((each) => each.payoutId === payoutId)
  // Nobody was promised what was paid by hand: it ends with its payout.
  if (fact.kind === 'void' && paidByHand) byHand.push({ ...paidByHand, amountMinor: -payment.amountMinor })
}

/** Pays by hand. */
export async function payByHand(world: World, random: Random): Promise<void> {
  const { database, workspaceId, memberIds, byHand, payments } = world
  const membershipId = pick(random, memberIds)
  const amount = { amountMinor: `${1 + random.below(2000)}`, currency: pick(random, ['USD', 'JPY']) }
  const payoutId = newId()
  const plan = { id: payoutId, workspaceId, membershipId, amount, reason: 'agreed', actor }
  expect(await createPayout(database, plan)).toMatchObject({ ok: true, isNew: true })
  const pair = pairOf(membershipId, amount.currency)
  const amountMinor = BigInt(amount.amountMinor)
  byHand.push({ id: payoutId, pair, amountMinor, payoutId, undoes: null })
  payments.set(payoutId, startPayment(amountMinor, pair))
}

/** Writes a debt off, notes that it was repaid, deducts something, or undoes one of these. */
export async function settleDebt(world: World, random: Random): Promise<void> {
  const { database, workspaceId, byHand, payments } = world
  const undoable = byHand.filter(({ payoutId }) => payoutId === null)
  if (undoable.length > 0 && random.below(3) === 0) {
    const { id: factId, pair, amountMinor, undoes } = pick(random, undoable)
    const undone = await undoDebtFact(database, { workspaceId, factId, reason: 'wrong', actor })
    const isUndone = undoes !== null || byHand.some((each) => each.undoes === factId)
    expect(undone.ok, factId).toBe(!isUndone)
    if (!undone.ok) return
    byHand.push({ id: undone.id, pair, amountMinor: -amountMinor, payoutId: null, undoes: factId })
    return
  }
  const booked = bookedByPair(world)
  // Half of the time somebody who owes, if anybody does.
  const freeOf = (pair: string) => {
    const living = [...payments.values()].filter((each) => each.pair === pair && !each.isVoided)
    return living.reduce((sum, each) => sum - each.amountMinor, booked.get(pair) ?? 0n)
  }
  const owing = pairsOf(world).filter((pair) => freeOf(pair) < 0n)
  const pair = pick(random, owing.length > 0 && random.below(2) === 0 ? owing : pairsOf(world))
  const [membershipId = '', currency = ''] = pair.split(' ')
  const kind = pick(random, directCauses)
  const amountMinor = BigInt(1 + random.below(800))
  const amount = { amountMinor: `${amountMinor}`, currency }
  const id = newId()
  const recorded = await recordDebtFact(database, {
    id,
    workspaceId,
    kind,
    membershipId,
    amount,
    reason: 'agreed',
    actor,
  })
  const isTaken = kind === 'deduction' || freeOf(pair) + amountMinor <= 0n
  expect(recorded).toMatchObject(isTaken ? { ok: true } : { ok: false, rejection: 'above_debt' })
  const signed = kind === 'deduction' ? -amountMinor : amountMinor
  if (isTaken) byHand.push({ id, pair, amountMinor: signed, payoutId: null, undoes: null })
}

/** Saves terms with another threshold, from some date on. */
export async function saveTerms(world: World, random: Random): Promise<void> {
  const { database, workspaceId, appId, programId, thresholds } = world
  const membershipId = pick(random, world.memberIds)
  const effectiveAtMs = startMs + random.below(200) * dayMs + thresholds.length
  const threshold = drawTermsThreshold(random)
  const effectiveAt = new Date(effectiveAtMs)
  await insertRecord(database, 'terms_versions', {
    ...{
      workspace_id: workspaceId,
      app_id: appId,
      program_id: programId,
      rules: buildExampleRules({ threshold }),
    },
    ...{ target_kind: 'membership', target_id: membershipId, operator: 'mia' },
    ...{ effective_at: effectiveAt, created_at: effectiveAt },
  })
  thresholds.push({ membershipId, effectiveAtMs, ...threshold })
}
