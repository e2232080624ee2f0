import { limits, operations, parseListQuery } from '@affiliate-platform/contract'
import type { Action } from './action.ts'
import { checkIdentity, toWanted, type Wanted } from './check-identity.ts'
import type { ListPageOptions } from './client-options.ts'
import { isRepeatable } from './is-repeatable.ts'
import type { Issue } from './issue.ts'
import type { PayoutSummary, PayoutsFilters, PayoutsPage } from './payout.ts'
import { acceptRequest } from './refuse-request.ts'
import { toRequestText } from './request-text.ts'

const operation = operations.listPayouts

/**
 * Builds the action that reads one page of payouts.
 *
 * @throws InvalidRequestError
 */
export function buildListPayouts(filters: PayoutsFilters, options: ListPageOptions): Action<PayoutsPage> {
  const parameters = toParameters(filters)
  const { appId, programId, membershipId, currency, limit } = acceptRequest(
    operation.id,
    parseListQuery(operation.query, parameters),
  )
  const wanted = toWanted({ appId, programId, membershipId, currency }, options.expected)
  const query = String(new URLSearchParams(parameters))
  return {
    operation,
    target: query === '' ? operation.path : `${operation.path}?${query}`,
    isRepeatable: isRepeatable(operation),
    // People search for names and addresses.
    secrets: parameters.filter(([name]) => name === 'search').map(([, value]) => value),
    answerSchema: operation.response,
    verify: ({ items, nextCursor }) => [
      ...items.flatMap((row, index) => checkRow(row, wanted, `/items/${index}`)),
      ...checkLength(items.length, limit),
      ...checkCursor(nextCursor),
    ],
  }
}

function toParameters(filters: PayoutsFilters): [name: string, value: string][] {
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(toRequestText(value))])
}

// One that cannot be sent back would be blamed on the caller at the next page.
function checkCursor(cursor: string | null): readonly Issue[] {
  if (cursor === null || (cursor !== '' && cursor.length <= limits.cursorCharactersMax)) return []
  const message = `1 to ${limits.cursorCharactersMax} characters, or null.`
  return [{ pointer: '/nextCursor', code: 'invalid_cursor', message }]
}

function checkLength(rows: number, limit: number): readonly Issue[] {
  if (rows <= limit) return []
  return [{ pointer: '/items', code: 'other_record', message: `${limit} rows at most, as asked.` }]
}

function checkRow(row: PayoutSummary, wanted: Wanted, pointer: string): readonly Issue[] {
  // Interface 1: clients verify the app and the record identity. A cache before the service may mix responses up.
  const record = wanted.length === 0 ? row : { ...row, currency: row.amount.currency }
  const issues = checkIdentity(record, wanted, pointer)
  // Interface 2.4: the unpaid remainder has the currency of the amount.
  if (row.unpaid.currency === row.amount.currency) return issues
  const message = 'The currency of the amount.'
  return [...issues, { pointer: `${pointer}/unpaid/currency`, code: 'currency_differs', message }]
}
