import type { Statement } from '../database/database.ts'

/** Every filter that changes the text of a statement, in the order of its values. `from` and `to` never do. */
export const pageFilters = ['programId', 'groupId', 'membershipId', 'currency', 'status', 'search'] as const

/** A filter that changes the text of the statement. */
export type PageFilter = (typeof pageFilters)[number]

/** How many values stand before those of the filters: workspace, app, position, earliest time, rows. */
export const fixedValueCount = 6

/** Finds the statement that lists a page under a set of filters, given in the order of `pageFilters`. */
export type FindPageStatement = (filters: readonly PageFilter[]) => Statement

/**
 * Keeps the statements of a section. Every set of filters has its own text, and so its own plan: a text for all sets
 * would be planned for none.
 *
 * @param section - the name of the section, with which the statements' names begin
 */
export function createPageStatements(
  section: string,
  toText: (filters: readonly PageFilter[]) => string,
): FindPageStatement {
  const statements = new Map<string, Statement>()
  return (filters) => {
    const name = [section, ...filters.map((filter) => filter.replace('Id', ''))].join('_')
    const known = statements.get(name)
    if (known !== undefined) return known
    const statement = { name, text: toText(filters) }
    statements.set(name, statement)
    return statement
  }
}

/** What a filter is compared with in SQL, where the section has the filter. */
export type FilterColumns = Partial<Record<PageFilter, string>>

/** The conditions of the filters that have a column; the value of each filter follows `valuesBefore` others. */
export function toConditions(
  filters: readonly PageFilter[],
  columns: FilterColumns,
  valuesBefore = fixedValueCount,
): string {
  const conditions = filters.map((filter, index) => {
    const column = columns[filter]
    return column === undefined ? '' : `and ${column} = $${valuesBefore + 1 + index}`
  })
  return conditions.join(' ')
}

/** Whether one of several names holds the text of a parameter, whatever the letter case. */
export function matchesSearch(names: readonly string[], parameter: number): string {
  const matches = names.map((name) => `strpos(${foldCase(name)}, ${foldCase(`$${parameter}`)}) > 0`)
  return `(${matches.join(' or ')})`
}

// `strpos` is literal by nature, where `like` needs escapes. The collation folds letters beyond ASCII whatever the
// database's locale is; and upper case, unlike lower case, does not depend on the letters around (the final sigma).
const foldCase = (text: string): string => `upper(${text}::text collate "und-x-icu")`
