import type { ImportCounts, ImportReport, PassReport } from '@affiliate-platform/platform/sales'
import { countWords } from '../command-line/format-count.ts'

/** Says how far an import is. */
export function describeProgress({ read, new: added, unreferred }: ImportCounts): string {
  return `Read ${read}: ${added} new, ${unreferred} from shops without a referral`
}

/** Says what an import did, in a few lines. */
export function describeReport(
  report: (Omit<ImportReport, 'runId'> & { runId: string | null }) | PassReport,
): string {
  const { read, revised, known, unreferred, setAside, skipped, posted } = report
  return [
    `Read ${read}: ${report.new} new, ${revised} revised, ${known} known, ${unreferred} from shops without a referral, ${setAside.length} set aside.`,
    ...countReasons(setAside),
    `New sales that earn nothing: ${skipped.length}. Commissions posted: ${posted}.`,
    ...('installs' in report ? describeInstalls(report) : []),
  ].join('\n')
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
