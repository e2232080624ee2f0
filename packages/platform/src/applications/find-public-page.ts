import type { SavedTermsRules } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'

/** What anybody can read of a program that has a public page. */
export interface PublicPage {
  readonly workspaceId: string
  readonly workspaceName: string
  readonly programId: string
  readonly programName: string
  readonly appName: string
  /** For whoever is taken in today; null where the program has none in force. */
  readonly rules: SavedTermsRules | null
}

// Who opens it names no workspace.
const findWorkspaceStatement: Statement = {
  name: 'program_find_by_id',
  text: `
    select workspace_id as "workspaceId" from programs
    where id = $1 and has_public_page and closed_at is null`,
}

const readStatement: Statement = {
  name: 'program_read_public',
  text: `
    select
      workspace.workspace_id as "workspaceId", workspace.name as "workspaceName", program.id as "programId",
      program.name as "programName", app.name as "appName", (
        select version.rules from terms_versions version
        where version.workspace_id = $1 and version.target_id = $2 and version.effective_at <= $3
        order by version.effective_at desc, version.id desc
        limit 1
      ) as rules
    from programs program
    join apps app on app.workspace_id = $1 and app.id = program.app_id
    join workspaces workspace on workspace.workspace_id = $1
    where program.workspace_id = $1 and program.id = $2`,
}

/** Finds the public page of a program; `undefined` where it has none, is closed or is not there. */
export async function findPublicPage(
  database: Queryable,
  programId: string,
  at: Date,
): Promise<PublicPage | undefined> {
  const [found] = await database.query<Pick<PublicPage, 'workspaceId'>>(findWorkspaceStatement, [programId])
  if (found === undefined) return undefined
  const [page] = await database.query<PublicPage>(readStatement, [found.workspaceId, programId, at])
  return page
}
