export { type MoneyDifference, verifyMoney } from './verify-money/verify-money.ts'
