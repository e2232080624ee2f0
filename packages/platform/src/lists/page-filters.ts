import type { ListQuery } from '@affiliate-platform/contract'
import { foldCase } from '../database/statements/fold-case.ts'

/** Every filter of a list that is a column or an expression of its records, in the order of the values. */
export const pageFilters = [
  ...(['programId', 'groupId', 'membershipId', 'payoutId', 'currency', 'status'] as const),
  ...(['runId', 'referralId', 'lineOf', 'accruedFrom', 'accruedTo'] as const),
] as const

/** A filter that is a column or an expression of a record. `from` and `to` are the range, `search` looks at names. */
export type PageFilter = (typeof pageFilters)[number]

/** The query of a page, with what the interface does not ask for. */
export interface PageQuery extends ListQuery {
  /** Of this payout run. */
  readonly runId?: string
  /** Of this referral. */
  readonly referralId?: string
  /** Lines of this payout, also of a voided one. */
  readonly lineOf?: string
  /** Accrued then or later, where the range of the list is another time's. */
  readonly accruedFrom?: string
  /** Accrued before then, likewise. */
  readonly accruedTo?: string
}

/** What a filter is compared with in SQL, where the list has the filter. */
export type FilterColumns = Partial<Record<PageFilter, string>>

/** A filter of a list, as its statements take it. */
export interface ListFilter {
  readonly name: PageFilter
  /** What it is compared with, as SQL on `record`. */
  readonly column: string
  /** The type of its value, as SQL. */
  readonly type: 'uuid' | 'text' | 'timestamptz'
  /** How it is compared with its value, as SQL. */
  readonly compare: (value: string) => string
  /** Whether an index leads to the newest records of a value. */
  readonly isIndexed: boolean
}

/**
 * The condition that the index of a filter serves, and no other index: with a second one that might, the planner takes
 * either, by what it believes of the value (D270).
 */
export function toKeyCondition({ column, type, compare }: ListFilter, value: string): string {
  return type === 'uuid'
    ? `${column} ${compare(`${value}::uuid`)}`
    : `record.app_id::text || ${column} = ($2::uuid::text || ${value}::text) collate "C"`
}

/** No id is before it. */
export const smallestId = '00000000-0000-0000-0000-000000000000'

/** Whether one of several names holds the text of a parameter, whatever the letter case. */
export function matchesSearch(names: readonly string[], parameter: number): string {
  // A query of its own, which is run once: as an expression, a kept plan would fold the text again for every name.
  const search = `(select ${foldCase(`$${parameter}`)})`
  // Literal by nature, where `like` needs escapes.
  const matches = names.map((name) => `strpos(${foldCase(name)}, ${search}) > 0`)
  return `(${matches.join(' or ')})`
}
