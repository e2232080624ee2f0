import type { Issue } from '../errors/issue.ts'
import type { Money } from '../records/money.ts'

/** What may have an amount: a row of a list, or a record with the amounts that it is made of. */
export type RecordAmounts = { readonly amount?: Money } & {
  readonly [Member in (typeof sums)[number]]?: Money | undefined
} & {
  readonly [Member in (typeof parts)[number]]?: { readonly items: readonly { readonly amount: Money }[] }
}

const sums = ['unpaid', 'reported', 'confirmed'] as const
const parts = ['lines', 'reports', 'confirmations'] as const

/** Faults of amounts that contradict one another: all are of one currency, and no more is unpaid than was earned. */
export function checkAmounts(record: RecordAmounts, pointer: string): readonly Issue[] {
  const { amount, unpaid } = record
  if (amount === undefined) return []
  const others = parts.flatMap((part) =>
    (record[part]?.items ?? []).map(
      (entry, index) => [`${part}/items/${index}/amount`, entry.amount] as const,
    ),
  )
  const all = [...sums.map((sum) => [sum, record[sum] ?? amount] as const), ...others]
  const code = 'currency_differs'
  const issues = all
    .filter(([, { currency }]) => currency !== amount.currency)
    .map(([place]) => ({
      pointer: `${pointer}/${place}/currency`,
      code,
      message: 'The currency of the amount.',
    }))
  if (unpaid === undefined || BigInt(unpaid.amountMinor) <= BigInt(amount.amountMinor)) return issues
  const place = `${pointer}/unpaid/amountMinor`
  return [...issues, { pointer: place, code: 'unpaid_exceeds_amount', message: 'At most the amount.' }]
}
