export { type FirstReceiptQuery, findFirstReceipt } from './receipts/first-receipt.ts'
export { listReceipts } from './receipts/list-receipts.ts'
