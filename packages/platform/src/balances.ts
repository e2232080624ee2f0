export {
  type BalancesAt,
  type BalancesAtFilter,
  type BookedBalance,
  listBalancesAt,
} from './balances/balances-at.ts'
export { type Balance, listBalances } from './balances/list-balances.ts'
export { type MoneyPlaces, sumBalances, toPlaces } from './balances/sum-balances.ts'
