import type { PayoutRecord } from '../records/payout-record.ts'

/** An instant as an explanation writes it. */
export const toWireInstant = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')

/** Why a commission behind a payout by hand is what it is. */
export function explainByHand(
  { id, availableAt }: { readonly id: string; readonly availableAt: string },
  paid: Partial<PayoutRecord> = {},
): object {
  const because = { code: 'manual', by: 'system', reason: 'by hand' }
  return {
    commission: { id, entry: 'accrual', saleKind: null, availableAt, because },
    arithmetic: null,
    contract: null,
    referral: null,
    appTransaction: null,
    takenBack: [],
    ...toPaymentFacts(paid),
  }
}

/** The reports and confirmations of a payout that stand: neither retracted nor returned. */
export function toPaymentFacts({ reports, confirmations }: Partial<PayoutRecord>) {
  const standing = (reports?.items ?? []).filter(
    ({ retraction, returned }) => retraction === null && returned === null,
  )
  return {
    reports: standing.map(({ id, amount, method, reference, paidAt }) => ({
      id,
      amount,
      method,
      reference,
      paidAt,
    })),
    confirmations: (confirmations?.items ?? [])
      .filter(({ reportId, retraction }) => retraction === null && standing.some(({ id }) => id === reportId))
      .map(({ id, reportId, amount, createdAt: at }) => ({ id, reportId, amount, at })),
  }
}
