import type { PageFields, ShopFailure } from './page-options.ts'

/** What a page is known by; all else follows from it. */
export interface PageFacts<Count extends string = string, Stage extends string = string> {
  readonly offset: number
  readonly nextOffset: number | null
  /** What became of the shops that did not fail. */
  readonly counts: Readonly<Record<Count, number>>
  readonly failures: readonly ShopFailure<Stage>[]
  readonly next: string
}

/** Builds the object of interface 4.4 rule 5, whose fields never contradict each other. */
export function buildPage<Count extends string, Stage extends string>({
  offset,
  nextOffset,
  counts,
  failures,
  next,
}: PageFacts<Count, Stage>): PageFields<Stage> & Readonly<Record<Count, number>> {
  const failed = failures.length
  const paginationComplete = nextOffset === null
  return {
    processed: sumUpCounts(counts) + failed,
    offset,
    ...counts,
    failed,
    failures,
    nextOffset,
    paginationComplete,
    done: paginationComplete && failed === 0,
    retryOffset: failed > 0 ? offset : null,
    next,
  }
}

/** How many shops did not fail. */
export function sumUpCounts(counts: Readonly<Record<string, number>>): number {
  return Object.values<number>(counts).reduce((sum, count) => sum + count, 0)
}
