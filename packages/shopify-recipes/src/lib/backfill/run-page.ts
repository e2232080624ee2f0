import { limits } from '@affiliate-platform/contract'
import type { BackfillFailure, BackfillPage, BackfillResult } from './backfill-options.ts'
import { buildPage } from './build-page.ts'
import { type SharedRefusal, toNextText } from './next-text.ts'
import type { PageRun, ShopOutcome } from './run-shop.ts'
import { type PageMode, runWithLedger } from './run-with-ledger.ts'

/** Which page to run. */
export interface PageRequest {
  readonly offset: number
  readonly domains: readonly string[]
  readonly isFull: boolean
  readonly concurrency: number
  readonly mode: PageMode
}

/** What runs a page, and who is told of each shop. */
export interface PageRunner extends PageRun {
  readonly report: (result: BackfillResult) => void
}

/** A page, and how many of its shops were not begun in its time; they are the first of its failures. */
export interface PageResult {
  readonly page: BackfillPage
  readonly notBegun: number
}

// So many shops refused the same way, and none identified, are no coincidence.
const sameRefusalsMin = 20

/** Runs all shops of one page. */
export async function runPage(
  { offset, domains, isFull, concurrency, mode }: PageRequest,
  { report, ...run }: PageRunner,
): Promise<PageResult> {
  const begun: ShopOutcome[] = []
  const notBegun: BackfillFailure[] = []
  // One iterator for all workers: each takes the next shop.
  const waiting = domains.values()
  let refusal: SharedRefusal | undefined
  const runNext = async (domain: string): Promise<ShopOutcome> => {
    if (refusal === undefined && run.time.leftMs() <= 0) {
      // D40: a page that has no time left responds, and its retry begins with these.
      const failure = { domain, stage: 'shop_read', status: null } as const
      notBegun.push(failure)
      return failure
    }
    const outcome = refusal ? { domain, ...refusal } : await runWithLedger(domain, mode, run)
    begun.push(outcome)
    refusal ??= findSharedRefusal(begun)
    return outcome
  }
  const work = async () => {
    for (const domain of waiting) report(toResult(domain, await runNext(domain), run.isDryRun))
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  // Missed shops leave their list as they are sent: where none was, the next page would be this one again.
  const hasNext = isFull && (mode !== 'missed' || run.isDryRun || begun.includes('sent'))
  const nextOffset = hasNext ? offset + limits.backfillPageShops : null
  const failures = [...notBegun, ...begun.filter((outcome) => typeof outcome !== 'string')]
  const end = { offset, nextOffset, failures, refusal, isDryRun: run.isDryRun, mode }
  const next = toNextText({ ...end, notBegun: notBegun.length })
  const count = (outcome: ShopOutcome) => begun.filter((other) => other === outcome).length
  const page = buildPage({
    offset,
    nextOffset,
    sent: count('sent'),
    skipped: count('skipped'),
    failures,
    next,
  })
  return { page, notBegun: notBegun.length }
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
