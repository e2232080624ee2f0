import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'

/** A tenant. */
export interface Workspace {
  readonly id: string
  readonly name: string
  /** In which its days begin, such as `Europe/Berlin`. */
  readonly timeZone: string
  /** How long new payout details of a member wait before they are paid. */
  readonly payeeHoldDays: number
  readonly createdAt: Date
}

/** What is read of a workspace, as SQL. */
export const workspaceColumns =
  'workspace_id as "id", name, time_zone as "timeZone", payee_hold_days as "payeeHoldDays", created_at as "createdAt"'

const findStatement: Statement = {
  name: 'workspace_find',
  text: `
    select ${workspaceColumns}
    from workspaces
    where workspace_id = $1`,
}

const listStatement: Statement = {
  name: 'workspace_list',
  text: `
    select ${workspaceColumns}
    from workspaces
    where $1::uuid is null or workspace_id > $1
    order by workspace_id
    limit $2`,
}

/** Finds a workspace. */
export async function findWorkspace(database: Queryable, id: string): Promise<Workspace | undefined> {
  const [workspace] = await database.query<Workspace>(findStatement, [id])
  return workspace
}

/** Lists workspaces, oldest first. */
export async function listWorkspaces(
  database: Queryable,
  { after, limit }: ListPage,
): Promise<readonly Workspace[]> {
  return await database.query<Workspace>(listStatement, [after ?? null, limit])
}
