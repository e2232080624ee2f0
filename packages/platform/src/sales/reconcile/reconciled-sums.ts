import { formatNano } from '@affiliate-platform/commission-engine'
import { toNano } from '../../posting/nano.ts'
import type { AppTransaction, AppTransactionKind } from '../app-transaction.ts'

/** What the rows of one side come to. Amounts are exact decimals of the major unit. */
export interface SideSum {
  readonly rows: number
  readonly gross: string
  readonly net: string
}

/** What rows of one kind and currency come to, here and at the other side. */
export interface ReconciledSum {
  readonly kind: AppTransactionKind
  /** Null where the other side does not tell it. */
  readonly currency: string | null
  readonly ours: SideSum
  readonly theirs: SideSum
  readonly agrees: boolean
}

type CountedRow = Pick<AppTransaction, 'kind' | 'gross' | 'grossCurrency' | 'net' | 'netCurrency'>

interface Tally {
  rows: number
  grossNano: bigint
  netNano: bigint
}

/** Both sides of what is compared. */
export interface Tallies {
  readonly ours: Tally
  readonly theirs: Tally
}

/** Two sides on which nothing was counted yet. */
export function createTallies(): Tallies {
  const empty = { rows: 0, grossNano: 0n, netNano: 0n }
  return { ours: { ...empty }, theirs: { ...empty } }
}

/** Both sides as sums, and whether they are the same. */
export function compareTallies({ ours, theirs }: Tallies): Omit<ReconciledSum, 'kind' | 'currency'> {
  const agrees =
    ours.rows === theirs.rows && ours.grossNano === theirs.grossNano && ours.netNano === theirs.netNano
  return { ours: toSum(ours), theirs: toSum(theirs), agrees }
}

const toSum = ({ rows, grossNano, netNano }: Tally): SideSum => ({
  rows,
  gross: formatNano(grossNano),
  net: formatNano(netNano),
})

/** Adds up rows by kind and currency. Where gross and net have two currencies, a row counts in that of gross. */
export function createSums() {
  const sums = new Map<string, Tallies & Pick<ReconciledSum, 'kind' | 'currency'>>()
  const find = (kind: AppTransactionKind, currency: string | null) => {
    const key = `${kind} ${currency}`
    const found = sums.get(key) ?? { kind, currency, ...createTallies() }
    sums.set(key, found)
    return found
  }
  const count = (side: 'ours' | 'theirs', row: CountedRow, times: 1 | -1): void => {
    const ofGross = find(row.kind, row.grossCurrency)[side]
    ofGross.rows += times
    ofGross.grossNano += BigInt(times) * toNano(row.gross)
    find(row.kind, row.netCurrency)[side].netNano += BigInt(times) * toNano(row.net)
  }
  return {
    add: (side: 'ours' | 'theirs', row: CountedRow): void => count(side, row, 1),
    /** Takes a row that was added out again. */
    subtract: (side: 'ours' | 'theirs', row: CountedRow): void => count(side, row, -1),
    /** Adds what was counted of a kind already, in a currency that nobody tells. */
    addAll(kind: AppTransactionKind, counted: Tallies): void {
      const found = find(kind, null)
      for (const side of ['ours', 'theirs'] as const) {
        found[side].rows += counted[side].rows
        found[side].grossNano += counted[side].grossNano
        found[side].netNano += counted[side].netNano
      }
    },
    list: (): readonly ReconciledSum[] =>
      [...sums]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, { kind, currency, ...tallies }]) => ({ kind, currency, ...compareTallies(tallies) })),
  }
}
