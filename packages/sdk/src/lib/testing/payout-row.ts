import type { PayoutSummary } from '../records/payout.ts'
import type { FakePayout } from './build-records.ts'
import { toPaymentFacts } from './explain-by-hand.ts'

/** A payout as the list sends it. What its row does not say follows from the rest. */
export function toPayoutRow({ payout, createdAtMs, memberName, detail = {} }: FakePayout): PayoutSummary {
  const { status, amount, unpaid } = payout
  const { currency } = amount
  const reported = status === 'voided' ? 0n : BigInt(amount.amountMinor) - BigInt(unpaid.amountMinor)
  return {
    ...payout,
    reported: payout.reported ?? { amountMinor: String(reported), currency },
    confirmed: payout.confirmed ?? { amountMinor: String(addUpConfirmed(detail)), currency },
    memberName: payout.memberName ?? memberName,
    createdAt: payout.createdAt ?? new Date(createdAtMs).toISOString(),
  }
}

/** What is confirmed of the reports that count: those that are not retracted, returned or disputed. */
function addUpConfirmed(detail: NonNullable<FakePayout['detail']>): bigint {
  const open = (detail.disputes?.items ?? []).filter(({ closing }) => closing === null)
  return toPaymentFacts(detail)
    .confirmations.filter((confirmation) => !open.some(({ reportId }) => reportId === confirmation.reportId))
    .reduce((sum, confirmation) => sum + BigInt(confirmation.amount.amountMinor), 0n)
}
