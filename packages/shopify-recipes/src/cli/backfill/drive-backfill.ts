import type { BackfillPage } from '../../lib/backfill/backfill-options.ts'
import type { PageAnswer } from './call-page.ts'
import { addPage, type BackfillState, findNextOffset, listPages } from './state.ts'

/** How a run ended, and what it has reached. */
export interface Ending {
  readonly state: BackfillState
  readonly stop:
    | { readonly kind: 'complete' | 'interrupted' }
    | { readonly kind: 'refused' | 'unreachable'; readonly reason: string }
}

/** What the driver works with. */
export interface DriverOptions {
  readonly state: BackfillState
  /** Whether pages with failures are repeated first. */
  readonly retriesFailed: boolean
  readonly callPage: (offset: number) => Promise<PageAnswer>
  /** Must have stored the state when it resolves. */
  readonly saveState: (state: BackfillState) => Promise<void>
  /** Waits until the service's quota must be free again; false when that was interrupted. */
  readonly waitForQuota: () => Promise<boolean>
  readonly onPage: (page: BackfillPage, state: BackfillState, shopCount: number | undefined) => void
}

/**
 * Drives the route page by page. The state is saved after every page: whatever ends this, a page is either in it
 * with its whole answer, or will be asked for again.
 */
export async function driveBackfill(options: DriverOptions): Promise<Ending> {
  let { state } = options
  const failedPages = options.retriesFailed ? listPages(state).filter(({ failed }) => failed > 0) : []
  const waiting = failedPages.map(({ offset }) => offset)
  let quotaWaits = 0
  for (;;) {
    const offset = waiting.shift() ?? findNextOffset(state)
    if (offset === undefined) return { state, stop: { kind: 'complete' } }
    const answer = await options.callPage(offset)
    if (answer.kind === 'refused') {
      return { state, stop: { kind: 'refused', reason: `The route refuses the key with ${answer.status}.` } }
    }
    if (answer.kind !== 'page') return { state, stop: answer }
    const { page } = answer
    state = addPage(state, page)
    await options.saveState(state)
    options.onPage(page, state, answer.shopCount)
    // The next page would be refused as this one was.
    if (isRefusedWhole(page)) return { state, stop: { kind: 'refused', reason: page.next } }
    quotaWaits = isOverQuota(page) ? quotaWaits + 1 : 0
    if (quotaWaits === 0 || quotaWaits > quotaWaitsMax) continue
    if (!(await options.waitForQuota())) return { state, stop: { kind: 'interrupted' } }
    waiting.unshift(offset)
  }
}

// In a row. A quota that stays used up ends the run with failures, and not never.
const quotaWaitsMax = 3

/** The page waited as long as a page may. Without a longer wait all that follow would fail the same. */
function isOverQuota({ failures }: BackfillPage): boolean {
  return failures.some(({ stage, status }) => stage === 'identify' && status === 429)
}

const refusedPageShopsMin = 20

function isRefusedWhole({ processed, failed, failures }: BackfillPage): boolean {
  const [first] = failures
  if (first === undefined || failed < processed || processed < refusedPageShopsMin) return false
  const isSame = failures.every(({ stage, status }) => stage === first.stage && status === first.status)
  return isSame && (first.status === 401 || first.status === 403)
}
