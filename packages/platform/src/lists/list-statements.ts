import type { Statement } from '../database/statements/database.ts'
import { toDrivingFilterText } from './driving-filter-statement.ts'
import type { ListFilter } from './page-filters.ts'
import { type PageShape, toPageText } from './page-statement.ts'
import { type ListedRecords, type RecordSql, toListFilters } from './record-sql.ts'

/** The statements of a list, and what tells which of them a page needs. */
export interface ListStatements {
  readonly statuses: ListedRecords['statuses']
  readonly filters: readonly ListFilter[]
  /** By what an index finds the records of a name. */
  readonly foundBy: RecordSql['foundBy']
  /** How many records a page checks at most where it looks up the state of each. */
  readonly checkedByState: number
  /** Whether its pages are read along the time alone. */
  readonly isReadByTime: boolean
  readonly findPageStatement: (shape: PageShape) => Statement
  /** The one that compares filters, where two or more have an index. */
  readonly findDrivingFilterStatement: () => Statement
}

/** Makes the statements of a list. Each is made once, when a page first needs it. */
export function createListStatements(list: ListedRecords, sql: RecordSql): ListStatements {
  const filters = toListFilters(list, sql)
  const statements = new Map<string, Statement>()
  function find(name: string, toText: () => string): Statement {
    const statement = statements.get(name) ?? { name, text: toText() }
    statements.set(name, statement)
    return statement
  }
  return {
    statuses: list.statuses,
    filters,
    foundBy: sql.foundBy,
    checkedByState: sql.checkedByState ?? 50,
    isReadByTime: sql.isReadByTime === true,
    findPageStatement: (shape) => {
      const parts = [list.name, 'page', shape.drivenBy, shape.checkedMax]
      const name = parts.filter((part) => part !== undefined).join('_')
      return find(name, () => toPageText({ sql, filters, shape }))
    },
    findDrivingFilterStatement: () => {
      const indexed = filters.filter(({ isIndexed }) => isIndexed)
      return find(`${list.name}_driving_filter`, () => toDrivingFilterText(sql, indexed))
    },
  }
}
