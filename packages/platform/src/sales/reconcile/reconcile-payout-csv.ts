import { dayMs } from '@affiliate-platform/contract'
import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable } from '../../database/statements/database.ts'
import { toNano } from '../../posting/nano.ts'
import type { AppTransactionKind } from '../app-transaction.ts'
import type { PayoutCsvRow } from '../payout-csv.ts'
import { findReferredDomains } from '../store/referred-shops.ts'
import {
  compareTallies,
  createSums,
  createTallies,
  type ReconciledSum,
  type SideSum,
  type Tallies,
} from './reconciled-sums.ts'
import { type SalesWindow, walkStored } from './stored-app-transactions.ts'

/** What a shop paid in a day by one kind of app transaction, where the two sides differ. */
export interface DayDifference {
  readonly shopDomain: string
  /** UTC. */
  readonly day: string
  readonly kind: AppTransactionKind
  readonly ours: SideSum
  readonly theirs: SideSum
}

/** What a comparison with a partner payout CSV came to. */
export interface PayoutCsvReconciliation extends SalesWindow {
  /** By kind: the file does not tell the currency of a sale. Credits count as adjustments. */
  readonly sums: readonly ReconciledSum[]
  readonly differences: readonly DayDifference[]
  /** Rows that are no app transactions, or of an unknown type. */
  readonly ignored: readonly { readonly chargeType: string; readonly rows: number }[]
}

interface Bucket extends Tallies {
  readonly shopDomain: string
  readonly day: string
  readonly kind: AppTransactionKind
}

interface ReadCsv {
  readonly buckets: Map<string, Bucket>
  readonly ignored: Map<string, number>
  readonly days: readonly string[]
}

/**
 * Compares a partner payout CSV with what was imported. A row of it has no id: what is compared are the sums of each
 * referred shop, day and kind, from the file's first day to its last.
 *
 * @throws SalesFileError with the line that cannot be read
 *
 * @example
 * ```ts
 * const rows = readPayoutCsv(createReadStream('payout.csv'))
 * const { differences } = await reconcilePayoutCsv(database, { workspaceId, appId }, rows)
 * ```
 */
export async function reconcilePayoutCsv(
  database: Queryable,
  app: AppScope,
  rows: AsyncIterable<PayoutCsvRow>,
): Promise<PayoutCsvReconciliation> {
  const { buckets, ignored, days } = await readBuckets(rows)
  const window = toWindow(days)
  const domains = [...new Set([...buckets.values()].map(({ shopDomain }) => shopDomain))]
  const referred = await findReferredDomains(database, app, domains)
  for await (const own of walkStored(database, { ...app, ...window, source: null })) {
    const day = own.collectedAt.toISOString().slice(0, 10)
    count(buckets, 'ours', { ...own, day, kind: toCsvKind(own.kind) })
  }
  const sums = createSums()
  const differences: DayDifference[] = []
  for (const { shopDomain, day, kind, ...tallies } of buckets.values()) {
    if (tallies.ours.rows === 0 && !referred.has(shopDomain)) continue
    sums.addAll(kind, tallies)
    const { agrees, ...sides } = compareTallies(tallies)
    if (!agrees) differences.push({ shopDomain, day, kind, ...sides })
  }
  const listed = [...ignored].map(([chargeType, count]) => ({ chargeType, rows: count }))
  return { ...window, sums: sums.list(), differences: differences.sort(inOrder), ignored: listed }
}

async function readBuckets(rows: AsyncIterable<PayoutCsvRow>): Promise<ReadCsv> {
  const buckets = new Map<string, Bucket>()
  const ignored = new Map<string, number>()
  const days = new Set<string>()
  for await (const { shopDomain, kind, chargeType, chargedAt, partnerSale, partnerShare } of rows) {
    if (kind === null) {
      ignored.set(chargeType, (ignored.get(chargeType) ?? 0) + 1)
      continue
    }
    const day = chargedAt.slice(0, 10)
    days.add(day)
    count(buckets, 'theirs', {
      shopDomain,
      day,
      kind: toCsvKind(kind),
      gross: partnerSale,
      net: partnerShare,
    })
  }
  return { buckets, ignored, days: [...days].sort() }
}

/** What takes back sales goes by several names in the file, which are not those of the Partner API. */
const toCsvKind = (kind: AppTransactionKind): AppTransactionKind => (kind === 'credit' ? 'adjustment' : kind)

function toWindow(days: readonly string[]): SalesWindow {
  const [first = '1970-01-01'] = days
  const last = days.at(-1) ?? first
  return { from: new Date(first), to: new Date(Date.parse(last) + (days.length > 0 ? dayMs : 0)) }
}

function count(
  buckets: Map<string, Bucket>,
  side: 'ours' | 'theirs',
  { shopDomain, day, kind, gross, net }: Omit<Bucket, keyof Tallies> & { gross: string; net: string },
): void {
  const key = `${shopDomain} ${day} ${kind}`
  const bucket = buckets.get(key) ?? { shopDomain, day, kind, ...createTallies() }
  buckets.set(key, bucket)
  const tally = bucket[side]
  tally.rows += 1
  tally.grossNano += toNano(gross)
  tally.netNano += toNano(net)
}

const toKey = ({ shopDomain, day, kind }: DayDifference): string => `${day} ${shopDomain} ${kind}`

const inOrder = (a: DayDifference, b: DayDifference): number => (toKey(a) < toKey(b) ? -1 : 1)
