export { type CommissionRecord, findCommission, listCommissions } from './commissions/read-commissions.ts'
export { postAllIn } from './posting/post-shop.ts'
