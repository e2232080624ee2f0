export { type MoneyDifference, type MoneyVerification, verifyMoney } from './verify-money/verify-money.ts'
