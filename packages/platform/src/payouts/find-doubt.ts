import { dayMs } from '@affiliate-platform/contract'
import type { Queryable } from '../database/statements/database.ts'
import { readDatabaseTime } from '../database/statements/time.ts'
import type { PaymentFact } from './payment-fact.ts'
import { findStandingFacts } from './standing-facts.ts'
import { findOpenDispute, findPayout, listPayoutFacts } from './store.ts'

/** Clocks of banks and of people differ by less. */
const futureMaxMs = dayMs

/** What is paid by hand is sometimes entered later, but not by as much. */
const pastMaxMs = 366 * dayMs

/** Why a fact that is allowed is mostly a mistake, with what there is already. */
export type PaymentDoubt = { readonly ok: false } & (
  | { readonly rejection: 'paid_in_future' | 'paid_long_before'; readonly paidAt: Date }
  | { readonly rejection: 'reported_before'; readonly method: string; readonly reportId: string }
  | { readonly rejection: 'disputed_before'; readonly disputeId: string }
)

/**
 * Looks for what is allowed and is mostly a mistake: a payment of the future or of long before its payout, one that was
 * reported before, or a second dispute of a report.
 */
export async function findPaymentDoubt(
  database: Queryable,
  fact: PaymentFact,
  workspaceId: string,
): Promise<PaymentDoubt | undefined> {
  if (fact.kind === 'report') return await doubtReport(database, fact, workspaceId)
  if (fact.kind !== 'dispute') return undefined
  const disputeId = await findOpenDispute(database, { workspaceId, reportId: fact.reportId })
  return disputeId === undefined ? undefined : { ok: false, rejection: 'disputed_before', disputeId }
}

async function doubtReport(
  database: Queryable,
  { payoutId, method, reference, paidAt }: Extract<PaymentFact, { kind: 'report' }>,
  workspaceId: string,
): Promise<PaymentDoubt | undefined> {
  const key = { workspaceId, payoutId }
  if (paidAt !== undefined) {
    const latestMs = (await readDatabaseTime(database)).getTime() + futureMaxMs
    if (paidAt.getTime() > latestMs) return { ok: false, rejection: 'paid_in_future', paidAt }
    const payout = await findPayout(database, key)
    if (payout !== undefined && paidAt.getTime() < payout.createdAt.getTime() - pastMaxMs) {
      return { ok: false, rejection: 'paid_long_before', paidAt }
    }
  }
  const double = findStandingFacts(await listPayoutFacts(database, key)).find(
    (known) =>
      reference !== undefined &&
      known.kind === 'report' &&
      known.method === method &&
      known.reference === reference,
  )
  return double?.id ? { ok: false, rejection: 'reported_before', method, reportId: double.id } : undefined
}
