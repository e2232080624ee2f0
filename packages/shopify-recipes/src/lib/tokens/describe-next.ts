import { describeFailures, describeFurther, describeLastPage, type EndedPage } from '../pages/page-words.ts'
import type { SharedFault } from '../pages/run-shops.ts'
import type { MigrationFailure, MigrationStage } from './token-options.ts'

/** What the words depend on. */
export interface MigrationEnd extends EndedPage {
  readonly failures: readonly MigrationFailure[]
  readonly fault: SharedFault<MigrationStage> | undefined
  readonly isDryRun: boolean
}

const lostRemedy =
  'At stage store Shopify has revoked the old token and the new one was not kept: repeat these shops within seven days, ' +
  'and Shopify gives the same token again. After that, it is renewed when the merchant next opens the app.'

/** Says in words what to do after a page, to a person who calls the route by hand too. */
export function describeNextOfMigration(end: MigrationEnd): string {
  const { offset, nextOffset, failures, fault, isDryRun } = end
  const lost = failures.some(({ stage }) => stage === 'store') ? ` ${lostRemedy}` : ''
  if (fault !== undefined) return `Stopped early: ${toReason(fault)}${lost} Then repeat offset ${offset}.`
  if (failures.length > 0) return describeFailures(end, lost)
  const dryRun = isDryRun ? 'Dry run: no token was exchanged. ' : ''
  if (nextOffset !== null) return dryRun + describeFurther(end)
  const others = describeLastPage(end)
  return isDryRun ? dryRun + others : `${others} Check the counts of all pages, then delete this route.`
}

function toReason({ stage, status }: SharedFault<MigrationStage>): string {
  if (stage !== 'exchange') {
    return 'the session storage does not keep the new sessions. Check that it is up and has the columns for refresh tokens.'
  }
  const remedy = "Check the app's client id, its secret and its IP allowlist at Shopify."
  return `Shopify rejected every shop with ${status}. ${remedy}`
}
