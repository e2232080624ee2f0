import type { Database } from '../database/database.ts'
import { refusingConstraint } from '../database/faults.ts'
import { insertPaymentFact } from './insert-payment-fact.ts'
import { lockPaymentSubject } from './lock-payment-subject.ts'
import { checkPaymentFact, type PaymentFact, type PaymentRefusal, toPaymentRefusal } from './payment-fact.ts'
import { findPayout, type PayoutView } from './payout-view.ts'

/** Where and when a fact is recorded. */
export interface FactContext {
  readonly workspaceId: string
  /** The id of the fact, for those that have one. */
  readonly id: string
  readonly createdAt: Date
}

/** The payout after the fact, or why the fact was refused; then nothing was written. */
export type RecordedFact =
  | { readonly ok: true; readonly payout: PayoutView }
  | { readonly ok: false; readonly refusal: PaymentRefusal }

/** Records a fact about the payment of a payout, from which the payout's state then follows (interface 3). */
export async function recordPaymentFact(
  database: Database,
  fact: PaymentFact,
  context: FactContext,
): Promise<RecordedFact> {
  const { workspaceId } = context
  try {
    return await database.transaction(async (tx) => {
      const subject = await lockPaymentSubject(tx, workspaceId, fact)
      if (typeof subject === 'string') return { ok: false, refusal: subject }
      const refusal = checkPaymentFact(fact, subject)
      if (refusal !== undefined) return { ok: false, refusal }
      const { payoutId } = subject
      await insertPaymentFact(tx, fact, { ...context, payoutId })
      const payout = await findPayout(tx, { workspaceId, payoutId })
      return payout === undefined ? { ok: false, refusal: 'unknown_payout' } : { ok: true, payout }
    })
  } catch (error) {
    const refusal = toPaymentRefusal(refusingConstraint(error))
    if (refusal === undefined) throw error
    return { ok: false, refusal }
  }
}
