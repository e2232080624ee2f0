import type { BackfillPage } from './backfill-options.ts'

/** What a page is known by; all else follows from it. */
type PageFacts = Pick<BackfillPage, 'offset' | 'nextOffset' | 'sent' | 'skipped' | 'failures' | 'next'>

/** Builds the object of interface 4.4 rule 5, whose fields never contradict each other. */
export function buildPage({ offset, nextOffset, sent, skipped, failures, next }: PageFacts): BackfillPage {
  const failed = failures.length
  const paginationComplete = nextOffset === null
  return {
    processed: sent + skipped + failed,
    offset,
    sent,
    skipped,
    failed,
    failures,
    nextOffset,
    paginationComplete,
    done: paginationComplete && failed === 0,
    retryOffset: failed > 0 ? offset : null,
    next,
  }
}
