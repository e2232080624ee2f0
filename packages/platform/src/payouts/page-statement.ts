import { limits } from '@affiliate-platform/contract'
import {
  createPageStatements,
  type FilterColumns,
  fixedValueCount,
  matchesSearch,
  type PageFilter,
  toConditions,
} from '../lists/page-filters.ts'

// The same expression as in the index payouts_by_status, or that index would not serve it.
const statusExpression =
  'payout_status(payout.is_voided, payout.open_disputes, payout.amount_minor, payout.reported_minor, payout.confirmed_minor)'

const payoutColumns: FilterColumns = {
  programId: 'payout.program_id',
  groupId: 'payout.group_id',
  membershipId: 'payout.membership_id',
  currency: 'payout.currency',
  status: statusExpression,
}

// A payout has the program of its membership, but the group of its own time.
const membershipColumns: FilterColumns = {
  programId: 'membership.program_id',
  membershipId: 'membership.id',
}

/**
 * Finds the statement that lists a page of payouts under a set of filters.
 *
 * Its values: workspace, app, the position before which the page begins (time, id), the earliest creation time, the
 * number of rows, then one value for each filter.
 */
export const findPageStatement = createPageStatements('payouts', toText)

// The program's name is looked up row by row: a join may be planned as one that loses the order, and then needs a sort.
function toText(filters: readonly PageFilter[]): string {
  const isSearch = filters.includes('search')
  return `
    select
      page.id, page.program_id, page.membership_id,
      (select name from programs where workspace_id = $1 and id = page.program_id) as name,
      page.status, page.amount_minor, page.unpaid_minor, page.currency,
      round(date_part('epoch', page.created_at) * 1000) as created_at_ms
    from ${isSearch ? `${matchingMemberships(filters)} cross join lateral` : ''} (${payoutsRange(filters)}) page
    order by page.created_at desc, page.id desc
    limit $6`
}

/**
 * The newest payouts of one index range. Its own limit is a constant, the most that any page needs: a plan made before
 * the limit is known would reckon with a tenth of the table, and might sort it.
 */
function payoutsRange(filters: readonly PageFilter[]): string {
  return `
      select
        payout.id, payout.program_id, payout.membership_id,
        ${statusExpression} as status,
        payout.amount_minor::text as amount_minor,
        (case when payout.is_voided then 0 else payout.amount_minor - payout.reported_minor end)::text as unpaid_minor,
        payout.currency, payout.created_at
      from payouts payout
      where payout.workspace_id = $1 and payout.app_id = $2
        and (payout.created_at, payout.id) < ($3::timestamptz, $4::uuid) and payout.created_at >= $5::timestamptz
        ${toConditions(filters, payoutColumns)}
        ${filters.includes('search') ? 'and payout.membership_id = membership.id' : ''}
      order by payout.created_at desc, payout.id desc
      limit ${limits.pageRowsMax + 1}`
}

/**
 * Names are searched among the memberships, never among the payouts: each matching membership then gives its own newest
 * rows by its own index range.
 */
function matchingMemberships(filters: readonly PageFilter[]): string {
  const isMatch = matchesSearch(['membership.member_name', 'program.name'], fixedValueCount + filters.length)
  return `(
      select membership.id
      from memberships membership
      join programs program on program.workspace_id = membership.workspace_id and program.id = membership.program_id
      where membership.workspace_id = $1 and membership.app_id = $2
        and ${isMatch}
        ${toConditions(filters, membershipColumns)}
    ) membership`
}
