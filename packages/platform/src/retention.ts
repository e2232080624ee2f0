export { deleteOldIdempotencyRecords } from './retention/delete-idempotency-records.ts'
export { deleteOldReceipts } from './retention/delete-receipts.ts'
export { startRetention } from './retention/start-retention.ts'
