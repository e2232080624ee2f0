import { limits, type Section } from '@affiliate-platform/contract'
import { timeSql } from '../database/time.ts'
import {
  createPageStatements,
  type FilterColumns,
  fixedValueCount,
  matchesSearch,
  type PageFilter,
  toConditions,
} from './page-filters.ts'
import type { SectionStatements } from './read-page.ts'

/** How the records of a section lie in the database; each is called `record` in SQL. */
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
  /** What each filter beside `programId` and `status` is compared with. */
  readonly filters?: FilterColumns
  /** The names that `search` looks through beside the program's. */
  readonly searched?: readonly string[]
}

/** The statements of a section that has its records in a table of their own. */
export function createRecordStatements(section: Section, sql: RecordSql): SectionStatements {
  const findStatement = createPageStatements(section.name, (filters) => toText(sql, filters))
  return { section, findStatement, isTimed: true }
}

const timePlace = fixedValueCount + 1

/**
 * The newest records of one index range. Their limit is a constant, the most that any page needs: a plan made before
 * the limit is known would reckon with a tenth of the table, and might sort it.
 */
function toText(sql: RecordSql, filters: readonly PageFilter[]): string {
  const { table, programId, time = 'created_at', columns = [], status, filters: further, searched = [] } = sql
  // Looked up row by row: a join may be planned as one that loses the order, and then needs a sort.
  const programName = `(select name from programs where workspace_id = $1 and id = ${programId})`
  const own = [
    'record.id',
    `${programId} as program_id`,
    `${programName} as name`,
    'state.status',
    `record.${time} as created_at`,
  ]
  const isSearch = filters.includes('search')
  return `
    select page.*, round(date_part('epoch', page.created_at) * 1000) as created_at_ms
    from (
      select ${[...own, ...columns].join(', ')}
      from ${table} record
        cross join (select ${timeSql(timePlace)} as now) clock
        cross join lateral (select ${status} as status) state
      where record.workspace_id = $1 and record.app_id = $2
        and (record.${time}, record.id) < ($3::timestamptz, $4::uuid) and record.${time} >= $5::timestamptz
        ${toConditions(filters, { ...further, programId, status: 'state.status' }, timePlace)}
        ${isSearch ? `and ${matchesSearch([programName, ...searched], timePlace + filters.length)}` : ''}
      order by record.${time} desc, record.id desc
      limit ${limits.pageRowsMax + 1}
    ) page
    order by page.created_at desc, page.id desc
    limit $6`
}
