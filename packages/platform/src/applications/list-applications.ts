import type { Queryable, Statement } from '../database/statements/database.ts'

/** How far an application is. */
export const applicationStates = ['open', 'approved', 'declined'] as const

/** Somebody who has applied, and what was decided. */
export interface Application {
  readonly id: string
  readonly programId: string
  readonly programName: string
  readonly email: string
  readonly name: string
  /** Where they want to share the app. */
  readonly words: string
  readonly state: (typeof applicationStates)[number]
  readonly createdAt: Date
  readonly decidedAt: Date | null
  /** Who has decided. */
  readonly actor: string | null
  readonly reason: string | null
  /** The member that they became. */
  readonly membershipId: string | null
}

/** Which applications: of one workspace, and only those to which everything applies that is given. */
export interface ApplicationFilter {
  readonly workspaceId: string
  readonly programId: string | undefined
  readonly state: Application['state'] | undefined
}

const select = `
    select
      application.id, application.program_id as "programId", program.name as "programName", application.email,
      application.name, application.words, application.state, application.created_at as "createdAt",
      application.decided_at as "decidedAt", application.actor, application.reason,
      application.membership_id as "membershipId"
    from applications application
    join programs program on program.workspace_id = $1 and program.id = application.program_id
    where application.workspace_id = $1`

const listStatement: Statement = {
  name: 'application_list',
  text: `
    ${select} and ($2::uuid is null or application.program_id = $2) and ($3::text is null or application.state = $3)
      and ($4::uuid is null or application.id < $4)
    order by application.id desc
    limit $5`,
}

const findStatement: Statement = {
  name: 'application_find',
  text: `${select} and application.id = $2`,
}

const listOfAddressStatement: Statement = {
  name: 'application_list_of_address',
  text: `${select} and application.email = $2 order by application.id desc`,
}

/** Lists applications, the newest first. */
export async function listApplications(
  database: Queryable,
  { workspaceId, programId, state }: ApplicationFilter,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly Application[]> {
  const values = [workspaceId, programId ?? null, state ?? null, after ?? null, limit]
  return await database.query<Application>(listStatement, values)
}

export async function findApplication(
  database: Queryable,
  { workspaceId, applicationId }: { readonly workspaceId: string; readonly applicationId: string },
): Promise<Application | undefined> {
  const [found] = await database.query<Application>(findStatement, [workspaceId, applicationId])
  return found
}

/** Lists what was applied for by an address, the newest first. */
export async function listApplicationsOf(
  database: Queryable,
  { workspaceId, email }: Pick<Application, 'email'> & { readonly workspaceId: string },
): Promise<readonly Application[]> {
  return await database.query<Application>(listOfAddressStatement, [workspaceId, email])
}
