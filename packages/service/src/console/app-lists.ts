import { accessDenied, type ListSource } from '@affiliate-platform/contract/server'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { findMembership } from '@affiliate-platform/platform/memberships'
import { chooseApp } from './choose-app.ts'
import type { ConsoleContext } from './console-context.ts'
import { type Asked, readFullPage, readPages } from './read-pages.ts'

type Source<Row> = ListSource<Row, RequestContext>

/** Creates how the lists of an app are read: of the app that is asked for, that of a member, or where was earned last. */
export function createAppLists({ database, cursors }: ConsoleContext) {
  async function chooseListed(workspaceId: string, { appId, membershipId }: Asked['query']) {
    if (membershipId === undefined) return await chooseApp(database, workspaceId, appId)
    const member = await findMembership(database, { workspaceId, id: membershipId })
    return await chooseApp(database, workspaceId, member?.appId ?? appId)
  }

  /** Chooses the app of a list, and checks that its filters are of that app. */
  async function open<Row>(source: Source<Row>, { caller, context, query }: Asked) {
    const { appId, apps } = await chooseListed(caller.workspaceId, query)
    if (appId === undefined) return { appId: null, apps, app: undefined }
    const app = { workspaceId: caller.workspaceId, appId }
    if (!(await source.areFiltersAccessible(context, app, { ...query, appId }))) throw accessDenied()
    return { appId, apps, app }
  }

  return {
    /** Reads a page, and on until it is full. */
    readPage: async <Row>(name: string, source: Source<Row>, asked: Asked) => {
      const { app, ...list } = await open(source, asked)
      if (app === undefined) return { ...list, rows: [], nextCursor: null }
      return { ...list, ...(await readFullPage({ name, source, app, cursors }, asked)) }
    },

    /** Opens the whole list. */
    open: async <Row>(name: string, source: Source<Row>, asked: Asked) => {
      const { app } = await open(source, asked)
      return app && { app, pages: readPages({ name, source, app, cursors }, asked) }
    },
  }
}
