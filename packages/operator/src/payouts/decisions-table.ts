import { formatAmount } from '@affiliate-platform/contract'
import type { OutputFlag } from '../command-line/print-list.ts'
import { formatTable, type Table } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'

/** The narrowest screen on which the rest is readable beside the state of the payout. */
const columnsOfStatusMin = 72

/** Formats the decisions of a run, or of its preview; those on nothing come last. */
export function formatDecisions<Decision extends { readonly sumMinor: bigint | string }>(
  { columns }: Pick<Terminal, 'columns'>,
  { output }: OutputFlag,
  { decisions, toRow, id }: DecisionRows<Decision>,
): Table {
  const isOnNothing = ({ sumMinor }: Decision) => BigInt(sumMinor) === 0n
  const some = decisions.filter((decision) => !isOnNothing(decision))
  const rows = [...some, ...decisions.filter(isOnNothing)].map(toRow)
  const isRoomy = columns === undefined || columns >= columnsOfStatusMin
  return formatTable(rows, {
    columns,
    first: ['memberName', 'decision', 'available', ...(isRoomy ? ['status'] : []), 'reason'],
    id,
    isWide: output === 'wide',
  })
}

interface DecisionRows<Decision> {
  readonly decisions: readonly Decision[]
  readonly toRow: (decision: Decision) => object
  /** The column with what a person goes on with. Default: none. */
  readonly id?: string
}

interface Decided {
  readonly decision: string
  readonly reason: string | null
  readonly warnings: readonly string[]
  readonly currency: string
  readonly thresholdMinor: bigint | string
}

/** Says why a run does not pay, or what to look at where it does. */
export function describeDecisionReason({
  decision,
  reason,
  warnings,
  thresholdMinor,
  currency,
}: Decided): string {
  // What a narrow screen cuts off is what somebody can do without.
  const rank = (warning: string) => (warning === 'no_threshold_for_currency' ? 1 : 0)
  const sorted = warnings.toSorted((a, b) => rank(a) - rank(b))
  const isBelow = decision === 'below_threshold'
  const threshold = isBelow
    ? [`${formatAmount({ amountMinor: `${thresholdMinor}`, currency })} threshold`]
    : []
  return reason ?? [...threshold, ...sorted].join(' ')
}
