import { limits } from '@affiliate-platform/contract'
import { timeSql } from '../database/statements/time.ts'
import { programNameSql } from '../records/wire-sql.ts'
import { type ListFilter, matchesSearch, type PageFilter, toKeyCondition } from './page-filters.ts'
import { type RecordSql, toTime } from './record-sql.ts'

export interface PageShape {
  /** Whose index range it is: the whole app's, that of a filter's value, or one for each of what a search has found. */
  readonly drivenBy: 'app' | PageFilter | 'found'
  /** How many records of each range are checked. `undefined`: none needs to be, because all of them match. */
  readonly checkedMax?: number | undefined
}

// Before it stand the workspace, the app, the position (time, id), the earliest time, and the number of rows.
const timePlace = 7
const firstFilter = timePlace + 1

interface PageParts {
  readonly sql: RecordSql
  readonly filters: readonly ListFilter[]
  readonly shape: PageShape
}

/**
 * The text of a page. Every shape has its own, which leaves the planner no choice among the indexes: it knows how many
 * records a value has on average or in all, and not how many there are next.
 *
 * Its values: workspace, app, the position before which the page begins (time, id), the earliest time, the
 * number of rows, the time; then the driving filter's value, if it has one. Where records are checked, not that but every filter's
 * value and the searched text, null where there is none, or else what the search has found: programs, memberships, referrals.
 */
export function toPageText(parts: PageParts): string {
  const { sql, shape } = parts
  const isChecked = shape.checkedMax !== undefined
  const statusPlace = firstFilter + parts.filters.findIndex(({ name }) => name === 'status')
  const columns = [
    'record.id',
    `${sql.programId} as program_id`,
    `${programNameSql(sql.programId)} as name`,
    // What was found by its state is not asked for it again.
    isChecked ? `coalesce($${statusPlace}::text, state.status) as status` : 'state.status',
    ...(sql.columns ?? []),
    `round(date_part('epoch', ${toTime(sql)}) * 1000) as created_at_ms`,
    ...(isChecked ? ['record.is_match', 'record.is_end'] : []),
  ]
  return `
    select ${columns.join(', ')}
    from (${isChecked ? toChecked(parts, shape.checkedMax) : toRange(parts, toDrivingCondition(parts), limits.pageRowsMax + 1)}) record
      ${toState(sql)}
    where record.app_id = $2
    order by ${toTime(sql)} desc, record.id desc
    limit $6`
}

const toState = ({ status }: RecordSql): string => `
      cross join (select ${timeSql(timePlace)} as now) clock
      cross join lateral (select ${status} as status) state`

/**
 * The newest records of one index range. Limits within a page are constants: a plan made before the limit is known would
 * reckon with a tenth of the table, and might sort it.
 *
 * @param condition - what the index leads to
 */
function toRange({ sql }: PageParts, condition: string, rowsMax: number): string {
  return `
      select record.*
      from ${sql.table} record
      where record.workspace_id = $1 and ${condition}
        and (${toTime(sql)}, record.id) < ($3::timestamptz, $4::uuid) and ${toTime(sql)} >= $5::timestamptz
      order by ${toTime(sql)} desc, record.id desc
      limit ${rowsMax}`
}

function toDrivingCondition({ filters, shape: { drivenBy, checkedMax } }: PageParts): string {
  if (drivenBy === 'app') return 'record.app_id = $2'
  const index = filters.findIndex(({ name }) => name === drivenBy)
  const filter = filters[index]
  if (filter === undefined) throw new Error(`The list has no filter ${drivenBy}.`)
  return toKeyCondition(filter, `$${checkedMax === undefined ? firstFilter : firstFilter + index}`)
}

/** The records of the ranges that match, and the last one of each: what lies behind that one is not known. */
function toChecked(parts: PageParts, checkedMax: number): string {
  const { sql, filters, shape } = parts
  const searchPlace = firstFilter + filters.length
  const checks = filters.map(({ name, column, type, compare, isIndexed }, index) => {
    const checked = name === 'status' && !isIndexed ? 'state.status' : column
    return `($${firstFilter + index}::${type} is null or ${checked} ${compare(`$${firstFilter + index}`)})`
  })
  const isFound = shape.drivenBy === 'found' ? 'record.is_first' : toSearchCondition(sql, searchPlace)
  return `
      select * from (
        select record.*, ${[...checks, isFound].join(' and ')} as is_match
        from (${shape.drivenBy === 'found' ? toFoundRanges(parts, checkedMax) : toEndedRange(parts, toDrivingCondition(parts), checkedMax)}) record
          ${toState(sql)}
        -- In order already, so that nothing is checked after the last row. Merged with the rest of the statement, what a
        -- record is found by would be looked up once more for its row.
        order by ${toTime(sql)} desc, record.id desc
        offset 0
      ) record
      where is_match or is_end
      order by ${toTime(sql)} desc, id desc
      limit ${limits.pageRowsMax + 1}`
}

const toEndedRange = (parts: PageParts, condition: string, rowsMax: number): string => `
          select record.*, row_number() over (order by ${toTime(parts.sql)} desc, id desc) = ${rowsMax} as is_end
          from (${toRange(parts, condition, rowsMax)}) record`

/** Whether a record has the text in one of its names, or it has no text to look for. */
function toSearchCondition({ programId, searched = [] }: RecordSql, place: number): string {
  // All programs are looked through at once.
  const isOfProgram = `${programId} in (
          select id from programs where workspace_id = $1 and app_id = $2 and ${matchesSearch(['name'], place)}
        )`
  const isNamed = searched.length === 0 ? [] : [matchesSearch(searched, place)]
  return `($${place}::text is null or ${[isOfProgram, ...isNamed].join(' or ')})`
}

/** A range for each that a search has found. A record of two of them counts in the first. */
function toFoundRanges(parts: PageParts, rowsMax: number): string {
  const { sql, filters } = parts
  const columns = [sql.programId, sql.foundBy?.member, sql.foundBy?.referral].filter(
    (column) => column !== undefined,
  )
  const places = columns.map((_column, index) => `$${firstFilter + filters.length + index}::uuid[]`)
  const ranges = columns.map((column, index) => {
    const isFirst = columns.slice(0, index).map((earlier, at) => `${earlier} <> all (${places[at]})`)
    return `
          select record.*, ${['true', ...isFirst].join(' and ')} as is_first
          from unnest(${places[index]}) found(id)
          cross join lateral (${toEndedRange(parts, `${column} = found.id`, rowsMax)}) record`
  })
  return ranges.join('\n          union all')
}
