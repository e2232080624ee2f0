import { accessDenied } from '@affiliate-platform/contract/server'
import { listApps } from '@affiliate-platform/platform/apps'
import { findLatestApp } from '@affiliate-platform/platform/commissions'
import type { Database } from '@affiliate-platform/platform/database'

const appsMax = 100

/** Of which app something is shown: the one that is asked for, or where was earned last. */
export async function chooseApp(database: Database, workspaceId: string, asked: string | undefined) {
  const [found, latest] = await Promise.all([
    listApps(database, workspaceId, { after: undefined, limit: appsMax }),
    findLatestApp(database, workspaceId),
  ])
  const apps = found.map(({ id, name }) => ({ id, name }))
  const appId = asked ?? latest ?? apps[0]?.id
  if (appId !== undefined && !apps.some(({ id }) => id === appId)) throw accessDenied()
  return { appId, apps }
}
