export type {
  Collection,
  CollectionKind,
  SalesPage,
  SetAsideReason,
  SetAsideRow,
} from './sales/collection.ts'
export { type ConnectionCheck, connectSales, type NewConnection } from './sales/feed/connect-sales.ts'
export type { InstallImport } from './sales/feed/import-installs.ts'
export type { PartnerAccess } from './sales/feed/partner-access.ts'
export type { PassReport } from './sales/feed/pass-report.ts'
export { runSalesPass, type SalesPass } from './sales/feed/run-pass.ts'
export { SaleFeedError, type SaleFeedErrorCode } from './sales/feed/sale-feed-error.ts'
export { readSalesStatus, type SalesStatus } from './sales/feed/sales-status.ts'
export { type SalesSchedule, startSalesSchedule } from './sales/feed/schedule.ts'
export {
  type ImportCounts,
  type ImportReport,
  importSales,
  OtherSourceError,
} from './sales/import-sales.ts'
export { listSetAside, type SetAsideRecord } from './sales/list-set-aside.ts'
export { type Clock, systemClock } from './sales/partner-api/clock.ts'
export { PartnerApiError, type PartnerApiErrorCode } from './sales/partner-api/partner-api-error.ts'
export {
  createPartnerClient,
  type PartnerClient,
  type PartnerClientOptions,
} from './sales/partner-api/partner-client.ts'
export {
  createRequestPace,
  partnerRequestSpacingMs,
  type RequestPace,
} from './sales/partner-api/request-pace.ts'
export {
  type AppEventPage,
  type AppEventWalk,
  walkAppEvents,
} from './sales/partner-api/walk-app-events.ts'
export {
  type TransactionPage,
  type TransactionWalk,
  walkTransactions,
} from './sales/partner-api/walk-transactions.ts'
export { buildPassWindow, type PassKind, type PassWindow } from './sales/pass-window.ts'
export { type PayoutCsvRow, readPayoutCsv } from './sales/payout-csv.ts'
export {
  type DayDifference,
  type PayoutCsvReconciliation,
  reconcilePayoutCsv,
} from './sales/reconcile/reconcile-payout-csv.ts'
export {
  type PlatformReconciliation,
  type RowDifference,
  reconcileWithPlatform,
} from './sales/reconcile/reconcile-platform.ts'
export type { ReconciledSum, SideSum } from './sales/reconcile/reconciled-sums.ts'
export { readSalesFile, type SalesFilePage } from './sales/sales-file.ts'
export { SalesFileError } from './sales/sales-file-error.ts'
export type { SaleSource } from './sales/store/sources.ts'
