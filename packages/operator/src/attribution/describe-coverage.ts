import type { Coverage } from '@affiliate-platform/platform/attribution'
import { formatTable } from '../command-line/table.ts'

/** Says in words which installs are explained. */
export function describeCoverage(coverage: Coverage): string {
  const { installs, explained, byEvidence, byMember, byLink, clicks, unexplained } = coverage
  const share = installs === 0 ? '' : ` (${Math.round((100 * explained) / installs)} %)`
  const kinds = Object.entries(byEvidence).map(([kind, count]) => `${count} by ${kind}`)
  const left = installs - explained
  const more = left > unexplained.length ? `, the first ${unexplained.length} of ${left}` : ''
  const tables = [
    ['By member', byMember],
    ['By link', byLink],
    [`Not explained${more}`, unexplained],
  ] as const
  return [
    `${installs} installs, ${explained} of them explained${share}${kinds.length === 0 ? '' : `: ${kinds.join(', ')}`}\n`,
    `${clicks} clicks on links of members\n`,
    ...tables.flatMap(([title, rows]) =>
      rows.length === 0 ? [] : [`\n${title}\n${formatTable(rows).text}`],
    ),
  ].join('')
}
