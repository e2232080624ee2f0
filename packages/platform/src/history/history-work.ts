import type { Database } from '../database/statements/database.ts'
import type { HistoryReport } from './history-report.ts'
import type { InBatch } from './in-batch.ts'
import type { HistoryStep } from './steps.ts'
import type { HistoryScope } from './store.ts'

/** How far an import is: rows of a step that are done. */
export interface HistoryProgress {
  readonly step: HistoryStep
  readonly done: number
}

/** An import at work. */
export interface HistoryWork {
  readonly database: Database
  readonly inBatch: InBatch
  readonly scope: HistoryScope
  readonly report: HistoryReport
  readonly tell: (progress: HistoryProgress) => void
}
