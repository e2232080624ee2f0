import type { SharedFault } from '../pages/run-shops.ts'
import type { BackfillFailure, BackfillStage } from './backfill-options.ts'
import type { PageMode } from './run-with-ledger.ts'

/** What the words depend on. */
export interface PageEnd {
  readonly offset: number
  readonly nextOffset: number | null
  readonly failures: readonly BackfillFailure[]
  /** How many of the failures were not begun in the time of the page. */
  readonly notBegun: number
  readonly rejection: SharedFault<BackfillStage> | undefined
  readonly isDryRun: boolean
  readonly mode: PageMode
}

/** Says in words what to do after a page, to a person who calls the route by hand too. */
export function toNextText(end: PageEnd): string {
  const { offset, nextOffset, failures, notBegun, rejection, isDryRun, mode } = end
  if (rejection !== undefined) {
    const { stage, status } = rejection
    const why = `every shop was rejected with ${status} at ${stage}`
    return `Stopped early: ${why}. ${toRemedy(rejection)} Then repeat offset ${offset}.`
  }
  const further = nextOffset === null ? 'This was the last page.' : `Continue with offset ${nextOffset}.`
  if (failures.length > 0) {
    const late = notBegun === 0 ? '' : ` (${notBegun} were not begun in the time of a page)`
    const shops = failures.map(({ domain }) => domain).join(',')
    const repeat = `When their cause is gone, repeat offset ${offset}, or them alone: ?offset=${offset}&shops=${shops}`
    return `${failures.length} shops failed${late}: see failures. ${further} ${repeat}`
  }
  if (mode === 'prime' && isDryRun) return `Dry run: nothing was recorded. ${further}`
  if (mode === 'prime') return `The shops are recorded as identified, and nothing was sent. ${further}`
  if (mode === 'missed' && !isDryRun) return `${further} What was missed is sent.`
  const dryRun = isDryRun ? 'Dry run: nothing was sent. ' : ''
  if (nextOffset !== null) return dryRun + further
  // Interface 4.4 rule 6. A route that keeps nothing between its pages knows only the last one.
  const others = `${further} done speaks of this page alone: earlier pages may have had failures.`
  if (isDryRun) return dryRun + others
  return `${others} Check sent, failed and skipped of all pages and the app's receipts, then delete this route.`
}

function toRemedy({ stage, status }: SharedFault<BackfillStage>): string {
  if (stage === 'shop_read') return "Check the app's scopes and its IP allowlist at Shopify."
  if (status === 401) return 'The affiliate platform does not accept the workspace API key.'
  return 'The affiliate platform denies this app: check the app id and the key.'
}
