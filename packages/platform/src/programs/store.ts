import type { Queryable, Statement } from '../database/database.ts'
import type { ListPage } from '../database/list-page.ts'

/** A program of an app. */
export interface Program {
  readonly id: string
  readonly workspaceId: string
  readonly appId: string
  readonly name: string
  readonly createdAt: Date
  /** Since when it takes no new members and referrals (D139); null while it is open. */
  readonly closedAt: Date | null
}

/** What may be changed of a program; what is absent stays. */
export interface ProgramChanges {
  readonly name?: string | undefined
  readonly isClosed?: boolean | undefined
}

const columns = `
      id, workspace_id as "workspaceId", app_id as "appId", name, created_at as "createdAt", closed_at as "closedAt"`

const insertStatement: Statement = {
  name: 'program_insert',
  text: `
    insert into programs (workspace_id, id, app_id, name, created_at)
    select workspace_id, $3, id, $4, $5
    from apps
    where workspace_id = $1 and id = $2
    returning id`,
}

const updateStatement: Statement = {
  name: 'program_update',
  text: `
    update programs
    set name = coalesce($3, name),
        closed_at = case $4::boolean
          when true then coalesce(closed_at, date_trunc('milliseconds', now()))
          when false then null
          else closed_at
        end
    where workspace_id = $1 and id = $2
    returning ${columns}`,
}

const findClosedStatement: Statement = {
  name: 'program_find_closed',
  text: 'select from programs where workspace_id = $1 and id = $2 and closed_at is not null',
}

const listStatement: Statement = {
  name: 'program_list',
  text: `
    select ${columns}
    from programs
    where workspace_id = $1 and ($2::uuid is null or app_id = $2) and ($3::uuid is null or id > $3)
    order by id
    limit $4`,
}

/** Adds a program to an app. Returns whether the workspace has the app. */
export async function insertProgram(
  database: Queryable,
  program: Omit<Program, 'closedAt'>,
): Promise<boolean> {
  const { workspaceId, appId, id, name, createdAt } = program
  const rows = await database.query(insertStatement, [workspaceId, appId, id, name, createdAt])
  return rows.length > 0
}

/** Changes a program. Returns it as it is then, or `undefined` when the workspace has no such program. */
export async function updateProgram(
  database: Queryable,
  { workspaceId, id }: Pick<Program, 'workspaceId' | 'id'>,
  { name, isClosed }: ProgramChanges,
): Promise<Program | undefined> {
  const values = [workspaceId, id, name ?? null, isClosed ?? null]
  const [program] = await database.query<Program>(updateStatement, values)
  return program
}

/** Whether the program of a record takes no new members and referrals (D139). */
export async function isClosed(
  database: Queryable,
  { workspaceId, programId }: { readonly workspaceId: string; readonly programId: string },
): Promise<boolean> {
  return (await database.query(findClosedStatement, [workspaceId, programId])).length > 0
}

/** Lists the programs of a workspace, or of one app of it, oldest first. */
export async function listPrograms(
  database: Queryable,
  { workspaceId, appId }: { readonly workspaceId: string; readonly appId: string | undefined },
  { after, limit }: ListPage,
): Promise<readonly Program[]> {
  return await database.query<Program>(listStatement, [workspaceId, appId ?? null, after ?? null, limit])
}
