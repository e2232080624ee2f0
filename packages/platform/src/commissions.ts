export { type CommissionRecord, findCommission } from './commissions/find-commission.ts'
export type { CommissionRow } from './commissions/list.ts'
export { postAllIn } from './posting/post-shop.ts'
