export { listReceipts } from './receipts/list-receipts.ts'
