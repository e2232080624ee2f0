export { type ConnectionCheck, connectSales } from './sales/feed/connect-sales.ts'
export type { PartnerAccess } from './sales/feed/partner-access.ts'
export type { PassReport } from './sales/feed/pass-report.ts'
export { runSalesPass, type SalesPass } from './sales/feed/run-pass.ts'
export { SaleFeedError } from './sales/feed/sale-feed-error.ts'
export { readSalesStatus, type SalesStatus } from './sales/feed/sales-status.ts'
export { startSalesSchedule } from './sales/feed/schedule.ts'
export { type ImportCounts, type ImportReport, OtherSourceError } from './sales/import-sales.ts'
export { importSalesFile, type SalesFileOrder, type SalesFileReport } from './sales/import-sales-file.ts'
export { listSetAside } from './sales/list-set-aside.ts'
export { PartnerApiError } from './sales/partner-api/partner-api-error.ts'
export { createPartnerClient, type PartnerClientOptions } from './sales/partner-api/partner-client.ts'
export { type AppEventWalk, walkAppEvents } from './sales/partner-api/walk-app-events.ts'
export {
  type TransactionPage,
  type TransactionWalk,
  walkTransactions,
} from './sales/partner-api/walk-transactions.ts'
export { type PayoutCsvRow, readPayoutCsv } from './sales/payout-csv.ts'
export { type PayoutCsvReconciliation, reconcilePayoutCsv } from './sales/reconcile/reconcile-payout-csv.ts'
export { type PlatformReconciliation, reconcileWithPlatform } from './sales/reconcile/reconcile-platform.ts'
export { readSalesFile, type SalesFileSurvey, surveySalesFile } from './sales/sales-file.ts'
export { SalesFileError } from './sales/sales-file-error.ts'
