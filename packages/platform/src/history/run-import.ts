import { analyzeChanged } from '../database/embedded/analyze.ts'
import { allowTime } from '../database/statements/at-length.ts'
import type { Database, Transaction } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { planAnew } from '../database/statements/plan-anew.ts'
import { tryOut } from '../database/statements/try-out.ts'
import { findLatestPaid } from './find-latest-paid.ts'
import type { HistoryReport } from './history-report.ts'
import { HistoryError, type HistoryRow } from './history-row.ts'
import type { HistoryProgress } from './history-work.ts'
import { holdBatches, type InBatch } from './in-batch.ts'
import { judgeRows } from './judge-rows.ts'
import { makeReport } from './make-report.ts'
import type { UnknownFields } from './mantle/unknown-fields.ts'
import { inBatches, stageRows } from './stage-rows.ts'
import { historySteps } from './steps.ts'
import {
  advance,
  findImport,
  type HistoryCheckpoint,
  type HistoryOrder,
  type HistoryScope,
  insertHistoryImport,
  takeCheckpoint,
} from './store.ts'
import { takeStep } from './take-step.ts'

/** What an import did, or would do. */
export interface HistoryImport {
  /** Null where nothing was imported. */
  readonly importId: string | null
  /** Whether the same was complete before. */
  readonly isKnown: boolean
  readonly report: HistoryReport
}

/** How one source is imported. */
export interface HistoryPlan extends Pick<HistoryReport, 'currency' | 'missingFiles'> {
  readonly order: HistoryOrder
  /** Counted while it is read. */
  readonly unknownFields: UnknownFields
  /** Begins to read. */
  readonly readRows: () => AsyncIterable<HistoryRow>
  readonly isDryRun: boolean
  readonly onProgress: (progress: HistoryProgress) => void
}

/** Imports what a source says: first all of it is written down and judged, and only then taken. */
export async function runImport(database: Database, plan: HistoryPlan): Promise<HistoryImport> {
  const { order, isDryRun } = plan
  const found = await findImport(database, order)
  if (found?.report) return { importId: found.id, isKnown: true, report: found.report }
  if (isDryRun) return { importId: null, isKnown: false, report: await judgeOnly(database, plan) }
  const holder = newId()
  const { scope, progress } = await begin(database, plan, holder)
  const inBatch = holdBatches(database, scope, holder)
  let { after, report } = progress
  let step = historySteps.find((next) => next === progress.step) ?? 'stage'
  if (step === 'stage') {
    report = await stageAndJudge(database, inBatch, { scope, plan, after })
    step = 'programs'
    after = ''
  }
  if (report === null) throw new Error('What was judged has a report.')
  for (const next of historySteps.slice(historySteps.indexOf(step))) {
    await takeStep({ database, inBatch, scope, report, tell: plan.onProgress }, next, after)
    after = ''
  }
  return { importId: scope.importId, isKnown: false, report }
}

/** Begins an import, or goes on with the one that was cut off. */
async function begin(
  database: Database,
  { order }: HistoryPlan,
  holder: string,
): Promise<{ readonly scope: HistoryScope; readonly progress: HistoryCheckpoint }> {
  return await database.transaction(async (tx) => {
    await allowTime(tx)
    const importId = (await findImport(tx, order))?.id ?? (await insertHistoryImport(tx, order))
    const scope = { ...order, importId }
    const progress = await takeCheckpoint(tx, scope, { holder, step: 'stage' })
    if (progress !== undefined) return { scope, progress }
    throw new HistoryError(
      'Another import of this app, or undoing one, is not complete. Run that again first, with the same flags.',
    )
  })
}

interface Staging {
  readonly scope: HistoryScope
  readonly plan: HistoryPlan
  /** How many rows are written down; nothing at the beginning. */
  readonly after: string
}

async function stageAndJudge(database: Database, inBatch: InBatch, staging: Staging): Promise<HistoryReport> {
  const { scope, plan } = staging
  await stage(inBatch, staging)
  await analyzeChanged(database)
  return await inBatch(async (tx) => {
    const report = await judge(tx, scope, plan)
    await advance(tx, scope, { step: 'programs', after: '', report })
    return report
  })
}

// The same bytes are the same rows: those that are written down are only read again.
async function stage(inBatch: InBatch, { scope, plan, after }: Staging): Promise<void> {
  let done = 0
  for await (const rows of inBatches(plan.readRows())) {
    done += rows.length
    if (done <= Number(after)) continue
    await inBatch(async (tx) => {
      await stageRows(tx, scope, rows)
      await advance(tx, scope, { step: 'stage', after: `${done}`, report: null })
    })
    plan.onProgress({ step: 'stage', done })
  }
}

async function judge(tx: Transaction, scope: HistoryScope, plan: HistoryPlan): Promise<HistoryReport> {
  plan.onProgress({ step: 'judge', done: 0 })
  await judgeRows(tx, scope)
  const latest = await findLatestPaid(tx, scope)
  if (latest !== null && latest >= scope.cutOverAt) {
    throw new HistoryError(
      `Commissions were paid there for sales up to ${latest.toISOString()}: from the cut-over on, they would be earned here again. Choose a later one.`,
    )
  }
  return await makeReport(tx, scope, { ...plan, unknownFields: plan.unknownFields.list() })
}

const judgeOnly = (database: Database, plan: HistoryPlan): Promise<HistoryReport> =>
  tryOut(database, async (tx) => {
    await Promise.all([planAnew(tx), allowTime(tx)])
    const scope = { ...plan.order, importId: await insertHistoryImport(tx, plan.order) }
    await stage((run) => run(tx), { scope, plan, after: '' })
    return await judge(tx, scope, plan)
  })
