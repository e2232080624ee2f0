import type { Queryable, Statement } from '../database/statements/database.ts'

/** How far a workspace has come before its first payout run, and the records that the next commands name. */
export interface FirstSteps {
  readonly hasSales: boolean
  readonly hasTerms: boolean
  readonly hasLink: boolean
  readonly hasInstall: boolean
  /** The first of each; null where there is none. */
  readonly appId: string | null
  readonly programId: string | null
  readonly membershipId: string | null
}

const statement: Statement = {
  name: 'overview_read_first_steps',
  text: `
    select
      exists (select from sale_connections where workspace_id = $1)
        or exists (select from app_transactions where workspace_id = $1) as "hasSales",
      exists (select from terms_versions where workspace_id = $1) as "hasTerms",
      exists (select from links where workspace_id = $1) as "hasLink",
      exists (select from install_events where workspace_id = $1 and source = 'bridge')
        or exists (select from receipts where workspace_id = $1) as "hasInstall",
      (select id from apps where workspace_id = $1 order by id limit 1) as "appId",
      (select id from programs where workspace_id = $1 order by id limit 1) as "programId",
      (select id from memberships where workspace_id = $1 order by id limit 1) as "membershipId"`,
}

/** Reads how far a workspace has come before its first payout run. */
export async function readFirstSteps(database: Queryable, workspaceId: string): Promise<FirstSteps> {
  const [steps] = await database.query<FirstSteps>(statement, [workspaceId])
  if (steps === undefined) throw new RangeError('A row is read of each workspace.')
  return steps
}
