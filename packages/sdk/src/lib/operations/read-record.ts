import { parseQuery, recordOperations } from '@affiliate-platform/contract'
import type { Action } from '../attempts/action.ts'
import type { CallOperation } from '../attempts/call-operation.ts'
import { acceptRequest } from '../errors/reject-request.ts'
import type { GetOptions } from '../settings/client-options.ts'
import { checkIdentity, toWanted } from './check-identity.ts'
import { checkRecordId } from './check-record-id.ts'
import { isRepeatable } from './is-repeatable.ts'
import { checkRow } from './list-records.ts'
import type { Reads } from './reads.ts'
import type { Lists } from './records.ts'

type RecordOperationId = (typeof recordOperations)[number]

/** What the client reads of a record, or of the explanation of a payout; the rest is the caller's. */
interface ReadRecord {
  readonly payout?: object
  readonly unit?: unknown
}

/** Adds the reads of one record to the lists of a client, beside the list of the record. */
export function addReads(lists: Lists, call: CallOperation): Lists & Reads {
  const records: Record<string, object> = { ...lists }
  for (const operation of recordOperations) {
    const read = (id: string, query: object, options: GetOptions) =>
      call({
        operation: operation.id,
        buildAction: () => buildRead(operation, { id, query }, options),
        options,
      })
    const methods =
      operation.part === undefined
        ? { get: (id: string, options: GetOptions = {}) => read(id, {}, options) }
        : { explain: (id: string, query: object, options: GetOptions = {}) => read(id, query, options) }
    const name = `${operation.record}s`
    records[name] = { ...records[name], ...methods }
  }
  return records as Lists & Reads
}

/**
 * Builds the action that reads one record.
 *
 * @throws InvalidRequestError
 */
function buildRead(
  operation: RecordOperationId,
  asked: { readonly id: string; readonly query: object },
  { expected }: GetOptions,
): Action<ReadRecord> {
  const { id } = asked
  checkRecordId(operation, id)
  const parameters = Object.entries(asked.query).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  acceptRequest(operation.id, parseQuery(operation.query, parameters))
  const query = String(new URLSearchParams(parameters))
  const target = operation.path.replace(':id', id)
  return {
    operation,
    target: query === '' ? target : `${target}?${query}`,
    isRepeatable: isRepeatable(operation),
    responseSchema: operation.response,
    // Interface 1: clients verify the record identity.
    verify: ({ payout, unit, ...record }) => [
      ...checkRow(payout ?? record, toWanted({ id }, expected), payout === undefined ? '' : '/payout'),
      ...checkIdentity({ unit: String(unit) }, toWanted(Object.fromEntries(parameters)), ''),
    ],
  }
}
