import type { ShopFailure } from './page-options.ts'

/** What became of one shop: what it is counted as, or how it failed. */
export type ShopOutcome<Count extends string, Stage extends string> = Count | ShopFailure<Stage>

/** How all shops fail, where going on makes no sense. */
export type SharedFault<Stage extends string> = Pick<ShopFailure<Stage>, 'stage' | 'status'>

/** The shops of a page, and what to do with each. */
export interface ShopsRun<Count extends string, Stage extends string> {
  readonly domains: readonly string[]
  /** Shops at a time. */
  readonly concurrency: number
  /** Whether another shop may be begun. */
  readonly hasTime: () => boolean
  /** The stage that a shop fails at which was not begun. */
  readonly firstStage: Stage
  /** Must never reject. Undefined: the page has no time left for it. */
  readonly runShop: (domain: string) => Promise<ShopOutcome<Count, Stage> | undefined>
  /** Finds in what became of the shops so far a reason to stop. */
  readonly findFault: (outcomes: readonly ShopOutcome<Count, Stage>[]) => SharedFault<Stage> | undefined
  readonly report: (domain: string, outcome: ShopOutcome<Count, Stage>) => void
}

/** What became of the shops of a page. */
export interface ShopsResult<Count extends string, Stage extends string> {
  readonly count: (name: Count) => number
  /** Those that were not begun come first. */
  readonly failures: readonly ShopFailure<Stage>[]
  readonly notBegun: number
  /** Why the page stopped early, if it did. */
  readonly fault: SharedFault<Stage> | undefined
}

/** Runs shops, so many at a time. */
export async function runShops<Count extends string, Stage extends string>(
  run: ShopsRun<Count, Stage>,
): Promise<ShopsResult<Count, Stage>> {
  const outcomes: ShopOutcome<Count, Stage>[] = []
  const notBegun: ShopFailure<Stage>[] = []
  // One iterator for all workers: each takes the next shop.
  const waiting = run.domains.values()
  let fault: SharedFault<Stage> | undefined
  const runNext = async (domain: string): Promise<ShopOutcome<Count, Stage>> => {
    const begun = run.hasTime() ? run.runShop : () => undefined
    const outcome = fault ? { domain, ...fault } : await begun(domain)
    if (outcome === undefined) {
      // D40: a page that has no time left responds, and its retry begins with these.
      const failure = { domain, stage: run.firstStage, status: null }
      notBegun.push(failure)
      return failure
    }
    outcomes.push(outcome)
    fault ??= run.findFault(outcomes)
    return outcome
  }
  const work = async () => {
    for (const domain of waiting) run.report(domain, await runNext(domain))
  }
  await Promise.all(Array.from({ length: run.concurrency }, work))
  return {
    count: (name) => outcomes.filter((outcome) => outcome === name).length,
    failures: [...notBegun, ...outcomes.filter((outcome) => typeof outcome !== 'string')],
    notBegun: notBegun.length,
    fault,
  }
}

// So many shops rejected the same way, and none that was not, are no coincidence.
const sameRejectionsMin = 20

/** D40: a page stops early where every shop is rejected the same way, by a wrong key or an allowlist. */
export function findSharedRejection<Stage extends string>(
  failures: readonly ShopFailure<Stage>[],
): SharedFault<Stage> | undefined {
  const [first, ...others] = failures
  if (first === undefined || others.length < sameRejectionsMin - 1) return undefined
  const { stage, status } = first
  const isShared = others.every((other) => other.stage === stage && other.status === status)
  return isShared && (status === 401 || status === 403) ? { stage, status } : undefined
}
