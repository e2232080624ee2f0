import type { SavedTermsRules } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ProgramKey } from './store.ts'

/** A program as a screen shows it. */
export interface ShownProgram {
  readonly id: string
  readonly name: string
  readonly appName: string
  readonly isClosed: boolean
  readonly members: number
  readonly hasPublicPage: boolean
  readonly openApplications: number
}

/** The same with its groups and the terms that are in force. */
export interface ReadProgram extends ShownProgram {
  /** Since when it is closed; null while it is open. */
  readonly closedAt: Date | null
  readonly closedReason: string | null
  readonly rules: SavedTermsRules | null
  /** By name. */
  readonly groups: readonly { readonly id: string; readonly name: string; readonly members: number }[]
}

const shownMax = 200

const columns = `
      program.id, program.name, app.name as "appName", program.closed_at is not null as "isClosed",
      program.has_public_page as "hasPublicPage",
      (select count(*)::integer from memberships where workspace_id = $1 and program_id = program.id) as members,
      (
        select count(*)::integer from applications
        where workspace_id = $1 and program_id = program.id and state = 'open'
      ) as "openApplications"`

const from = `
    from programs program
    join apps app on app.workspace_id = $1 and app.id = program.app_id
    where program.workspace_id = $1`

const listStatement: Statement = {
  name: 'program_list_shown',
  text: `
    select ${columns}
    ${from}
    order by program.name, program.id
    limit ${shownMax}`,
}

const readStatement: Statement = {
  name: 'program_read_shown',
  text: `
    select ${columns}, program.closed_at as "closedAt", program.closed_reason as "closedReason", (
        select version.rules from terms_versions version
        where version.workspace_id = $1 and version.target_id = $2 and version.effective_at <= now()
        order by version.effective_at desc, version.id desc
        limit 1
      ) as rules
    ${from} and program.id = $2`,
}

const listGroupsStatement: Statement = {
  name: 'program_list_groups',
  text: `
    select id, name, (
        select count(*)::integer from memberships where workspace_id = $1 and group_id = groups.id
      ) as members
    from groups
    where workspace_id = $1 and program_id = $2
    order by name, id
    limit ${shownMax}`,
}

/** Lists the programs of a workspace, by name: the first 200. */
export async function listShownPrograms(
  database: Queryable,
  workspaceId: string,
): Promise<readonly ShownProgram[]> {
  return await database.query<ShownProgram>(listStatement, [workspaceId])
}

/** Reads a program with its groups, the first 200; `undefined` where the workspace has no such program. */
export async function readProgram(
  database: Queryable,
  { workspaceId, id }: ProgramKey,
): Promise<ReadProgram | undefined> {
  const [[program], groups] = await Promise.all([
    database.query<Omit<ReadProgram, 'groups'>>(readStatement, [workspaceId, id]),
    database.query<ReadProgram['groups'][number]>(listGroupsStatement, [workspaceId, id]),
  ])
  return program && { ...program, groups }
}
