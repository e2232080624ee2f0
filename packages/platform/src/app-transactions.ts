export { linkRefund, type RefundLink, type RefundLinking } from './app-transactions/link-refund.ts'
export { listAppTransactions } from './app-transactions/list-app-transactions.ts'
export { listRefundLinks, type RefundLinkRecord } from './app-transactions/list-refund-links.ts'
