import { limits } from '@affiliate-platform/contract'
import type { BackfillFailure, BackfillPage, BackfillResult } from './backfill-options.ts'
import { createPause } from './pause.ts'
import { type PageRun, runShop, type ShopOutcome } from './run-shop.ts'

/** Which page to run. */
export interface PageRequest {
  readonly offset: number
  readonly domains: readonly string[]
  readonly isFull: boolean
  readonly concurrency: number
}

/** What runs a page, and who is told of each shop. */
export interface PageRunner extends Omit<PageRun, 'pause'> {
  readonly report: (result: BackfillResult) => void
}

/** The refusal that every shop of a page gets. */
type SharedRefusal = Pick<BackfillFailure, 'stage' | 'status'>

// So many shops refused the same way, and none identified, are no coincidence.
const sameRefusalsMin = 20

/** Runs all shops of one page. */
export async function runPage(
  { offset, domains, isFull, concurrency }: PageRequest,
  { report, ...run }: PageRunner,
): Promise<BackfillPage> {
  const page: PageRun = { ...run, pause: createPause() }
  const outcomes: ShopOutcome[] = []
  // One iterator for all workers: each takes the next shop.
  const waiting = domains.values()
  let refusal: SharedRefusal | undefined
  const work = async () => {
    for (const domain of waiting) {
      const outcome = refusal ? { domain, ...refusal } : await runShop(domain, page)
      outcomes.push(outcome)
      refusal ??= findSharedRefusal(outcomes)
      report(toResult(domain, outcome, run.isDryRun))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  const nextOffset = isFull ? offset + limits.backfillPageShops : null
  return toPage(outcomes, { offset, nextOffset, refusal, isDryRun: run.isDryRun })
}

function toResult(domain: string, outcome: ShopOutcome, isDryRun: boolean): BackfillResult {
  if (typeof outcome === 'string') return { outcome, domain, isDryRun }
  return { outcome: 'failed', ...outcome, isDryRun }
}

/** D40: a page stops early where every shop is refused the same way, by a wrong key or an allowlist. */
function findSharedRefusal(outcomes: readonly ShopOutcome[]): SharedRefusal | undefined {
  if (outcomes.includes('sent')) return undefined
  const [first, ...others] = outcomes.filter((outcome) => typeof outcome !== 'string')
  if (first === undefined || others.length < sameRefusalsMin - 1) return undefined
  const { stage, status } = first
  const isShared = others.every((other) => other.stage === stage && other.status === status)
  return isShared && (status === 401 || status === 403) ? { stage, status } : undefined
}

interface PageFacts {
  readonly offset: number
  readonly nextOffset: number | null
  readonly refusal: SharedRefusal | undefined
  readonly isDryRun: boolean
}

function toPage(outcomes: readonly ShopOutcome[], facts: PageFacts): BackfillPage {
  const { offset, nextOffset } = facts
  const failures = outcomes.filter((outcome) => typeof outcome !== 'string')
  const failed = failures.length
  const paginationComplete = nextOffset === null
  return {
    processed: outcomes.length,
    offset,
    sent: outcomes.filter((outcome) => outcome === 'sent').length,
    skipped: outcomes.filter((outcome) => outcome === 'skipped').length,
    failed,
    failures,
    nextOffset,
    paginationComplete,
    done: paginationComplete && failed === 0,
    retryOffset: failed > 0 ? offset : null,
    next: toNext(failed, facts),
  }
}

function toNext(failed: number, { offset, nextOffset, refusal, isDryRun }: PageFacts): string {
  if (refusal !== undefined) {
    const { stage, status } = refusal
    const why = `every shop was refused with ${status} at ${stage}`
    return `Stopped early: ${why}. ${toRemedy(refusal)} Then repeat offset ${offset}.`
  }
  const further = nextOffset === null ? 'This was the last page.' : `Continue with offset ${nextOffset}.`
  if (failed > 0) {
    return `${failed} shops failed: see failures, and repeat offset ${offset} when their cause is gone. ${further}`
  }
  if (isDryRun) return `Dry run: nothing was sent. ${further}`
  if (nextOffset !== null) return further
  // Interface 4.4 rule 6.
  return `${further} Check sent, failed and skipped of all pages and the app's receipts, then delete this route.`
}

function toRemedy({ stage, status }: SharedRefusal): string {
  if (stage === 'shop_read') return "Check the app's scopes and its IP allowlist at Shopify."
  if (status === 401) return 'The affiliate platform does not accept the workspace API key.'
  return 'The affiliate platform denies this app: check the app id and the key.'
}
