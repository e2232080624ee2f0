import type { BackfillState } from '../backfill.server.ts'

/** All pages of a run together. */
export interface BackfillSummary {
  readonly sent: number
  readonly skipped: number
  readonly failed: number
  readonly processed: number
  readonly isDryRun: boolean
  /** Whether the last page was reached. Not a success by itself (interface 4.4 rule 6). */
  readonly isThrough: boolean
  /** Where a run that was cut off goes on; null for one that was not. */
  readonly resumeOffset: number | null
  readonly verdict: string
}

/** Adds up the pages of a run, and says in words where it stands. */
export function summarise(state: BackfillState, shops: number): BackfillSummary {
  const { pages, progress } = state
  const add = (name: 'sent' | 'skipped' | 'failed' | 'processed') =>
    pages.reduce((sum, page) => sum + page[name], 0)
  const counts = {
    sent: add('sent'),
    skipped: add('skipped'),
    failed: add('failed'),
    processed: add('processed'),
    isDryRun: progress?.isDryRun ?? pages.some(({ isDryRun }) => isDryRun),
    isThrough: progress === null && pages.some(({ paginationComplete }) => paginationComplete),
    resumeOffset: findResumeOffset(state),
  }
  return { ...counts, verdict: toVerdict(counts, state, shops) }
}

/** The page that was cut off, or the one that nothing has begun. */
export function findResumeOffset({ pages, progress }: BackfillState): number | null {
  if (progress !== null) return progress.offset
  const missing = pages.find(
    ({ nextOffset }) => nextOffset !== null && !pages.some((page) => page.offset === nextOffset),
  )
  return missing?.nextOffset ?? null
}

const pageNumber = (offset: number) => offset / 50 + 1

type Counts = Omit<BackfillSummary, 'verdict'>

function toVerdict(counts: Counts, { pages, progress }: BackfillState, shops: number): string {
  const { sent, skipped, failed, processed, isDryRun, resumeOffset } = counts
  if (progress !== null) {
    const found = `${progress.sent} shops of it are known to be ${isDryRun ? 'readable' : 'sent'}`
    const page = `page ${pageNumber(progress.offset)}`
    return progress.isRunning
      ? `The server is still at ${page}: ${found} so far.`
      : `Interrupted on ${page}: ${found}. Resume runs that page again.`
  }
  if (pages.length === 0)
    return shops === 1 ? 'One shop has the app.' : `${shops} shops have the app. Nothing was sent yet.`
  if (resumeOffset !== null) {
    const next = pageNumber(resumeOffset)
    return `Interrupted before page ${next}: ${processed} of ${shops} shops so far. Resume continues with it.`
  }
  if (isDryRun) {
    const found = `${sent} of ${processed} shops can be read, ${skipped} cannot be read any more, ${failed} failed.`
    return `Checked, and nothing was sent: ${found}`
  }
  if (failed === 0) {
    return `Done: ${sent} sent, ${skipped} skipped, none failed. Compare with the receipts, then delete the route.`
  }
  const numbers = pages
    .filter(({ retryOffset }) => retryOffset !== null)
    .map(({ offset }) => pageNumber(offset))
  const list = new Intl.ListFormat('en').format(numbers.map(String))
  const places = numbers.length === 1 ? `page ${list}` : `pages ${list}`
  return `All pages are through, but the import is not complete: ${failed} failed. Retry ${places}.`
}
