import { dayMs } from '@affiliate-platform/contract'
import type { Queryable } from '../database/database.ts'
import { readDatabaseTime } from '../database/time.ts'
import type { PaymentFact } from './payment-fact.ts'
import { findStandingFacts } from './standing-facts.ts'
import { findOpenDispute, findPayout, listPayoutFacts } from './store.ts'

/** Clocks of banks and of people differ by less. */
const futureMaxMs = dayMs

/** What is paid by hand is sometimes entered later, but not by as much. */
const pastMaxMs = 366 * dayMs

/** Why a fact that is allowed is mostly a mistake, with what there is already. */
export type PaymentDoubt =
  | { readonly doubt: 'paid_in_future' | 'paid_long_before'; readonly paidAt: Date }
  | { readonly doubt: 'reported_before'; readonly method: string; readonly reportId: string }
  | { readonly doubt: 'disputed_before'; readonly disputeId: string }

interface Place {
  readonly workspaceId: string
  /** The id that the fact will have. */
  readonly id: string
}

/**
 * Looks for what is allowed and is mostly a mistake: a payment of the future or of long before its payout, one that was
 * reported before, or a second dispute of a report.
 */
export async function findPaymentDoubt(
  database: Queryable,
  fact: PaymentFact,
  place: Place,
): Promise<PaymentDoubt | undefined> {
  if (fact.kind === 'report') return await doubtReport(database, fact, place)
  if (fact.kind !== 'dispute') return undefined
  const disputeId = await findOpenDispute(database, { ...place, reportId: fact.reportId })
  return disputeId === undefined || disputeId === place.id
    ? undefined
    : { doubt: 'disputed_before', disputeId }
}

async function doubtReport(
  database: Queryable,
  { payoutId, method, reference, paidAt }: Extract<PaymentFact, { kind: 'report' }>,
  { workspaceId, id }: Place,
): Promise<PaymentDoubt | undefined> {
  const key = { workspaceId, payoutId }
  const facts = await listPayoutFacts(database, key)
  // What is recorded is no longer in doubt.
  if (facts.some((known) => known.id === id)) return undefined
  if (paidAt !== undefined) {
    const latestMs = (await readDatabaseTime(database)).getTime() + futureMaxMs
    if (paidAt.getTime() > latestMs) return { doubt: 'paid_in_future', paidAt }
    const payout = await findPayout(database, key)
    if (payout !== undefined && paidAt.getTime() < payout.createdAt.getTime() - pastMaxMs) {
      return { doubt: 'paid_long_before', paidAt }
    }
  }
  const double = findStandingFacts(facts).find(
    (known) =>
      reference !== undefined &&
      known.kind === 'report' &&
      known.method === method &&
      known.reference === reference,
  )
  return double?.id ? { doubt: 'reported_before', method, reportId: double.id } : undefined
}
