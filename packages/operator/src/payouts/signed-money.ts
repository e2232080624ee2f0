import { formatAmount, type Money } from '@affiliate-platform/contract'

/** A sum that may be a debt, in scripts: amounts are never below 0 (interface 2.1). */
export interface DirectedMoney {
  readonly direction: 'owed_to_member' | 'owed_by_member'
  readonly amount: Money
}

/** A sum in minor units as scripts read it. */
export function toDirectedMoney(sumMinor: bigint, currency: string): DirectedMoney {
  const isDebt = sumMinor < 0n
  return {
    direction: isDebt ? 'owed_by_member' : 'owed_to_member',
    amount: { amountMinor: `${isDebt ? -sumMinor : sumMinor}`, currency },
  }
}

/** A sum in minor units as people read it: `125.00 USD`, or `-3.80 USD` for a debt. */
export function formatSum(sumMinor: bigint, currency: string): string {
  const { direction, amount } = toDirectedMoney(sumMinor, currency)
  return `${direction === 'owed_by_member' ? '-' : ''}${formatAmount(amount)}`
}

/** Sums per currency as people read them: `125.00 USD, 7.00 EUR`. */
export function formatSums(amounts: Iterable<Money>): string {
  const sums = new Map<string, bigint>()
  for (const { amountMinor, currency } of amounts) {
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amountMinor))
  }
  const texts = [...sums].map(([currency, sumMinor]) => formatSum(sumMinor, currency))
  return texts.join(', ') || 'nothing'
}
