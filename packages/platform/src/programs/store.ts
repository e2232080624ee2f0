import type { Queryable, Statement } from '../database/database.ts'
import type { ListPage } from '../database/list-page.ts'

/** A program of an app. */
export interface Program {
  readonly id: string
  readonly workspaceId: string
  readonly appId: string
  readonly name: string
  readonly createdAt: Date
}

const insertStatement: Statement = {
  name: 'program_insert',
  text: `
    insert into programs (workspace_id, id, app_id, name, created_at)
    select workspace_id, $3, id, $4, $5
    from apps
    where workspace_id = $1 and id = $2
    returning id`,
}

const listStatement: Statement = {
  name: 'program_list',
  text: `
    select id, workspace_id as "workspaceId", app_id as "appId", name, created_at as "createdAt"
    from programs
    where workspace_id = $1 and ($2::uuid is null or app_id = $2) and ($3::uuid is null or id > $3)
    order by id
    limit $4`,
}

/** Adds a program to an app. Returns whether the workspace has the app. */
export async function insertProgram(database: Queryable, program: Program): Promise<boolean> {
  const { workspaceId, appId, id, name, createdAt } = program
  const rows = await database.query(insertStatement, [workspaceId, appId, id, name, createdAt])
  return rows.length > 0
}

/** Lists the programs of a workspace, or of one app of it, oldest first. */
export async function listPrograms(
  database: Queryable,
  { workspaceId, appId }: { readonly workspaceId: string; readonly appId: string | undefined },
  { after, limit }: ListPage,
): Promise<readonly Program[]> {
  return await database.query<Program>(listStatement, [workspaceId, appId ?? null, after ?? null, limit])
}
