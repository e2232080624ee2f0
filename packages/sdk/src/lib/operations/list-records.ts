import { listOperations, parseListQuery } from '@affiliate-platform/contract'
import * as limits from '@affiliate-platform/contract/limits'
import type { Action } from '../attempts/action.ts'
import type { CallOperation } from '../attempts/call-operation.ts'
import type { Issue } from '../errors/issue.ts'
import { acceptRequest } from '../errors/reject-request.ts'
import type { RecordsPage } from '../records/list-filters.ts'
import type { ListOptions, ListPageOptions } from '../settings/client-options.ts'
import { toParameters } from '../transport/request-text.ts'
import { checkAmounts, type RecordAmounts } from './check-amounts.ts'
import { checkIdentity, toWanted, type Wanted } from './check-identity.ts'
import { isRepeatable } from './is-repeatable.ts'
import type { Lists } from './records.ts'
import { createRecordsList } from './records-list.ts'

type ListOperation = (typeof listOperations)[number]

/** Makes the lists of a client, by their names. */
export function createLists(call: CallOperation): Lists {
  return Object.fromEntries(
    listOperations.map((operation) => [operation.name, createList(operation, call)]),
  ) as Lists
}

function createList(operation: ListOperation, call: CallOperation) {
  const readPage = (filters: object, options: ListPageOptions, pageWaitMs?: number) =>
    call({
      operation: operation.id,
      buildAction: () => buildListRecords(operation, filters, options),
      options,
      pageWaitMs,
    })
  return {
    listPage: (filters: object = {}, options: ListPageOptions = {}) => readPage(filters, options),
    list: (filters: object = {}, options: ListOptions = {}) => {
      const { pageWaitMs = 120_000 } = options
      return createRecordsList(filters, {
        operation: operation.id,
        readPage: (page) => readPage(page, options, pageWaitMs),
      })
    },
  }
}

/**
 * Builds the action that reads one page of a list.
 *
 * @throws InvalidRequestError
 */
function buildListRecords(
  operation: ListOperation,
  filters: object,
  options: ListPageOptions,
): Action<RecordsPage<RecordAmounts>> {
  const parameters = toParameters(filters)
  const { limit, ...asked } = acceptRequest(operation.id, parseListQuery(operation.query, parameters))
  const wanted = toWanted(asked, options.expected)
  const further = toParameters(options.query ?? {})
  const query = String(new URLSearchParams([...parameters, ...further]))
  return {
    operation,
    target: query === '' ? operation.path : `${operation.path}?${query}`,
    isRepeatable: isRepeatable(operation),
    // People search for names and addresses.
    secrets: [...parameters.filter(([name]) => name === 'search'), ...further].map(([, value]) => value),
    responseSchema: operation.response,
    verify: ({ items, nextCursor }) => [
      ...items.flatMap((row, index) => checkRow(row, wanted, `/items/${index}`)),
      ...checkLength(items.length, limit),
      ...checkCursor(nextCursor),
    ],
  }
}

// One that cannot be sent back would be blamed on the caller at the next page.
function checkCursor(cursor: string | null): readonly Issue[] {
  if (cursor === null || (cursor !== '' && cursor.length <= limits.cursorCharactersMax)) return []
  const message = `1 to ${limits.cursorCharactersMax} characters, or null.`
  return [{ pointer: '/nextCursor', code: 'invalid_cursor', message }]
}

function checkLength(rows: number, limit: number): readonly Issue[] {
  if (rows <= limit) return []
  return [{ pointer: '/items', code: 'other_record', message: `At most ${limit} rows, as requested.` }]
}

/** Faults of a record: it is another one than was asked for, or contradicts itself. */
export function checkRow(row: RecordAmounts, wanted: Wanted, pointer: string): readonly Issue[] {
  // Interface 1: clients verify the app and the record identity. A cache before the service may mix responses up.
  const record = wanted.length === 0 ? row : { ...row, currency: row.amount?.currency }
  return [...checkIdentity(record, wanted, pointer), ...checkAmounts(row, pointer)]
}
