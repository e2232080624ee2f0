/**
 * A list within a record: its first entries, and how many there are.
 *
 * @example const isWhole = (lines: BoundedList<PayoutLine>) => lines.items.length === lines.total
 */
export interface BoundedList<Entry> {
  /** At most 1,000 entries. */
  readonly items: readonly Entry[]
  /** How many entries there are, those beyond `items` included. */
  readonly total: number
}
