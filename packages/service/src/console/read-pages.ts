import {
  type AppScope,
  type Caller,
  type Cursors,
  type ListSource,
  readListPage,
} from '@affiliate-platform/contract/server'
import type { RequestContext } from '@affiliate-platform/platform/database'

/** A list of an app: its name is what cursors are bound to. */
export interface OpenList<Row> {
  readonly name: string
  readonly source: ListSource<Row, RequestContext>
  readonly app: AppScope
  readonly cursors: Cursors
}

type ListQuery = Parameters<typeof readListPage>[2]['query']

/** A request for a page. */
export interface Asked {
  readonly caller: Caller
  readonly context: RequestContext
  readonly query: ListQuery & { readonly appId?: string; readonly membershipId?: string }
}

const looksMax = 20

/**
 * Reads a page, and on until it is full: one that would have to look at too many rows ends early (D77), and a person who
 * sees one row takes it for the list.
 */
export async function readFullPage<Row>(list: OpenList<Row>, { query, ...asked }: Asked) {
  const rows: Row[] = []
  let rest = query
  for (let looks = 1; ; looks += 1) {
    const page = await readOne(list, { ...asked, query: rest })
    rows.push(...page.rows)
    const { nextCursor } = page
    if (nextCursor === null || rows.length === query.limit || looks === looksMax) return { rows, nextCursor }
    rest = { ...query, cursor: nextCursor, limit: query.limit - rows.length }
  }
}

/** Reads one page after the other. */
export async function* readPages<Row>(list: OpenList<Row>, asked: Asked) {
  let { query } = asked
  for (;;) {
    const page = await readOne(list, { ...asked, query })
    yield page
    if (page.nextCursor === null) return
    query = { ...query, cursor: page.nextCursor }
  }
}

const readOne = <Row>(
  { name, source, app, cursors }: OpenList<Row>,
  { caller: { lineageId }, context, query }: Asked,
) =>
  readListPage({ list: { name }, source, cursors }, context, {
    ...{ app, lineageId },
    query: { ...query, appId: app.appId },
  })
