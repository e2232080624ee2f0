export type { Posting } from './commissions/post-rows.ts'
export { postAllIn, postShop } from './commissions/post-shop.ts'
export { type CommissionRecord, findCommission, listCommissions } from './commissions/read-commissions.ts'
export type { ShopKey } from './commissions/read-shop.ts'
