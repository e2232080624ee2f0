import { analyzeChanged } from '../database/embedded/analyze.ts'
import type { Transaction } from '../database/statements/database.ts'
import { clearRows } from './clear-rows.ts'
import type { HistoryKind } from './history-row.ts'
import type { HistoryWork } from './history-work.ts'
import { setProgramTerms } from './set-program-terms.ts'
import type { HistoryStep, historySteps } from './steps.ts'
import { advance, type HistoryScope } from './store.ts'
import { takeClaims } from './take-claims.ts'
import { takeOpen } from './take-commissions.ts'
import { takeCodes, takeMembers, takePrograms } from './take-members.ts'
import { takePayouts } from './take-payouts.ts'
import { takeReferrals } from './take-referrals.ts'
import { listTaken, type TakenRow } from './taken-rows.ts'

const rowsPerBatch = 1000
const linesPerBatch = 3000

/** Does a step from where it was cut off. Each of its batches is there or not, and says so. */
export async function takeStep(
  work: HistoryWork,
  step: (typeof historySteps)[number],
  after: string,
): Promise<void> {
  switch (step) {
    case 'stage':
    case 'judge':
      return
    case 'programs':
      await takeAll(work, { step, kind: 'program', take: takePrograms }, after)
      return await setProgramTerms(work, rowsPerBatch)
    case 'members':
      return await takeAll(work, { step, kind: 'member', take: takeMembers }, after)
    case 'codes':
      return await takeAll(work, { step, kind: 'code', take: takeCodes }, after)
    case 'referrals':
      return await takeAll(work, { step, kind: 'referral', take: takeReferrals, withKnown: true }, after)
    case 'claims':
      return await takeAll(work, { step, kind: 'claim', take: takeClaims, withKnown: true }, after)
    case 'payouts':
      return await takeAll(work, { step, kind: 'payout', take: takePayouts }, after)
    case 'commissions':
      return await takeAllOpen(work, after)
    case 'clear':
      return await clearRows(work, after)
  }
}

interface Taking {
  readonly step: HistoryStep
  readonly kind: HistoryKind
  readonly take: (tx: Transaction, scope: HistoryScope, rows: readonly TakenRow[]) => Promise<void>
  /** Whether rows that were imported before may say something new. */
  readonly withKnown?: boolean
}

async function takeAll(
  work: HistoryWork,
  { step, kind, take, withKnown = false }: Taking,
  from: string,
): Promise<void> {
  const { inBatch, scope, tell } = work
  const analyze = analyzeAsItGrows(work)
  let done = 0
  for (let after = from; ; ) {
    const rows = await inBatch(async (tx) => {
      const next = cut(await listTaken(tx, scope, { kind, after, limit: rowsPerBatch }))
      const some = withKnown ? next : next.filter(({ isKnown }) => !isKnown)
      if (some.length > 0) await take(tx, scope, some)
      await advance(tx, scope, { step, after: next.at(-1)?.sourceId ?? after, report: null })
      return next
    })
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.sourceId
    done += rows.length
    tell({ step, done })
    await analyze(done)
  }
}

/** To the planner a table that has just been filled is empty: it is told when there is twice as much. */
function analyzeAsItGrows({ database }: HistoryWork): (done: number) => Promise<void> {
  let next = 1
  return async (done) => {
    if (done < next) return
    next = done * 2
    await analyzeChanged(database)
  }
}

/** A payout is written with all of its commissions: as many payouts as have some thousand of them. */
function cut(rows: readonly TakenRow[]): readonly TakenRow[] {
  let lines = 0
  const end = rows.findIndex(({ lineCount }) => {
    lines += lineCount
    return lines >= linesPerBatch
  })
  return end === -1 ? rows : rows.slice(0, end + 1)
}

async function takeAllOpen(work: HistoryWork, from: string): Promise<void> {
  const { inBatch, scope, tell } = work
  const analyze = analyzeAsItGrows(work)
  let done = 0
  for (let after = Number(from); ; ) {
    const taken = await inBatch(async (tx) => {
      const some = await takeOpen(tx, scope, { after, limit: rowsPerBatch })
      await advance(tx, scope, { step: 'commissions', after: `${some?.last ?? after}`, report: null })
      return some
    })
    if (taken === undefined) return
    after = taken.last
    done += taken.done
    tell({ step: 'commissions', done })
    await analyze(done)
  }
}
