import type {
  ImportCounts,
  ImportReport,
  PassReport,
  SalesFileReport,
} from '@affiliate-platform/platform/sales'
import { countWords, formatCount } from '../command-line/format-count.ts'
import { type SalesPlace, toSalesCommand } from './to-sales-command.ts'

/** Says how far an import is. */
export function describeSalesProgress({ read, new: added, unreferred }: ImportCounts): string {
  return `Read ${read}: ${added} new, ${unreferred} from shops without a referral`
}

/** Says what an import did, in a few lines. */
export function describeReport(report: SalesFileReport | PassReport, place: SalesPlace): string {
  const { read, revised, known, replaced, unreferred, setAside, skipped, posted } = report
  const ofLater = replaced === 0 ? '' : `, ${replaced} replaced by a later line`
  return [
    `Read ${read}: ${report.new} new, ${revised} revised, ${known} known${ofLater}, ${unreferred} from shops without a referral, ${setAside.length} set aside.`,
    ...countReasons(setAside, place),
    ...('installs' in report ? [] : [...describeSetAside(report.setAside), ...describeOlder(report.older)]),
    `New sales that earn nothing: ${skipped.length}. Commissions posted: ${posted}.`,
    ...('installs' in report ? describeInstalls(report) : []),
  ].join('\n')
}

/** Says what a person has to look at, if anything: sales that wait, and rows that were set aside. */
export function describeLeft(
  unposted: ImportReport['unposted'],
  setAside: number,
  place: SalesPlace,
): string | undefined {
  const left = [
    ...(unposted.length === 0 ? [] : [describeUnposted(unposted)]),
    ...(setAside === 0
      ? []
      : [
          `${formatCount(setAside, 'row')} ${setAside === 1 ? 'was' : 'were'} set aside; everything else is imported. Look at ${setAside === 1 ? 'it' : 'them'} with ${toSalesCommand('set-aside', place)}\nWith --accept-set-aside the command succeeds all the same.`,
        ]),
  ]
  return left.length === 0 ? undefined : left.join('\n')
}

function describeUnposted(unposted: ImportReport['unposted']): string {
  const shops = unposted.map(({ shopDomain, fault }) => `${shopDomain} (${fault})`)
  return `The sales of ${formatCount(shops.length, 'shop')} are imported and could not be posted: ${shops.join(', ')}. They wait, and the next import posts them; no payout run pays their members until then.`
}

const linesShown = 20

/** Tells rows of a file one by one; of many the first ones. */
function listLines<Row extends { readonly line: number }>(
  rows: readonly Row[],
  describe: (row: Row) => string,
): readonly string[] {
  const more = rows.length - linesShown
  return [
    ...rows.slice(0, linesShown).map((row) => `Line ${row.line}: ${describe(row)}`),
    ...(more > 0 ? [`And ${more} more; see --json.`] : []),
  ]
}

const describeSetAside = (rows: SalesFileReport['setAside']): readonly string[] =>
  listLines(rows, ({ platformId, reason }) => `${platformId} was set aside: ${reason}.`)

function describeOlder(older: SalesFileReport['older']): readonly string[] {
  if (older.length === 0) return []
  return [
    ...listLines(older, ({ platformId }) => `an older content of ${platformId}. It does not count.`),
    'Where the older content is the right one, import the file with --restate.',
  ]
}

function countReasons(setAside: ImportReport['setAside'], place: SalesPlace): readonly string[] {
  if (setAside.length === 0) return []
  const listed = countWords(setAside.map(({ reason }) => reason))
  return [
    `Set aside: ${listed}. List them with ${toSalesCommand('set-aside', place)}`,
    `See their sums with ${toSalesCommand('status', place)}`,
  ]
}

function describeInstalls({ installs, installsDenied }: PassReport): readonly string[] {
  if (installsDenied !== null) return [`Installs were not read. ${installsDenied}`]
  if (installs === null) return []
  return [`Read ${installs.read} installs and uninstalls: ${installs.new} new.`]
}
