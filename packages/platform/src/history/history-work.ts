import type { Database, Transaction } from '../database/statements/database.ts'
import type { HistoryReport } from './history-report.ts'
import type { HistoryStep } from './steps.ts'
import type { HistoryScope } from './store.ts'

/** How far an import is: rows of a step that are done. */
export interface HistoryTold {
  readonly step: HistoryStep
  readonly done: number
}

/** Runs something in a transaction of the import. */
export type InBatch = <T>(run: (tx: Transaction) => Promise<T>) => Promise<T>

/** An import at work. */
export interface HistoryWork {
  readonly database: Database
  readonly inBatch: InBatch
  readonly scope: HistoryScope
  readonly report: HistoryReport
  readonly tell: (told: HistoryTold) => void
}
