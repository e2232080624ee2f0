import type { ListOperation } from '@affiliate-platform/contract'
import { type FilterColumns, type ListFilter, type PageFilter, pageFilters } from './page-filters.ts'

/**
 * How the records of a list lie in the database; each is called `record` in SQL. Its table has an index of
 * (workspace, app, time, id) for the plain list, and one of (workspace, column, time, id) for each filter by a column that
 * is not unique. A text and its app are one key there (D270).
 */
export interface RecordSql {
  readonly table: string
  /** The program of a record, whose name every row shows and every search looks through. */
  readonly programId: string
  /** The column of the time that orders the list and that `from` and `to` compare; `created_at` where it is absent. */
  readonly time?: string
  /** The columns of the row beside `id`, `program_id`, `name` (the program's), `status` and `created_at_ms`. */
  readonly columns?: readonly string[]
  /** The state of a record at `clock.now`: one expression for the row and the filter. */
  readonly status: string
  /** How many records a page checks at most where it looks up the state of each. Default 50. */
  readonly checkedByState?: number
  /** Whether an index holds the state, as the same expression. One that changes with time has none. */
  readonly isStatusIndexed?: boolean
  /** Whether no filter has an index: pages are read along the time alone. */
  readonly isReadByTime?: boolean
  /** What each filter beside `programId` and `status` is compared with. */
  readonly filters?: FilterColumns
  /** The names that `search` looks through beside the program's. */
  readonly searched?: readonly string[]
  /** The membership, and the referral if it has one, by whose name or domain an index finds the record. */
  readonly foundBy?: { readonly member: string; readonly referral?: string }
}

/** What the statements of a list follow from. */
export interface ListedRecords extends Pick<ListOperation, 'name' | 'statuses'> {
  readonly filters: readonly (ListOperation['filters'][number] | PageFilter)[]
}

/** The filters of a list by its records' columns, in the order of their values. */
export function toListFilters(
  { name: list, filters }: ListedRecords,
  { programId, status, isStatusIndexed = false, isReadByTime = false, filters: further }: RecordSql,
): readonly ListFilter[] {
  const columns: FilterColumns = { ...further, programId, status }
  return pageFilters
    .filter((name) => filters.includes(name))
    .map((name) => {
      const column = columns[name]
      if (column === undefined) throw new Error(`The records of ${list} have no column for ${name}.`)
      const isIndexed = !isReadByTime && (name !== 'status' || isStatusIndexed)
      return { name, column, ...toComparison(name), isIndexed }
    })
}

function toComparison(name: PageFilter): Pick<ListFilter, 'type' | 'compare'> {
  if (name === 'accruedFrom') return { type: 'timestamptz', compare: (value) => `>= ${value}` }
  if (name === 'accruedTo') return { type: 'timestamptz', compare: (value) => `< ${value}` }
  if (name === 'lineOf') return { type: 'uuid', compare: isLineOf }
  return { type: name.endsWith('Id') ? 'uuid' : 'text', compare: (value) => `= ${value}` }
}

// An array leaves the planner one plan: each line is looked up by its id.
const isLineOf = (payoutId: string): string =>
  `= any (array(select commission_id from payout_commissions where workspace_id = $1 and payout_id = ${payoutId}))`

/** The time of a record, as SQL. */
export const toTime = ({ time = 'created_at' }: RecordSql): string => `record.${time}`

/** The name of a record's member as SQL, looked up row by row as `programNameSql`. */
export const memberNameSql = (membershipId: string): string =>
  `(select member_name from memberships where workspace_id = $1 and id = ${membershipId})`
