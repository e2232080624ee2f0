/**
 * Moves an instant by calendar months in UTC (interface 2.2, `durationMonths`). The day is that of the given instant, or
 * the month's last one where the month is shorter; the time of day stays. Count from the original instant always:
 * from 31 January, one month and one more is 28 March, but two months are 31 March.
 *
 * @param instantMs - milliseconds since 1970
 * @param months - a whole number, 0 or more
 *
 * @example
 * ```ts
 * addMonths(Date.parse('2026-01-31T10:00:00Z'), 1) // 2026-02-28T10:00:00Z
 * ```
 */
export function addMonths(instantMs: number, months: number): number {
  const start = new Date(instantMs)
  const year = start.getUTCFullYear()
  const month = start.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const moved = new Date(instantMs)
  moved.setUTCFullYear(year, month, Math.min(start.getUTCDate(), lastDay))
  return moved.getTime()
}
