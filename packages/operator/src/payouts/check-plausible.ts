import type { Queryable } from '@affiliate-platform/platform/database'
import { findPaymentDoubt, type PaymentDoubt, type PaymentFact } from '@affiliate-platform/platform/payouts'
import { OperatorError } from '../command-line/operator-error.ts'

/**
 * Checks a fact for what is allowed and is mostly a mistake.
 *
 * @throws OperatorError when the operator has to say `--yes`
 */
export async function checkPlausible(
  database: Queryable,
  fact: PaymentFact,
  place: { readonly workspaceId: string; readonly id: string },
): Promise<void> {
  const found = await findPaymentDoubt(database, fact, place)
  if (found !== undefined) throw new OperatorError(describeDoubt(found))
}

function describeDoubt(found: PaymentDoubt): string {
  switch (found.doubt) {
    case 'paid_in_future':
      return `--paid-at ${found.paidAt.toISOString()} is in the future. If that is intended, add --yes.`
    case 'paid_long_before':
      return `--paid-at ${found.paidAt.toISOString()} is more than a year before the payout. If that is intended, add --yes.`
    case 'reported_before':
      return `This payment has already been reported, by ${found.method} with the same reference: report ${found.reportId}. If it was paid twice, add --yes.`
    case 'disputed_before':
      return `The report is already disputed: dispute ${found.disputeId} is open. If this is another objection, add --yes.`
  }
}
