export { type Balance, listBalances } from './balances/list-balances.ts'
