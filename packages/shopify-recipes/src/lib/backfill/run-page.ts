import { limits } from '@affiliate-platform/contract'
import { buildPage } from '../pages/build-page.ts'
import type { PageRequest, PageResult } from '../pages/page-route.ts'
import { findSharedRejection, runShops } from '../pages/run-shops.ts'
import type { BackfillPage, BackfillResult, BackfillStage } from './backfill-options.ts'
import { describeNextOfBackfill } from './describe-next.ts'
import type { BackfillOutcome, PageRun } from './run-shop.ts'
import { type PageMode, runWithLedger } from './run-with-ledger.ts'

/** What runs a page, and who is told of each shop. */
export interface PageRunner extends Pick<PageRun, 'options' | 'appId'> {
  readonly concurrency: number
  readonly mode: PageMode
  readonly report: (result: BackfillResult) => void
}

/** Runs all shops of one page. */
export async function runPage(
  { offset, domains, isFull, isDryRun, time }: PageRequest,
  { options, appId, concurrency, mode, report }: PageRunner,
): Promise<PageResult> {
  const { count, failures, notBegun, fault } = await runShops<'sent' | 'skipped', BackfillStage>({
    domains,
    concurrency,
    hasTime: time.hasCall,
    firstStage: 'shop_read',
    runShop: (domain) => runWithLedger(domain, mode, { options, appId, isDryRun, time }),
    findFault: (outcomes) =>
      outcomes.includes('sent')
        ? undefined
        : findSharedRejection(outcomes.filter((outcome) => typeof outcome !== 'string')),
    report: (domain, outcome) => report(toResult(domain, outcome, isDryRun)),
  })
  const counts = { sent: count('sent'), skipped: count('skipped') }
  // Missed shops leave their list as they are sent: where none was, the next page would be this one again.
  const hasNext = isFull && (mode !== 'missed' || isDryRun || counts.sent > 0)
  const nextOffset = hasNext ? offset + limits.backfillPageShops : null
  const next = describeNextOfBackfill({
    offset,
    nextOffset,
    failures,
    rejection: fault,
    isDryRun,
    mode,
    notBegun,
  })
  const page: BackfillPage = buildPage({ offset, nextOffset, counts, failures, next })
  return { page, notBegun }
}

function toResult(domain: string, outcome: BackfillOutcome, isDryRun: boolean): BackfillResult {
  if (typeof outcome === 'string') return { outcome, domain, isDryRun }
  return { outcome: 'failed', ...outcome, isDryRun }
}
