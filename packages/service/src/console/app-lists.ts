import { accessDenied, type ListSource } from '@affiliate-platform/contract/server'
import { listApps } from '@affiliate-platform/platform/apps'
import { findLatestApp } from '@affiliate-platform/platform/commissions'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { findMembership } from '@affiliate-platform/platform/memberships'
import type { ConsoleContext } from './console-context.ts'
import { type Asked, readFirstPage, readPages } from './read-pages.ts'

type Source<Row> = ListSource<Row, RequestContext>

const appsMax = 100

/** Creates how the lists of an app are read: of the app that is asked for, that of a member, or where was earned last. */
export function createAppLists({ database, cursors }: ConsoleContext) {
  async function chooseApp(workspaceId: string, { appId, membershipId }: Asked['query']) {
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
      if (app === undefined) return { ...list, rows: [], nextCursor: null }
      return { ...list, ...(await readFirstPage({ name, source, app, cursors }, asked)) }
    },

    /** Opens the whole list. */
    open: async <Row>(name: string, source: Source<Row>, asked: Asked) => {
      const { app } = await open(source, asked)
      return app && { app, pages: readPages({ name, source, app, cursors }, asked) }
    },
  }
}
