import { formatAmount } from '@affiliate-platform/contract'
import type { MemberErasure } from '@affiliate-platform/platform/erasure'

/** Says what of an erased member's money is open, and how it is paid. */
export function describeOpen({ open, payeesKept }: Pick<MemberErasure, 'open' | 'payeesKept'>): string {
  if (open.length === 0) return 'Nothing is open.'
  const amounts = open.flatMap(({ currency, unpaidMinor, dueMinor, heldMinor }) =>
    (
      [
        [unpaidMinor, 'in payouts'],
        [dueMinor, 'available'],
        [heldMinor, 'held'],
      ] as const
    )
      .filter(([amountMinor]) => amountMinor !== '0')
      .map(([amountMinor, where]) => `${formatAmount({ amountMinor, currency })} ${where}`),
  )
  const way =
    payeesKept === 0
      ? 'Nobody knows where to: agree on it with the member before.'
      : 'The payee’s details are kept for it until it is paid, half a year at most.'
  return `Open, and still to be paid: ${amounts.join(', ')}. ${way}`
}
