import type { Detail } from '../operations/detail.ts'
import { type DetailId, details, type operations } from '../operations/operations.ts'
import { type AppScope, appOf } from './caller.ts'
import type { Handler, Handlers, QueryOf } from './handler.ts'
import { jsonResponse } from './message.ts'
import { accessDenied, ServiceError } from './service-error.ts'

/** Which record is read. */
export interface DetailRequest<Read extends Detail> {
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
export type DetailSource<Read extends Detail, Context> = (
  context: Context,
  request: DetailRequest<Read>,
) => Promise<object | undefined>

/** Where each record is read: `{ … } satisfies DetailSources<Context>` forgets none. */
export type DetailSources<Context> = {
  readonly [Id in DetailId]: DetailSource<(typeof operations)[Id], Context>
}

/** Makes the handlers of all reads of one record: access, then the record. */
export function readDetails<Context>(
  findSource: <Id extends DetailId>(id: Id) => DetailSource<(typeof operations)[Id], Context>,
) {
  const handlers = details.map(({ id }) => [id, readDetail(findSource(id))])
  return Object.fromEntries(handlers) as Handlers<Pick<typeof operations, DetailId>, Context>
}

function readDetail<Read extends Detail, Context>(find: DetailSource<Read, Context>): Handler<Read, Context> {
  return async ({ caller, context, pathId, query }) => {
    // 403: an affiliate key sees its own app and no other.
    const record = await find(context, { app: appOf(caller), id: pathId, query })
    if (record === undefined) throw accessDenied()
    return jsonResponse(JSON.stringify(record))
  }
}

/** The error for a unit that a payout has not, thrown by the source of its explanation. */
export function unitOutOfRange(): ServiceError {
  const message = 'A whole number from 1 to the amount of the payout in minor units.'
  return new ServiceError('invalid_parameter', 'The payout has no such unit.', {
    issues: [{ parameter: 'unit', code: 'out_of_range', message }],
  })
}
