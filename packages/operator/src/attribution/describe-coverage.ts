import type { Coverage } from '@affiliate-platform/platform/attribution'
import { formatTable } from '../command-line/table.ts'

/** Says in words which installs are explained. */
export function describeCoverage(coverage: Coverage): string {
  const { installs, explained, byEvidence, byMember, byLink, clicks, unexplained } = coverage
  const share = installs === 0 ? '' : ` (${Math.round((100 * explained) / installs)} %)`
  const kinds = Object.entries(byEvidence).map(([kind, count]) => `${count} by ${kind}`)
  const left = installs - explained
  return [
    `${installs} installs, ${explained} of them explained${share}${kinds.length === 0 ? '' : `: ${kinds.join(', ')}`}`,
    `${clicks} clicks on links of members`,
    ...(byMember.length === 0 ? [] : [`\nBy member\n${formatTable(byMember).text}`]),
    ...(byLink.length === 0 ? [] : [`\nBy link\n${formatTable(byLink).text}`]),
    ...(left === 0
      ? []
      : [
          `\nNot explained${left > unexplained.length ? `, the first ${unexplained.length} of ${left}` : ''}\n${formatTable(unexplained).text}`,
        ]),
  ].join('\n')
}
