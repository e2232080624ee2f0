import type { RecordOperation } from '../operations/definitions/record.ts'
import type { operations, RecordId } from '../operations/operations.ts'
import { recordOperations } from '../operations/record-operations.ts'
import { type AppScope, appOf } from './caller.ts'
import type { Handlers, OperationRequest, QueryOf } from './handler.ts'
import { accessDenied } from './service-error.ts'

export interface RecordRequest<Read extends RecordOperation> {
  readonly app: AppScope
  /** Lower-case UUID. */
  readonly id: string
  readonly query: QueryOf<Read>
}

/**
 * Finds a record of an app as it is sent: an object of the operation's response.
 *
 * @returns `undefined` where the app has no such record, whoever else may have it (interface 5 rule 3)
 */
export type RecordSource<Read extends RecordOperation, Context> = (
  context: Context,
  request: RecordRequest<Read>,
) => Promise<object | undefined>

/** Where each record is read: `{ … } satisfies RecordSources<Context>` forgets none. */
export type RecordSources<Context> = {
  readonly [Id in RecordId]: RecordSource<(typeof operations)[Id], Context>
}

/** Makes the handlers of all reads of one record: access, then the record. */
export function createRecordHandlers<Context>(
  findSource: <Id extends RecordId>(id: Id) => RecordSource<(typeof operations)[Id], Context>,
) {
  const handlers = recordOperations.map(({ id }) => [id, createRecordHandler(findSource(id))])
  return Object.fromEntries(handlers) as Handlers<Pick<typeof operations, RecordId>, Context>
}

function createRecordHandler<Read extends RecordOperation, Context>(find: RecordSource<Read, Context>) {
  return async ({ caller, context, pathId, query }: OperationRequest<Read, Context>) => {
    // 403: an affiliate key sees its own app and no other.
    const value = await find(context, { app: appOf(caller), id: pathId, query })
    if (value === undefined) throw accessDenied()
    return { value }
  }
}
