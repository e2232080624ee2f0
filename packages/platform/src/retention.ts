export { deleteOldIdempotencyRecords } from './retention/delete-idempotency-records.ts'
export { startRetention } from './retention/start-retention.ts'
