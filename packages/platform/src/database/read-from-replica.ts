import {
  type DetailSources,
  type SectionSource,
  type SectionSources,
  ServiceError,
} from '@affiliate-platform/contract/server'
import type { RequestContext } from './request-context.ts'

/** Lets the lists be read from the replica that a request has. */
export function listFromReplica<Sources extends SectionSources<RequestContext>>(sources: Sources): Sources {
  const entries = Object.entries(sources).map(([id, source]) => [id, withReplica(source)])
  return Object.fromEntries(entries)
}

/** Lets single records be read from the replica that a request has. */
export function detailFromReplica<Sources extends DetailSources<RequestContext>>(sources: Sources): Sources {
  const entries = Object.entries(sources).map(([id, find]) => [
    id,
    (context: RequestContext, request: never) =>
      readFirst(context, (from) => find(from, request), { isKnown: (record) => record !== undefined }),
  ])
  return Object.fromEntries(entries)
}

function withReplica<Row>(source: SectionSource<Row, RequestContext>): SectionSource<Row, RequestContext> {
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
    if (error instanceof ServiceError || Reflect.get(Object(error), 'code') === statementTimedOut) throw error
    replica.failed(error)
  }
  return await read(context)
}
