import { exitCodes } from '../io.ts'
import type { RunEnding } from './drive-pages.ts'
import { formatCounts } from './progress.ts'
import type { RunKind } from './run-kind.ts'
import { listFailures, listPages, type RunTotals, sumUp } from './state.ts'

/** What a run has come to. Interface 4.4 rule 6 keeps its two claims apart. */
export interface FinalReport {
  readonly pagesComplete: boolean
  readonly isSuccessful: boolean
  readonly totals: RunTotals
  readonly exitCode: number
  /** What to do now. */
  readonly next: string
}

/** Judges how a run ended. */
export function buildReport({ state, stop }: RunEnding, kind: RunKind): FinalReport {
  const totals = sumUp(state, kind)
  const pagesComplete = stop.kind === 'complete'
  const isSuccessful = pagesComplete && totals.failed === 0 && !state.isDryRun
  const facts = { pagesComplete, isSuccessful, totals }
  // Without a served page there is no state to go on from.
  const repeat = (option: string) =>
    `Repeat the command${listPages(state).length > 0 ? ` with ${option}` : ''} to continue.`
  if (stop.kind === 'interrupted') {
    return { ...facts, exitCode: exitCodes.interrupted, next: `Interrupted. ${repeat('--resume')}` }
  }
  if (stop.kind === 'unreachable') {
    const next = `The route is unreachable (${stop.reason}). ${repeat('--resume')}`
    return { ...facts, exitCode: exitCodes.unreachable, next }
  }
  if (stop.kind === 'rejected') {
    return { ...facts, exitCode: exitCodes.rejected, next: `${stop.reason} ${repeat('--retry-failed')}` }
  }
  if (totals.failed > 0) {
    const next = 'Repeat the shops that failed: the same command with --retry-failed.'
    return { ...facts, exitCode: exitCodes.failed, next }
  }
  const next = state.isDryRun ? kind.nextAfterDryRun : kind.nextAfterSuccess
  return { ...facts, exitCode: exitCodes.done, next }
}

/** The report for a person. */
export function formatReport(report: FinalReport, ending: RunEnding, kind: RunKind): string {
  const { totals } = report
  const failures = listFailures(ending.state)
  const counts = formatCounts(totals, kind).map(([label, count]) => `${count} ${label}`)
  const width = Math.max(...failures.map(({ domain }) => domain.length), 'domain'.length)
  const rows = failures.map(
    ({ domain, stage, status }) => `  ${domain.padEnd(width)}  ${stage.padEnd(9)}  ${status ?? 'none'}`,
  )
  const table = rows.length === 0 ? [] : [`  ${'domain'.padEnd(width)}  stage      status`, ...rows]
  const lines = [
    `Pages complete:    ${report.pagesComplete ? 'yes' : 'no'}`,
    `${`${kind.claim.label}:`.padEnd(18)} ${report.isSuccessful ? 'yes' : 'no'}`,
    `Shops: ${totals.processed} processed, ${counts.join(', ')}`,
    ...table,
    report.next,
  ]
  return `${lines.join('\n')}\n`
}

/** The report for a program: one JSON line. */
export function formatReportLine(report: FinalReport, ending: RunEnding, kind: RunKind): string {
  const { pagesComplete, isSuccessful, ...rest } = report
  const claims = { pagesComplete, [kind.claim.field]: isSuccessful }
  return `${JSON.stringify({ type: 'report', ...claims, ...rest, failures: listFailures(ending.state) })}\n`
}
