import { formatSum } from './signed-money.ts'

/**
 * A record as a person reads it: each amount in minor units, such as `unpaidMinor: '4000'`, becomes money, such as
 * `unpaid: '40.00 EUR'`.
 */
export function toMoneyColumns(record: object, currency: string): object {
  const members: readonly [string, unknown][] = Object.entries(record)
  const columns = members
    .filter(([name]) => name !== 'currency')
    .map(([name, value]) => [
      name.replace(/Minor$/, ''),
      name.endsWith('Minor') && typeof value === 'string' ? formatSum(BigInt(value), currency) : value,
    ])
  return Object.fromEntries(columns)
}
