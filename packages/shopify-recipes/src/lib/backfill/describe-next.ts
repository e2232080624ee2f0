import { describeFailures, describeFurther, describeLastPage, type EndedPage } from '../pages/page-words.ts'
import type { SharedFault } from '../pages/run-shops.ts'
import type { BackfillStage } from './backfill-options.ts'
import type { PageMode } from './run-with-ledger.ts'

/** What the words depend on. */
export interface PageEnd extends EndedPage {
  readonly rejection: SharedFault<BackfillStage> | undefined
  readonly isDryRun: boolean
  readonly mode: PageMode
}

/** Says in words what to do after a page, to a person who calls the route by hand too. */
export function describeNextOfBackfill(end: PageEnd): string {
  const { offset, nextOffset, failures, rejection, isDryRun, mode } = end
  if (rejection !== undefined) {
    const { stage, status } = rejection
    const why = `every shop was rejected with ${status} at ${stage}`
    return `Stopped early: ${why}. ${toRemedy(rejection)} Then repeat offset ${offset}.`
  }
  if (failures.length > 0) return describeFailures(end)
  const further = describeFurther(end)
  if (mode === 'prime' && isDryRun) return `Dry run: nothing was recorded. ${further}`
  if (mode === 'prime') return `The shops were recorded as identified; nothing was sent. ${further}`
  if (mode === 'missed' && !isDryRun) return `${further} The missed installs were sent.`
  const dryRun = isDryRun ? 'Dry run: nothing was sent. ' : ''
  if (nextOffset !== null) return dryRun + further
  // Interface 4.4 rule 6.
  const others = describeLastPage(end)
  if (isDryRun) return dryRun + others
  return `${others} Check sent, failed and skipped of all pages and the app's receipts, then delete this route.`
}

function toRemedy({ stage, status }: SharedFault<BackfillStage>): string {
  if (stage === 'shop_read') return "Check the app's scopes and its IP allowlist at Shopify."
  if (status === 401) return 'The affiliate platform does not accept the workspace API key.'
  return 'The affiliate platform denies this app: check the app id and the key.'
}
