export type {
  HistoryChange,
  HistoryCount,
  HistoryReport,
  RoundedRow,
  SetAside,
} from './history/history-report.ts'
export { HistoryError, type HistoryReason, historyReasons } from './history/history-row.ts'
export type { HistoryProgress } from './history/history-work.ts'
export { importMantle, type MantleOrder } from './history/import-mantle.ts'
export { importPartnerdex, type PartnerdexOrder } from './history/import-partnerdex.ts'
export { type ListedImport, listHistoryImports } from './history/list-imports.ts'
export { type HistorySetAsideRow, listHistorySetAside } from './history/list-set-aside.ts'
export { type CsvColumns, csvColumnsSchema } from './history/mantle/columns.ts'
export type { ExportFolder } from './history/mantle/export-folder.ts'
export { partnerdexFile, partnerdexLog, withPartnerdex } from './history/partnerdex/open-partnerdex.ts'
export type { PartnerdexDatabase } from './history/partnerdex/read-tables.ts'
export { readHistoryReport } from './history/read-report.ts'
export type { HistoryImport } from './history/run-import.ts'
export { dependentTexts } from './history/undo/dependents.ts'
export { type HistoryUndo, type HistoryUndoing, undoHistory } from './history/undo/undo-history.ts'
export { deleteUpload, openUpload, savePiece } from './history/uploads.ts'
