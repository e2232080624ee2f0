import type { Database, Transaction } from '../database/statements/database.ts'
import { rejectingConstraint } from '../database/statements/faults.ts'
import { newId } from '../database/statements/new-id.ts'
import { readDatabaseTime } from '../database/statements/time.ts'
import type { OtherContent } from '../idempotency/other-content.ts'
import { tell } from '../outbox/tell.ts'
import { describePaymentFact } from './describe-payment-fact.ts'
import { findPaymentDoubt, type PaymentDoubt } from './find-doubt.ts'
import { findRecordedFact } from './find-recorded-fact.ts'
import { insertPaymentFact } from './insert-payment-fact.ts'
import { lockPaymentSubject, type PaymentReach } from './lock-payment-subject.ts'
import {
  checkPaymentFact,
  type PaymentFact,
  type PaymentRejection,
  rejectionByConstraint,
} from './payment-fact.ts'
import { findPayout, type PayoutView } from './store.ts'

/** Where and when a fact is recorded, and of whose payouts. */
export interface FactContext extends PaymentReach {
  /** The id of the fact, for those that have one. Default: a new one. */
  readonly id?: string | undefined
  /** Whether what is allowed and mostly a mistake is rejected too. */
  readonly rejectsDoubt?: boolean
  /** Default: the database's time when the transaction begins, as of everything that is booked (D189). */
  readonly createdAt?: Date
}

/** The payout as it is with the fact, new or recorded before; or why the fact was rejected, and nothing was written. */
export type RecordedFact =
  | { readonly ok: true; readonly payout: PayoutView; readonly isNew: boolean }
  | PaymentRejection
  | PaymentDoubt
  | OtherContent

/**
 * Records a fact about the payment of a payout, from which the payout's state then follows (interface 3). What was
 * recorded before with the same id and content is not recorded again (D71).
 */
export async function recordPaymentFact(
  database: Pick<Database, 'transaction'>,
  fact: PaymentFact,
  context: FactContext,
): Promise<RecordedFact> {
  try {
    return await database.transaction((tx) => recordOnce(tx, fact, context))
  } catch (error) {
    const rejection = rejectionByConstraint[rejectingConstraint(error) ?? '']
    if (rejection === undefined) throw error
    // Runs of one command take turns by their payout. Whoever still finds an id taken has another payout.
    return rejection === 'other_content'
      ? { ok: false, rejection, differences: ['payoutId'] }
      : { ok: false, rejection }
  }
}

async function recordOnce(tx: Transaction, fact: PaymentFact, context: FactContext): Promise<RecordedFact> {
  const { workspaceId, id = newId(), createdAt = await readDatabaseTime(tx) } = context
  const subject = await lockPaymentSubject(tx, context, fact)
  if (typeof subject === 'string') return { ok: false, rejection: subject }
  const { payoutId } = subject
  const refusal = checkPaymentFact(fact, subject)
  if (refusal?.rejection === 'other_currency') return refusal
  // Before the other checks: what was recorded may have ended what the fact is about.
  const differences = await findRecordedFact(tx, fact, { workspaceId, payoutId, id })
  const isNew = differences === undefined
  if (!isNew && differences.length > 0) return { ok: false, rejection: 'other_content', differences }
  if (isNew && refusal !== undefined) return refusal
  const doubt = isNew && context.rejectsDoubt ? await findPaymentDoubt(tx, fact, workspaceId) : undefined
  if (doubt !== undefined) return doubt
  if (isNew) await insertPaymentFact(tx, fact, { workspaceId, id, payoutId, createdAt })
  const payout = await findPayout(tx, { workspaceId, payoutId })
  if (payout === undefined) return { ok: false, rejection: 'unknown_payout' }
  if (isNew) tell(tx, workspaceId, describePaymentFact(fact, { payout, id }))
  return { ok: true, payout, isNew }
}
