import type { PageFacts } from '../../lib/pages/build-page.ts'
import type { PageCall, PageResponse } from './call-page.ts'
import type { RunKind } from './run-kind.ts'
import { addPage, countShops, findNextOffset, listPages, type RunState } from './state.ts'

/** How a run ended, and what it has reached. */
export interface RunEnding {
  readonly state: RunState
  readonly stop:
    | { readonly kind: 'complete' | 'interrupted' }
    | { readonly kind: 'rejected' | 'unreachable'; readonly reason: string }
}

export interface DriverOptions {
  readonly kind: RunKind
  readonly state: RunState
  /** Whether the shops that failed are repeated first. */
  readonly retriesFailed: boolean
  readonly callPage: (call: PageCall) => Promise<PageResponse>
  /** Must have stored the state when it resolves. */
  readonly saveState: (state: RunState) => Promise<void>
  /** Waits until the service's quota must be free again; false when that was interrupted. */
  readonly waitForQuota: () => Promise<boolean>
  readonly onPage: (page: PageFacts, state: RunState, shopCount: number | undefined) => void
}

/**
 * Drives the route page by page. The state is saved after every page: whatever ends this, a page is either in it
 * with its whole response, or will be asked for again.
 */
export async function drivePages(options: DriverOptions): Promise<RunEnding> {
  let { state } = options
  const { kind } = options
  const failedPages = options.retriesFailed
    ? listPages(state).filter(({ failures }) => failures.length > 0)
    : []
  const waiting = failedPages.map((page) => toRetry(page))
  let quotaWaits = 0
  for (;;) {
    const call = waiting.shift() ?? findNextPage(state)
    if (call === undefined) return { state, stop: { kind: 'complete' } }
    const response = await options.callPage(call)
    if (response.kind !== 'page') return { state, stop: response }
    const { page, notBegun } = response
    state = addPage(state, page, call.shops)
    await options.saveState(state)
    options.onPage(page, state, response.shopCount)
    // The next page would be rejected as this one was.
    if (kind.isHarmful?.(page) || isRejectedWhole(page))
      return { state, stop: { kind: 'rejected', reason: page.next } }
    quotaWaits = isOverQuota(page, kind) ? quotaWaits + 1 : 0
    if (quotaWaits > quotaWaitsMax) continue
    if (quotaWaits > 0) {
      if (!(await options.waitForQuota())) return { state, stop: { kind: 'interrupted' } }
      waiting.unshift(toRetry(page))
    } else if (notBegun > 0 && notBegun < countShops(page)) {
      // At least one shop was begun: each repetition has fewer, and so there is an end.
      waiting.unshift(toRetry(page, notBegun))
    }
  }
}

/** D40: the shops that a page had no time for are the first of its failures, and come first again. */
function toRetry({ offset, failures }: PageFacts, shopsMax?: number): PageCall {
  return { offset, shops: failures.slice(0, shopsMax).map(({ domain }) => domain) }
}

function findNextPage(state: RunState): PageCall | undefined {
  const offset = findNextOffset(state)
  return offset === undefined ? undefined : { offset }
}

// In a row. A quota that stays used up ends the run with failures, and not never.
const quotaWaitsMax = 3

/** The page waited as long as a page may. Without a longer wait all that follow would fail the same. */
function isOverQuota({ failures }: PageFacts, { quotaStage }: RunKind): boolean {
  return failures.some(({ stage, status }) => stage === quotaStage && status === 429)
}

const rejectedPageShopsMin = 20

function isRejectedWhole(page: PageFacts): boolean {
  const { failures } = page
  const [first] = failures
  const shops = countShops(page)
  if (first === undefined || failures.length < shops || shops < rejectedPageShopsMin) return false
  const isSame = failures.every(({ stage, status }) => stage === first.stage && status === first.status)
  return isSame && (first.status === 401 || first.status === 403)
}
