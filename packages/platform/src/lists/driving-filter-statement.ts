import { type ListFilter, type PageFilter, toKeyCondition } from './page-filters.ts'
import { type RecordSql, toTime } from './record-sql.ts'

/** How far each filter's index is read to compare them. */
const comparedRows = 100

const firstFilter = 6

/**
 * The statement that finds which of several filters a page is best read by: the one whose next records reach furthest
 * back, so the one with the fewest just there. The planner knows only how many a value has on average, or in all. It has
 * no row when no record can match: the program has no such group or membership.
 *
 * Its values: workspace, app, position (time, id), earliest time, then those of the filters, null where there is none.
 *
 * @param filters - those that an index serves
 */
export function toDrivingFilterText(sql: RecordSql, filters: readonly ListFilter[]): string {
  const time = toTime(sql)
  const placeOf = (name: PageFilter): string | undefined => {
    const index = filters.findIndex((filter) => filter.name === name)
    return index < 0 ? undefined : `$${firstFilter + index}`
  }
  const reaches = filters.map((filter, index) => {
    const value = `$${firstFilter + index}`
    // With an end to its records a filter reaches all the way back.
    const reach = `
        select ${time} from ${sql.table} record
        where record.workspace_id = $1 and ${toKeyCondition(filter, value)}
          and (${time}, record.id) < ($3::timestamptz, $4::uuid) and ${time} >= $5::timestamptz
        order by ${time} desc, record.id desc
        offset ${comparedRows - 1} limit 1`
    return `('${filter.name}', case when ${value}::${filter.type} is not null then coalesce((${reach}), '-infinity') end)`
  })
  const program = placeOf('programId')
  const inProgram = (['groups', 'memberships'] as const).map((records) => {
    const value = placeOf(records === 'groups' ? 'groupId' : 'membershipId')
    if (program === undefined || value === undefined) return ''
    // Found by its id alone: what else it has to be is not in the condition, for which another index might be taken.
    return `
      and (${program} is null or ${value} is null
        or (select app_id = $2 and program_id = ${program} from ${records} where workspace_id = $1 and id = ${value}))`
  })
  return `
    select driving.filter
    from (values ${reaches.join(', ')}) driving(filter, reach)
    where reach is not null ${inProgram.join('')}
    order by reach
    limit 1`
}
