import type { AnalyticsProgress, AnalyticsReport } from '@affiliate-platform/platform/attribution'
import { formatCount } from '../command-line/format-count.ts'

/** Says how far an import is. */
export const describeAnalyticsProgress = (progress: AnalyticsProgress): string =>
  'read' in progress
    ? `Read ${formatCount(progress.read, 'row')}`
    : `Decided ${progress.decided} of ${formatCount(progress.shops, 'shop')}`

/** Says what an import did, in a few lines. */
export function describeImport(report: AnalyticsReport): string {
  const { views, installs, unused, unknownShops, verdicts, importId } = report
  return [
    `Read ${formatCount(views, 'view')} and ${formatCount(installs, 'install')}. Evidence: ${report.new} new, ${report.known} known.`,
    ...listCounts('Rows that led to nothing', unused),
    ...listCounts('What became of the evidence', verdicts),
    ...(unknownShops.length === 0
      ? []
      : [
          `Unknown shops: ${unknownShops.join(', ')}. Import the file again once their installs are known: sales import.`,
        ]),
    ...(importId === null ? ['Nothing was imported: --dry-run.'] : []),
  ].join('\n')
}

function listCounts(title: string, counts: Readonly<Record<string, number>>): readonly string[] {
  const listed = Object.entries(counts).map(([reason, count]) => `${count} ${reason}`)
  return listed.length === 0 ? [] : [`${title}: ${listed.join(', ')}.`]
}
