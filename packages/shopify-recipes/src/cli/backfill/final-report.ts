import { exitCodes } from '../io.ts'
import type { Ending } from './drive-backfill.ts'
import { type BackfillTotals, listFailures, listPages, sumUp } from './state.ts'

/** What a run has come to. Interface 4.4 rule 6 keeps its two claims apart. */
export interface FinalReport {
  readonly pagesComplete: boolean
  readonly importSuccessful: boolean
  readonly totals: BackfillTotals
  readonly exitCode: number
  /** What to do now. */
  readonly next: string
}

/** Judges how a run ended. */
export function buildReport({ state, stop }: Ending): FinalReport {
  const totals = sumUp(state)
  const pagesComplete = stop.kind === 'complete'
  const importSuccessful = pagesComplete && totals.failed === 0 && !state.isDryRun
  const facts = { pagesComplete, importSuccessful, totals }
  // Without an answered page there is no state to go on from.
  const repeat = (option: string) =>
    `Repeat the command${listPages(state).length > 0 ? ` with ${option}` : ''} to go on.`
  if (stop.kind === 'interrupted') {
    return { ...facts, exitCode: exitCodes.interrupted, next: `Interrupted. ${repeat('--resume')}` }
  }
  if (stop.kind === 'unreachable') {
    const next = `The route is out of reach (${stop.reason}). ${repeat('--resume')}`
    return { ...facts, exitCode: exitCodes.unreachable, next }
  }
  if (stop.kind === 'refused') {
    return { ...facts, exitCode: exitCodes.refused, next: `${stop.reason} ${repeat('--retry-failed')}` }
  }
  if (totals.failed > 0) {
    const next = 'Repeat the shops that failed: the same command with --retry-failed.'
    return { ...facts, exitCode: exitCodes.failed, next }
  }
  const next = state.isDryRun
    ? 'Dry run: nothing was sent. Run it without --dry-run.'
    : "Check the counts and the app's receipts, then delete the route from your app."
  return { ...facts, exitCode: exitCodes.done, next }
}

/** The report for a person. */
export function formatReport(report: FinalReport, ending: Ending): string {
  const { totals } = report
  const failures = listFailures(ending.state)
  const width = Math.max(...failures.map(({ domain }) => domain.length), 'domain'.length)
  const rows = failures.map(
    ({ domain, stage, status }) => `  ${domain.padEnd(width)}  ${stage.padEnd(9)}  ${status ?? 'none'}`,
  )
  const table = rows.length === 0 ? [] : [`  ${'domain'.padEnd(width)}  stage      status`, ...rows]
  const lines = [
    `Pages complete:    ${report.pagesComplete ? 'yes' : 'no'}`,
    `Import successful: ${report.importSuccessful ? 'yes' : 'no'}`,
    `Shops: ${totals.processed} processed, ${totals.sent} sent, ${totals.skipped} skipped, ${totals.failed} failed`,
    ...table,
    report.next,
  ]
  return `${lines.join('\n')}\n`
}

/** The report for a program: one JSON line. */
export function formatReportLine(report: FinalReport, ending: Ending): string {
  return `${JSON.stringify({ type: 'report', ...report, failures: listFailures(ending.state) })}\n`
}
