import { currencyScale } from '@affiliate-platform/contract'
import { type HistoryReason, type HistoryRow, toHistoryRow } from '../history-row.ts'
import { roundAmount } from '../round-amount.ts'
import type { MantleCommission, MantlePayout } from './records.ts'
import type { RowContext } from './row-context.ts'
import { toInstant, toMemberId } from './to-rows.ts'

export function toCommissionRows(commission: MantleCommission, context: RowContext): readonly HistoryRow[] {
  const { currency, file, number, digest } = context
  const {
    id: sourceId,
    affiliateProgramId: programId,
    affiliateAttributionId: referralId,
    payoutId,
  } = commission
  // Its amount is in the currency of its sale.
  const sold = commission.transaction?.grossAmountCurrencyCode ?? currency
  const amount = readAmount(commission.amount, sold)
  const occurredAt = toInstant(commission.transaction?.date ?? commission.date)
  const endedAt = commission.cancelled ? toInstant(commission.updatedAt) : null
  const isSale = commission.transactionId !== null || commission.transaction !== null
  return [
    toHistoryRow({
      ...{
        kind: 'commission',
        sourceId,
        file,
        number,
        digest,
        programId,
        referralId,
        payoutId,
        occurredAt,
        endedAt,
      },
      memberId: toMemberId(commission.affiliateId, programId),
      ...{ amount: amount?.exact ?? commission.amount, amountMinor: amount && `${amount.minor}` },
      currency: sold,
      state: findState(),
      content: { isSale, cancelReason: commission.cancelReason, origin: commission.origin },
      reason: findFault(),
    }),
  ]

  function findState(): string {
    if (commission.deletedAt !== null) return 'deleted'
    return commission.cancelled ? 'cancelled' : 'active'
  }

  function findFault(): HistoryReason | null {
    if (commission.deletedAt !== null) return 'deleted'
    if (amount === null) return 'unreadable_amount'
    if (amount.minor === 0n) return 'no_amount'
    if (sold !== currency) return 'other_currency'
    if (occurredAt === null) return 'without_time'
    if (!commission.cancelled) return null
    if (payoutId !== null) return 'cancelled_in_payout'
    return endedAt === null ? 'cancelled_without_time' : null
  }
}

export function toPayoutRows(payout: MantlePayout, context: RowContext): readonly HistoryRow[] {
  const { currency, file, number, digest } = context
  const { id: sourceId, affiliateId, affiliateProgramId: programId, paymentMethod } = payout
  const paidCurrency = payout.currency ?? currency
  const amount = readAmount(payout.amount, paidCurrency)
  const paid = payout.amountPaid === null ? amount : readAmount(payout.amountPaid, paidCurrency)
  const isPaid = payout.status === 'paid' || (payout.paidAt !== null && payout.status !== 'cancelled')
  const occurredAt = toInstant(payout.paidAt ?? payout.periodEnd ?? payout.createdAt)
  return [
    toHistoryRow({
      ...{ kind: 'payout', sourceId, file, number, digest, programId, occurredAt, currency: paidCurrency },
      memberId: programId === null ? null : toMemberId(affiliateId, programId),
      name: payout.number ?? sourceId,
      ...{ amount: amount?.exact ?? payout.amount, amountMinor: amount && `${amount.minor}` },
      state: payout.deletedAt === null ? payout.status : 'deleted',
      content: { affiliateId, paidMinor: paid && `${paid.minor}`, method: paymentMethod ?? 'mantle' },
      reason: findFault(),
    }),
  ]

  function findFault(): HistoryReason | null {
    if (payout.deletedAt !== null) return 'deleted'
    if (!isPaid) return 'not_paid'
    if (paidCurrency !== currency) return 'other_currency'
    if (amount === null || paid === null) return 'unreadable_amount'
    if (amount.minor <= 0n || paid.minor < 0n) return 'no_amount'
    return occurredAt === null ? 'without_time' : null
  }
}

const readAmount = (text: string | null, currency: string) =>
  (text !== null && roundAmount(text, currencyScale(currency) ?? 2)) || null
