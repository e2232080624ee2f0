export { type CommissionRecord, findCommission, listCommissions } from './commissions/read-commissions.ts'
export type { Posting } from './posting/post-rows.ts'
export { postAllIn, postShop } from './posting/post-shop.ts'
export type { ShopKey } from './posting/read-shop.ts'
