export { linkRefund, type RefundLink, type RefundLinking } from './collections/link-refund.ts'
export { listCollections } from './collections/list-collections.ts'
export { listRefundLinks, type RefundLinkRecord } from './collections/list-refund-links.ts'
