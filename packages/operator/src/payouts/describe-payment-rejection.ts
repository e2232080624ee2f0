import { formatAmount } from '@affiliate-platform/contract'
import type { Queryable } from '@affiliate-platform/platform/database'
import {
  findPaymentLimit,
  type PaymentDoubt,
  type PaymentFact,
  type PaymentRejection,
  type PaymentRejectionCode,
} from '@affiliate-platform/platform/payouts'
import { describeUnknownId } from '../command-line/describe-unknown-id.ts'

type Confirmed = Extract<PaymentRejection, { confirmations: unknown }>

type ToldOfLimit = (limit: { readonly currency: string; readonly left: string | undefined }) => string

/** What the operator is told; of an id that nothing has, what it should be the id of. */
const words: Readonly<Record<PaymentRejectionCode, string | { readonly what: string } | ToldOfLimit>> = {
  unknown_payout: { what: 'payout' },
  unknown_report: { what: 'report' },
  unknown_dispute: { what: 'dispute' },
  unknown_confirmation: { what: 'confirmation' },
  other_currency: ({ currency }) => `The payout is in ${currency}.`,
  payout_voided: 'The payout is voided.',
  payout_reported: 'The payout has a report. If nothing was paid, retract that first.',
  report_retracted: 'The report is retracted. A payment that was made needs a new report.',
  report_returned: 'The bank has returned this payment. A payment that was made since needs a new report.',
  confirmation_retracted: 'The confirmation has already been retracted.',
  dispute_closed: 'The dispute has already been closed.',
  above_payout: ({ left }) =>
    `${left === undefined ? 'Nothing' : `At most ${left}`} is left to report: the reports of a payout, disputed ones included, cannot exceed it. See payouts show.`,
  above_report: ({ left }) =>
    `${left === undefined ? 'Nothing' : `At most ${left}`} is left to confirm: the confirmations of a report cannot exceed it.`,
  not_by_member: 'Members confirm and dispute. What was paid is told and taken back by an operator.',
}

/** Says why a fact about a payment was not taken, and what comes first. */
export async function describePaymentRejection(
  database: Queryable,
  workspaceId: string,
  { fact, rejected }: { readonly fact: PaymentFact; readonly rejected: PaymentRejection | PaymentDoubt },
): Promise<string> {
  if ('confirmations' in rejected) return describeConfirmed(fact, rejected)
  switch (rejected.rejection) {
    case 'paid_in_future':
      return `--paid-at ${rejected.paidAt.toISOString()} is in the future. If that is intended, add --yes.`
    case 'paid_long_before':
      return `--paid-at ${rejected.paidAt.toISOString()} is more than a year before the payout. If that is intended, add --yes.`
    case 'reported_before':
      return `This payment has already been reported, by ${rejected.method} with the same reference: report ${rejected.reportId}. If it was paid twice, add --yes.`
    case 'disputed_before':
      return `The report is already disputed: dispute ${rejected.disputeId} is open. If this is another objection, add --yes.`
  }
  const wording = words[rejected.rejection]
  if (typeof wording === 'string') return wording
  if (typeof wording === 'function') {
    const limit = await findPaymentLimit(database, workspaceId, fact)
    const { amountMinor = '0', currency = '' } = limit ?? {}
    return wording({
      currency,
      left: amountMinor === '0' ? undefined : formatAmount({ amountMinor, currency }),
    })
  }
  return await describeUnknownId(database, workspaceId, { ...wording, id: toSubjectId(fact) })
}

function describeConfirmed(fact: PaymentFact, { rejection, confirmations }: Confirmed): string {
  const reportIds = [...new Set(confirmations.map(({ reportId }) => reportId))]
  const confirmed = confirmations.map(
    ({ actor, amount, createdAt, id }) =>
      `${actor} confirmed ${formatAmount(amount)} at ${createdAt.toISOString()} (confirmation ${id}).`,
  )
  const steps = [
    ...confirmations.map(({ id }) => `payouts retract-confirmation ${id}`),
    ...reportIds.map((reportId) => `payouts retract ${reportId}`),
    ...(fact.kind === 'void' ? [`payouts void ${fact.payoutId}`] : []),
  ]
  const remedy =
    rejection === 'confirmed_by_member'
      ? 'Only the member can dispute this or take it back.'
      : `If that is wrong, take it back in this order, each with a reason: ${steps.join(', ')}.`
  const returns = reportIds.map((reportId) => `payouts return ${reportId}`).join(', ')
  return [...confirmed, remedy, `If the bank has returned the money, record that: ${returns}.`].join(' ')
}

/** The id that the command was given. */
function toSubjectId(fact: PaymentFact): string {
  if ('payoutId' in fact) return fact.payoutId
  if ('reportId' in fact) return fact.reportId
  return 'disputeId' in fact ? fact.disputeId : fact.confirmationId
}
