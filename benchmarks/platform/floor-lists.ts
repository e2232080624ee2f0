import type { ListId } from '@affiliate-platform/contract'
import { listSources } from '@affiliate-platform/platform/list-sources'
import { Rejection } from './rejection.ts'
import { type ListFilter, listFilters, listPayouts, type Statement } from './statements.ts'
import { type ListedRow, measuredLists, summaries } from './summaries.ts'

/** A list as the floor and the peers serve it. */
export interface FloorList<Row = ListedRow> {
  readonly name: string
  readonly scope: string
  /** @throws Rejection for filters that the floor leaves out */
  toStatement(filters: readonly ListFilter[]): Statement
  /** The row as it is sent. */
  toSummary(row: Row, appId: string): object
}

const noId = '00000000-0000-0000-0000-000000000000'

/** The lists by their paths. */
export const floorLists: ReadonlyMap<string, FloorList> = new Map(
  await Promise.all(
    measuredLists.map(async ({ id, name, path, scope, filters }) => {
      const toStatement = id === 'listPayouts' ? listPayouts : await askStatements(id, filters)
      return [path, { name, scope, toStatement, toSummary: summaries[id] }] as const
    }),
  ),
)

/** Asks the service for its statements of a list: without a filter, and under each that an index serves. */
async function askStatements(id: ListId, filters: readonly string[]): Promise<FloorList['toStatement']> {
  const served = listFilters.filter((filter) => filter !== 'status' && filters.includes(filter))
  const plain = await askStatement(id, {})
  const filtered = new Map<string, Statement>()
  for (const filter of served) {
    filtered.set(filter, await askStatement(id, { [filter]: filter === 'currency' ? 'USD' : noId }))
  }
  return (given) => {
    const [filter] = given
    const statement = filter === undefined ? plain : filtered.get(given.join())
    if (statement === undefined) throw new Rejection('invalid_parameter', 'The floor has no such filters.')
    return statement
  }
}

/** Asks the service with which statement it reads a page. A floor with other words would be the floor of something else. */
async function askStatement(
  id: ListId,
  filter: Readonly<Partial<Record<ListFilter, string>>>,
): Promise<Statement> {
  const sent: Statement[] = []
  const database = {
    query: async (statement: Statement) => {
      sent.push(statement)
      return []
    },
    transaction: () => Promise.reject(new Error('A list only reads.')),
  }
  const app = { workspaceId: noId, appId: noId }
  const page = { app, query: { limit: 50, ...filter }, after: undefined }
  await listSources[id].listRows({ database, nowMs: undefined }, page)
  const [statement] = sent
  if (statement === undefined || sent.length > 1) throw new Error(`${id} reads a page with one statement.`)
  return statement
}
