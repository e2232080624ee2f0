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

/** Reads a page, and on until it has something: one that would have to look at too many ends early, and a person waits. */
export async function readFirstPage<Row>(list: OpenList<Row>, asked: Asked) {
  let found: { readonly rows: readonly Row[]; readonly nextCursor: string | null } = {
    ...{ rows: [], nextCursor: null },
  }
  let looks = 0
  for await (const page of readPages(list, asked)) {
    found = page
    looks += 1
    if (found.rows.length > 0 || looks === looksMax) break
  }
  return found
}

/** Reads one page after the other. */
export async function* readPages<Row>(
  { name, source, app, cursors }: OpenList<Row>,
  { caller: { lineageId }, context, query }: Asked,
) {
  const reader = { list: { name }, source, cursors }
  let asked: ListQuery = { ...query, appId: app.appId }
  for (;;) {
    const page = await readListPage(reader, context, { app, lineageId, query: asked })
    yield page
    if (page.nextCursor === null) return
    asked = { ...asked, cursor: page.nextCursor }
  }
}
