export {
  type BalancesAt,
  type BalancesAtFilter,
  type BookedBalance,
  listBalancesAt,
} from './balances/balances-at.ts'
export {
  type ExplainedBalance,
  explainBalance,
  type OpenPart,
  type UnpaidPayout,
} from './balances/explain-balance.ts'
export { type Balance, listBalances } from './balances/list-balances.ts'
export { type MemberStatement, readStatement } from './balances/statement.ts'
export type { StatementFilter, StatementLine } from './balances/statement-line.ts'
export { type MoneyPlaces, sumBalances, toPlaces } from './balances/sum-balances.ts'
