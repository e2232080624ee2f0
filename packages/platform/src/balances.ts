export { type Balance, type BalancesFilter, listBalances } from './balances/list-balances.ts'
