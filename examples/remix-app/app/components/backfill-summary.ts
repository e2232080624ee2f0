import type { RunPage } from '../backfill.server.ts'

/** All pages of a run together. */
export interface BackfillSummary {
  readonly sent: number
  readonly skipped: number
  readonly failed: number
  readonly processed: number
  readonly isDryRun: boolean
  /** Whether the last page was reached. Not a success by itself (interface 4.4 rule 6). */
  readonly isThrough: boolean
  readonly verdict: string
}

/** Adds up the pages of a run, and says in words where it stands. */
export function summarise(pages: readonly RunPage[], shops: number): BackfillSummary {
  const add = (name: 'sent' | 'skipped' | 'failed' | 'processed') =>
    pages.reduce((sum, page) => sum + page[name], 0)
  const counts = {
    sent: add('sent'),
    skipped: add('skipped'),
    failed: add('failed'),
    processed: add('processed'),
    isDryRun: pages.some(({ isDryRun }) => isDryRun),
    isThrough: pages.some(({ paginationComplete }) => paginationComplete),
  }
  return { ...counts, verdict: toVerdict(counts, pages, shops) }
}

type Counts = Omit<BackfillSummary, 'verdict'>

function toVerdict(counts: Counts, pages: readonly RunPage[], shops: number): string {
  const { sent, skipped, failed, processed, isDryRun, isThrough } = counts
  if (pages.length === 0)
    return shops === 1 ? 'One shop has the app.' : `${shops} shops have the app. Nothing was sent yet.`
  if (isDryRun) {
    const found = `${sent} of ${processed} shops can be read, ${skipped} cannot be read any more, ${failed} failed.`
    return `Checked, and nothing was sent: ${found}`
  }
  if (!isThrough) return `Not through yet: ${processed} of ${shops} shops so far.`
  if (failed === 0) {
    return `Done: ${sent} sent, ${skipped} skipped, none failed. Compare with the receipts, then delete the route.`
  }
  const numbers = pages.filter(({ retryOffset }) => retryOffset !== null).map(({ offset }) => offset / 50 + 1)
  const list = new Intl.ListFormat('en').format(numbers.map(String))
  const places = numbers.length === 1 ? `page ${list}` : `pages ${list}`
  return `All pages are through, but the import is not complete: ${failed} failed. Retry ${places}.`
}
