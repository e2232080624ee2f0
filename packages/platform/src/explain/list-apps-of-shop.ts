import type { Queryable, Statement } from '../database/statements/database.ts'

const knows = (table: string) =>
  `exists (select from ${table} where workspace_id = $1 and app_id = app.id and shop_domain = $2)`

const listStatement: Statement = {
  name: 'explain_list_apps_of_shop',
  text: `
    select id from apps app
    where workspace_id = $1 and (${['referrals', 'app_transactions', 'evidence'].map(knows).join(' or ')})
    order by id`,
}

/** Lists the apps of a workspace that have something of a shop to explain. */
export async function listAppsOfShop(
  database: Queryable,
  workspaceId: string,
  shopDomain: string,
): Promise<readonly string[]> {
  const rows = await database.query<{ readonly id: string }>(listStatement, [workspaceId, shopDomain])
  return rows.map(({ id }) => id)
}
