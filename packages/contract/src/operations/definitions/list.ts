import * as z from 'zod/mini'
import type { Scope } from '../../lib/api-keys.ts'
import { v1Path } from '../../lib/headers.ts'
import { createListQuerySchema, type FilterName } from '../../lib/list-query.ts'
import { responseObject } from '../../lib/response-object.ts'
import { defineOperation } from './operation.ts'

/** What tells one list of records from another. */
export interface ListDefinition<
  Row extends z.core.$ZodType,
  Id extends string,
  Filter extends FilterName = FilterName,
  Status extends string = string,
> {
  readonly id: Id
  /** The name of the list: the end of its path, and the `kind` of its rows. */
  readonly name: string
  /** The scope that its readers need. */
  readonly scope: Scope
  readonly row: Row
  /** The filters that it has beside `cursor` and `limit`; any other name is rejected. */
  readonly filters: readonly Filter[]
  /** The states of a row known today. */
  readonly statuses: readonly Status[]
}

/**
 * Defines the operation of a list: the path, the query with its cursor, and the list
 * envelope follow from its rows and filters (interface 2.5 and 4.2).
 */
export function defineList<
  Row extends z.core.$ZodType,
  const Id extends string,
  Filter extends FilterName,
  Status extends string,
>(definition: ListDefinition<Row, Id, Filter, Status>) {
  return defineOperation({
    ...definition,
    method: 'GET',
    path: `${v1Path}${definition.name}`,
    sources: ['affiliate'],
    query: createListQuerySchema(definition.filters),
    response: responseObject({ items: z.array(definition.row), nextCursor: z.nullable(z.string()) }),
    knownValues: { '/items/*/status': definition.statuses },
  })
}

/** An operation that lists records of one kind. */
export type ListOperation = ReturnType<typeof defineList>
