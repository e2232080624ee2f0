import type { RecordOperation } from '@affiliate-platform/contract'
import { type ListSource, type RecordSource, ServiceError } from '@affiliate-platform/contract/server'
import { errorCode } from '../statements/faults.ts'
import type { RequestContext } from './request-context.ts'

/** The source of a list that is read from the replica, where a request has one. */
export function listFromReplica(
  source: ListSource<unknown, RequestContext>,
): ListSource<unknown, RequestContext> {
  return {
    ...source,
    areFiltersAccessible: (context, app, query) =>
      readFirst(context, (from) => source.areFiltersAccessible(from, app, query), {
        isKnown: (are) => are,
        isCounted: false,
      }),
    listRows: (context, page) => readFirst(context, (from) => source.listRows(from, page)),
  }
}

/** The source of a single record that is read from the replica, where a request has one. */
export function recordFromReplica<Read extends RecordOperation>(
  find: RecordSource<Read, RequestContext>,
): RecordSource<Read, RequestContext> {
  return (context, request) =>
    readFirst(context, (from) => find(from, request), { isKnown: (record) => record !== undefined })
}

interface ReadOptions<T> {
  readonly isKnown?: (found: T) => boolean
  /** Whether it is what the request is for, and no check before that. */
  readonly isCounted?: boolean
}

// A statement that took too long there takes no less on the primary, and would do so twice.
const statementTimedOut = '57014'

/**
 * Reads from the replica, if there is one, and from the primary where that fails, or where it does not know what the
 * primary may know already: a record that exists is never denied (D140).
 */
async function readFirst<T>(
  context: RequestContext,
  read: (context: RequestContext) => Promise<T>,
  { isKnown = () => true, isCounted = true }: ReadOptions<T> = {},
): Promise<T> {
  const replica = context.lendReplica?.()
  if (replica === undefined) return await read(context)
  try {
    const found = await read({ ...context, database: replica.database })
    if (isKnown(found)) {
      if (isCounted) replica.served()
      return found
    }
  } catch (error) {
    if (error instanceof ServiceError || errorCode(error) === statementTimedOut) throw error
    replica.failed(error)
  }
  return await read(context)
}
