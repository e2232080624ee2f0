import {
  type AppScope,
  accessDenied,
  type Caller,
  type ListSource,
  readListPage,
} from '@affiliate-platform/contract/server'
import { listApps } from '@affiliate-platform/platform/apps'
import { findLatestApp } from '@affiliate-platform/platform/commissions'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { findMembership } from '@affiliate-platform/platform/memberships'
import type { ConsoleContext } from './console-context.ts'

/** A request for a page. */
export interface Asked {
  readonly caller: Caller
  readonly context: RequestContext
  readonly query: ListQuery
}

type Reading = Parameters<typeof readListPage>
type Source<Row> = ListSource<Row, RequestContext>
type ListQuery = Reading[2]['query'] & { readonly appId?: string; readonly membershipId?: string }

interface OpenList<Row> {
  readonly name: string
  readonly source: Source<Row>
  readonly app: AppScope
}

const appsMax = 100
const looksMax = 20
const nothing = { rows: [], nextCursor: null }

/** Creates how the lists of an app are read: of the app that is asked for, that of a member, or where was earned last. */
export function createAppLists({ database, cursors }: ConsoleContext) {
  async function chooseApp(workspaceId: string, { appId, membershipId }: ListQuery) {
    const [apps, latest, member] = await Promise.all([
      listApps(database, workspaceId, { after: undefined, limit: appsMax }),
      findLatestApp(database, workspaceId),
      membershipId && findMembership(database, { workspaceId, id: membershipId }),
    ])
    const wanted = member ? member.appId : (appId ?? latest ?? apps[0]?.id)
    if (wanted !== undefined && !apps.some(({ id }) => id === wanted)) throw accessDenied()
    return { appId: wanted, apps: apps.map(({ id, name }) => ({ id, name })) }
  }

  /** Chooses the app of a list, and checks that its filters are of that app. */
  async function open<Row>(source: Source<Row>, { caller, context, query }: Asked) {
    const { appId, apps } = await chooseApp(caller.workspaceId, query)
    if (appId === undefined) return { appId: null, apps, app: undefined }
    const app = { workspaceId: caller.workspaceId, appId }
    if (!(await source.areFiltersAccessible(context, app, { ...query, appId }))) throw accessDenied()
    return { appId, apps, app }
  }

  return {
    /** Reads a page, and on until it has something. */
    readPage: async <Row>(name: string, source: Source<Row>, asked: Asked) => {
      const { app, ...list } = await open(source, asked)
      let found: { readonly rows: readonly Row[]; readonly nextCursor: string | null } = nothing
      if (app === undefined) return { ...list, ...found }
      // A page that would have to look at too many ends early: a person waits for the first that has something.
      let looks = 0
      for await (const page of readPages({ name, source, app }, asked)) {
        found = page
        looks += 1
        if (found.rows.length > 0 || looks === looksMax) break
      }
      return { ...list, ...found }
    },

    /** Opens the whole list. */
    open: async <Row>(name: string, source: Source<Row>, asked: Asked) => {
      const { app } = await open(source, asked)
      return app && { app, pages: readPages({ name, source, app }, asked) }
    },
  }

  async function* readPages<Row>(
    { name, source, app }: OpenList<Row>,
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
}
