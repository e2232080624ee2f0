import { limits } from '@affiliate-platform/contract'
import type { Statement } from '../database/database.ts'

/** The filters that are compared with a column, in the order in which their values follow the fixed ones. */
export const columnFilters = ['programId', 'groupId', 'membershipId', 'currency', 'status'] as const

/** A filter that changes the text of the statement. The others are always part of its range. */
export type PageFilter = (typeof columnFilters)[number] | 'search'

// The same expression as in the index payouts_by_status, or that index would not serve it.
const statusExpression =
  'payout_status(payout.is_voided, payout.open_disputes, payout.amount_minor, payout.reported_minor, payout.confirmed_minor)'

const filteredColumns = {
  programId: 'payout.program_id',
  groupId: 'payout.group_id',
  membershipId: 'payout.membership_id',
  currency: 'payout.currency',
  status: statusExpression,
} as const satisfies Record<(typeof columnFilters)[number], string>

const statements = new Map<string, Statement>()

/**
 * Finds the statement that lists a page under a set of filters. Every set has its own text, and so its own plan: a
 * text for all sets would be planned for none.
 *
 * Its values: workspace, app, the position before which the page begins (time, id), the earliest creation time, the
 * number of rows, then one value for each filter in the order given.
 *
 * @param filters - in the order of `columnFilters`, `search` last
 */
export function findPageStatement(filters: readonly PageFilter[]): Statement {
  const name = ['payouts_list', ...filters.map((filter) => filter.replace('Id', ''))].join('_')
  const known = statements.get(name)
  if (known !== undefined) return known
  const statement = { name, text: toText(filters) }
  statements.set(name, statement)
  return statement
}

function toText(filters: readonly PageFilter[]): string {
  const parameterOf = (filter: PageFilter) => `$${7 + filters.indexOf(filter)}`
  const conditions = columnFilters
    .filter((filter) => filters.includes(filter))
    .map((filter) => `and ${filteredColumns[filter]} = ${parameterOf(filter)}`)
  const source = filters.includes('search')
    ? matchingMemberships(
        filters,
        parameterOf,
        payoutsRange([...conditions, 'and payout.membership_id = membership.id']),
      )
    : `(${payoutsRange(conditions)}) page`
  return `
    select
      page.id, page.app_id, page.program_id, page.membership_id, page.name, page.status,
      page.amount_minor, page.unpaid_minor, page.currency, page.created_at
    from ${source}
    order by page.created_at desc, page.id desc
    limit $6`
}

/**
 * The newest payouts of one index range. Its own limit is a constant, the most that any page needs: a plan made before
 * the limit is known would reckon with a tenth of the table, and might sort it.
 */
function payoutsRange(conditions: readonly string[]): string {
  return `
      select
        payout.id, payout.app_id, payout.program_id, payout.membership_id, program.name,
        ${statusExpression} as status,
        payout.amount_minor::text as amount_minor,
        (case when payout.is_voided then 0 else payout.amount_minor - payout.reported_minor end)::text as unpaid_minor,
        payout.currency, payout.created_at
      from payouts payout
      join programs program on program.workspace_id = payout.workspace_id and program.id = payout.program_id
      where payout.workspace_id = $1 and payout.app_id = $2
        and (payout.created_at, payout.id) < ($3::timestamptz, $4::uuid) and payout.created_at >= $5::timestamptz
        ${conditions.join('\n        ')}
      order by payout.created_at desc, payout.id desc
      limit ${limits.pageRowsMax + 1}`
}

/**
 * Names are searched among the memberships, never among the payouts: each matching membership gives its own newest
 * rows by its own index range.
 */
function matchingMemberships(
  filters: readonly PageFilter[],
  parameterOf: (filter: PageFilter) => string,
  range: string,
): string {
  const contains = (name: string) => `strpos(${foldCase(name)}, ${foldCase(parameterOf('search'))}) > 0`
  const conditions = [
    `and (${contains('membership.member_name')} or ${contains('program.name')})`,
    // A payout has the program of its membership: the others' payouts need not be looked at.
    ...(filters.includes('programId') ? [`and membership.program_id = ${parameterOf('programId')}`] : []),
    ...(filters.includes('membershipId') ? [`and membership.id = ${parameterOf('membershipId')}`] : []),
  ]
  return `memberships membership
    join programs program on program.workspace_id = membership.workspace_id and program.id = membership.program_id
    cross join lateral (${range}) page
    where membership.workspace_id = $1 and membership.app_id = $2
      ${conditions.join('\n      ')}`
}

// `strpos` is literal by nature, where `like` needs escapes. The collation makes letters beyond ASCII fold in a database
// of any locale; and upper case, unlike lower case, does not depend on the letters around (the final sigma).
const foldCase = (text: string): string => `upper(${text}::text collate "und-x-icu")`
