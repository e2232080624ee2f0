import { accessDenied, type Caller, type ListSource, readListPage } from '@affiliate-platform/contract/server'
import { listApps } from '@affiliate-platform/platform/apps'
import { findLatestApp } from '@affiliate-platform/platform/commissions'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { findMembership } from '@affiliate-platform/platform/memberships'
import type { ConsoleContext } from './console-context.ts'

/** A request for a page. */
interface Asked {
  readonly caller: Caller
  readonly context: RequestContext
  readonly query: ListQuery
}

type Reading = Parameters<typeof readListPage>
type ListQuery = Reading[2]['query'] & { readonly appId?: string; readonly membershipId?: string }

const appsMax = 100
const looksMax = 20

/** Creates how the lists of an app are read: of the app that is asked for, that of a member, or where was earned last. */
export function createAppListReader({ database, cursors }: ConsoleContext) {
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

  return async <Row>(
    name: string,
    source: ListSource<Row, RequestContext>,
    { caller, context, query }: Asked,
  ) => {
    const { workspaceId, lineageId } = caller
    const { appId, apps } = await chooseApp(workspaceId, query)
    if (appId === undefined) return { appId: null, apps, rows: [], nextCursor: null }
    const app = { workspaceId, appId }
    const asked = { ...query, appId }
    if (!(await source.areFiltersAccessible(context, app, asked))) throw accessDenied()
    const reader = { list: { name }, source, cursors }
    let page = await readListPage(reader, context, { app, lineageId, query: asked })
    // A page that would have to look at too many ends early: a person waits for the first that has something.
    for (let looks = 1; looks < looksMax && page.rows.length === 0 && page.nextCursor !== null; looks += 1) {
      const next = { ...asked, cursor: page.nextCursor }
      page = await readListPage(reader, context, { app, lineageId, query: next })
    }
    return { appId, apps, rows: page.rows, nextCursor: page.nextCursor }
  }
}
