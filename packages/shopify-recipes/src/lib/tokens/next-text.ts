import type { SharedFault } from '../pages/run-shops.ts'
import type { MigrationFailure, MigrationStage } from './token-options.ts'

/** What the words depend on. */
export interface MigrationEnd {
  readonly offset: number
  readonly nextOffset: number | null
  readonly failures: readonly MigrationFailure[]
  /** How many of the failures were not begun in the time of a page. */
  readonly notBegun: number
  readonly fault: SharedFault<MigrationStage> | undefined
  readonly isDryRun: boolean
}

const lostRemedy =
  'At stage store Shopify has revoked the old token and the new one was not kept: repeat these shops within seven days, ' +
  "and Shopify gives the same token again. Later the merchant's next open of the app renews it."

/** Says in words what to do after a page, to a person who calls the route by hand too. */
export function toNextText(end: MigrationEnd): string {
  const { offset, nextOffset, failures, notBegun, fault, isDryRun } = end
  const lost = failures.some(({ stage }) => stage === 'store') ? ` ${lostRemedy}` : ''
  if (fault !== undefined) return `Stopped early: ${toReason(fault)}${lost} Then repeat offset ${offset}.`
  const further = nextOffset === null ? 'This was the last page.' : `Continue with offset ${nextOffset}.`
  if (failures.length > 0) {
    const late = notBegun === 0 ? '' : ` (${notBegun} were not begun in the time of a page)`
    const shops = failures.map(({ domain }) => domain).join(',')
    const repeat = `When their cause is gone, repeat offset ${offset}, or them alone: ?offset=${offset}&shops=${shops}`
    return `${failures.length} shops failed${late}: see failures.${lost} ${further} ${repeat}`
  }
  const dryRun = isDryRun ? 'Dry run: no token was exchanged. ' : ''
  if (nextOffset !== null) return dryRun + further
  // A route that keeps nothing between its pages knows only the last one.
  const others = `${further} done speaks of this page alone: earlier pages may have had failures.`
  return isDryRun ? dryRun + others : `${others} Check the counts of all pages, then delete this route.`
}

function toReason({ stage, status }: SharedFault<MigrationStage>): string {
  if (stage !== 'exchange') {
    return 'the session storage does not keep the new sessions. Check that it is up and has the columns for refresh tokens.'
  }
  const remedy = "Check the app's client id, its secret and its IP allowlist at Shopify."
  return `Shopify rejected every shop with ${status}. ${remedy}`
}
