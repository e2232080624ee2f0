import { parseNano } from '@affiliate-platform/commission-engine'

/** An exact decimal of the database in billionths. */
export function toNano(decimal: string): bigint {
  const nano = parseNano(decimal)
  if (nano === undefined)
    throw new RangeError(`The database has an amount that is not exact to 9 places: ${decimal}`)
  return nano
}
