export type { MoneyDifference } from './verify-money/verified-ledger.ts'
export { type MoneyProgress, verifyMoney } from './verify-money/verify-money.ts'
