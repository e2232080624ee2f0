export { type FirstReceiptQuery, findFirstReceipt } from './receipts/first-receipt.ts'
export { listReceipts, listShopReceipts } from './receipts/list-receipts.ts'
