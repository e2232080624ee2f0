import type {
  ImportCounts,
  ImportReport,
  PassReport,
  SalesFileReport,
} from '@affiliate-platform/platform/sales'
import { countWords, formatCount } from '../command-line/format-count.ts'

/** Says how far an import is. */
export function describeSalesProgress({ read, new: added, unreferred }: ImportCounts): string {
  return `Read ${read}: ${added} new, ${unreferred} from shops without a referral`
}

/** Says what an import did, in a few lines. */
export function describeReport(report: SalesFileReport | PassReport): string {
  const { read, revised, known, replaced, unreferred, setAside, skipped, posted } = report
  const ofLater = replaced === 0 ? '' : `, ${replaced} replaced by a later line`
  return [
    `Read ${read}: ${report.new} new, ${revised} revised, ${known} known${ofLater}, ${unreferred} from shops without a referral, ${setAside.length} set aside.`,
    ...countReasons(setAside),
    ...('installs' in report ? [] : describeOlder(report.older)),
    `New sales that earn nothing: ${skipped.length}. Commissions posted: ${posted}.`,
    ...('installs' in report ? describeInstalls(report) : []),
  ].join('\n')
}

/** Says what a person has to look at, if anything: sales that wait, and rows that were set aside. */
export function describeLeft(unposted: ImportReport['unposted'], setAside: number): string | undefined {
  const left = [
    ...(unposted.length === 0 ? [] : [describeUnposted(unposted)]),
    ...(setAside === 0
      ? []
      : [
          `${formatCount(setAside, 'row')} ${setAside === 1 ? 'was' : 'were'} set aside; everything else is imported. Look at them with sales set-aside. With --accept-set-aside the command succeeds all the same.`,
        ]),
  ]
  return left.length === 0 ? undefined : left.join('\n')
}

function describeUnposted(unposted: ImportReport['unposted']): string {
  const shops = unposted.map(({ shopDomain, fault }) => `${shopDomain} (${fault})`)
  return `The sales of ${formatCount(shops.length, 'shop')} are imported and could not be posted: ${shops.join(', ')}. They wait, and the next import posts them; no payout run pays their members until then.`
}

const olderShown = 20

function describeOlder(older: SalesFileReport['older']): readonly string[] {
  if (older.length === 0) return []
  const more = older.length - olderShown
  return [
    ...older
      .slice(0, olderShown)
      .map(({ platformId, line }) => `Line ${line}: an older content of ${platformId}. It does not count.`),
    ...(more > 0 ? [`And ${more} more; see --json.`] : []),
    'Where the older content is the right one, import the file with --restate.',
  ]
}

function countReasons(setAside: ImportReport['setAside']): readonly string[] {
  if (setAside.length === 0) return []
  const listed = countWords(setAside.map(({ reason }) => reason))
  return [`Set aside: ${listed}. See sales set-aside, and sales status for their sums.`]
}

function describeInstalls({ installs, installsDenied }: PassReport): readonly string[] {
  if (installsDenied !== null) return [`Installs were not read. ${installsDenied}`]
  if (installs === null) return []
  return [`Read ${installs.read} installs and uninstalls: ${installs.new} new.`]
}
