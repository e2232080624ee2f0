import type { Queryable, Statement } from '../database/database.ts'
import type { ListPage } from '../database/list-page.ts'

/** A group of a program. */
export interface Group {
  readonly id: string
  readonly workspaceId: string
  readonly appId: string
  readonly programId: string
  readonly name: string
  /** Whether shops may be claimed by hand; null leaves it to the terms. */
  readonly allowManualClaims: boolean | null
  readonly createdAt: Date
}

/** What is read of a group, as SQL. */
export const groupColumns = `
      id, workspace_id as "workspaceId", app_id as "appId", program_id as "programId", name,
      allow_manual_claims as "allowManualClaims", created_at as "createdAt"`

const listStatement: Statement = {
  name: 'group_list',
  text: `
    select ${groupColumns}
    from groups
    where workspace_id = $1 and ($2::uuid is null or program_id = $2) and ($3::uuid is null or id > $3)
    order by id
    limit $4`,
}

/** Lists the groups of a workspace, or of one program of it, oldest first. */
export async function listGroups(
  database: Queryable,
  { workspaceId, programId }: { readonly workspaceId: string; readonly programId: string | undefined },
  { after, limit }: ListPage,
): Promise<readonly Group[]> {
  return await database.query<Group>(listStatement, [workspaceId, programId ?? null, after ?? null, limit])
}
