import type { Queryable, Statement } from '../database/statements/database.ts'

const findStatement: Statement = {
  name: 'commission_find_latest_app',
  text: `
    select app_id as "appId" from commissions
    where workspace_id = $1
    order by id desc
    limit 1`,
}

/** Finds the app by which a member of the workspace earned something last. */
export async function findLatestApp(database: Queryable, workspaceId: string): Promise<string | undefined> {
  const [latest] = await database.query<{ readonly appId: string }>(findStatement, [workspaceId])
  return latest?.appId
}
