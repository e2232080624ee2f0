import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../../database/statements/database.ts'

const findStatement: Statement = {
  name: 'analytics_find_latest',
  text: `
    select created_at as "createdAt" from analytics_imports
    where workspace_id = $1 and app_id = $2
    order by created_at desc
    limit 1`,
}

/** Finds when what analytics tell was imported last; `undefined` where it never was. */
export async function findLatestAnalyticsImport(
  database: Queryable,
  { workspaceId, appId }: AppScope,
): Promise<Date | undefined> {
  const [found] = await database.query<{ createdAt: Date }>(findStatement, [workspaceId, appId])
  return found?.createdAt
}
