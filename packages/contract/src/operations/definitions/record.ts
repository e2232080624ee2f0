import * as z from 'zod/mini'
import { v1Path } from '../../lib/headers.ts'
import type { QuerySchema } from '../../lib/list-query.ts'
import type { ListOperation } from './list.ts'
import { defineOperation } from './operation.ts'

/** What tells the read of one record from another. */
export interface RecordDefinition<
  Response extends z.core.$ZodType,
  Query extends QuerySchema,
  Id extends string,
> {
  /** The name of the operation. It begins with the name of the client's method. */
  readonly id: Id
  /** The list of such records: its readers may read each of them. */
  readonly list: Pick<ListOperation, 'name' | 'scope' | 'statuses'>
  /** What is read of the record, at the end of the path. Default: the record itself. */
  readonly part?: string
  /** The query parameters; any other name is rejected. Default: none. */
  readonly query?: Query
  readonly response: Response
  /** The values known today of open text beside the states of the list, by JSON Pointer with `*` for any entry. */
  readonly knownValues?: Readonly<Record<string, readonly string[]>>
}

const noParameters = /*@__PURE__*/ z.strictObject({})

/** Defines the operation that reads one record of an affiliate key's app, whole or a part of it (D130). */
export function defineRecord<
  Response extends z.core.$ZodType,
  const Id extends string,
  Query extends QuerySchema = typeof noParameters,
>(definition: RecordDefinition<Response, Query, Id>) {
  const { list, query = noParameters as unknown as Query, knownValues, ...rest } = definition
  const { name, scope, statuses } = list
  // The kind of record, such as `payout`: its list is called the same with an `s`.
  const record = name.slice(0, -1)
  return defineOperation({
    ...rest,
    record,
    scope,
    method: 'GET',
    path: `${v1Path}${name}/:id${rest.part === undefined ? '' : `/${rest.part}`}`,
    sources: ['affiliate'],
    pathRecord: record,
    query,
    knownValues: { ...(rest.part === undefined && { '/status': statuses }), ...knownValues },
  })
}

/** An operation that reads one record. */
export type RecordOperation = ReturnType<typeof defineRecord<z.core.$ZodType, string, QuerySchema>>
