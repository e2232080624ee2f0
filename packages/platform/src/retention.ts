export { deleteOldIdempotencyRecords } from './retention/delete-idempotency-records.ts'
export { deleteUnusedQuotaWindows } from './retention/delete-quota-windows.ts'
export { deleteOldReceipts } from './retention/delete-receipts.ts'
export { startRetention } from './retention/start-retention.ts'
