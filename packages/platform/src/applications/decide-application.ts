import type { Database, Queryable, Statement } from '../database/statements/database.ts'
import { tellApplicant } from '../outbox/tell-application.ts'
import { type AdmissionRejection, admit, type MemberAdmission } from './admit-member.ts'
import { type Application, findApplication } from './list-applications.ts'

/** What a person says of an application. */
export interface ApplicationDecision {
  readonly workspaceId: string
  readonly applicationId: string
  readonly state: 'approved' | 'declined'
  /** Of the new member; null for none. */
  readonly groupId: string | null
  /** For operators alone: the applicant is not told. Null for none. */
  readonly reason: string | null
  readonly actor: string
}

/** Why an application is not decided. */
export type DecisionRejection = 'unknown_application' | 'decided_already' | AdmissionRejection

/** The application as it is then, or why it is not decided. */
export type DecidedApplication =
  | { readonly ok: true; readonly application: Application }
  | { readonly ok: false; readonly rejection: DecisionRejection }

// Two who decide at once take turns.
const lockStatement: Statement = {
  name: 'application_lock',
  text: `
    select program_id as "programId", email, name, state
    from applications
    where workspace_id = $1 and id = $2
    for update`,
}

const decideStatement: Statement = {
  name: 'application_decide',
  text: `
    update applications
    set state = $3, reason = $4, actor = $5, membership_id = $6, decided_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and id = $2`,
}

/**
 * Approves an application, which makes a membership and invites its person, or declines it with a mail that gives no reason.
 * What was decided stays.
 */
export async function decideApplication(
  database: Database,
  decision: ApplicationDecision,
): Promise<DecidedApplication> {
  const { workspaceId, applicationId, state, groupId, reason, actor } = decision
  return await database.transaction(async (tx) => {
    const found = await lock(tx, decision)
    if (found === undefined) return { ok: false, rejection: 'unknown_application' }
    if (found.state !== 'open') return { ok: false, rejection: 'decided_already' }
    const { programId, email, name } = found
    const isApproved = state === 'approved'
    const admitted = isApproved
      ? await admit(tx, { workspaceId, programId, groupId, email, name })
      : undefined
    if (admitted?.ok === false) return admitted
    const membershipId = admitted?.membershipId ?? null
    await tx.query(decideStatement, [workspaceId, applicationId, state, reason, actor, membershipId])
    if (!isApproved) await tellApplicant(tx, { workspaceId, applicationId }, 'application_declined')
    const application = await findApplication(tx, decision)
    if (application === undefined) throw new Error('An application that was decided is there.')
    return { ok: true, application }
  })
}

type Locked = Pick<MemberAdmission, 'programId' | 'email' | 'name'> & Pick<Application, 'state'>

async function lock(
  tx: Queryable,
  { workspaceId, applicationId }: ApplicationDecision,
): Promise<Locked | undefined> {
  const [found] = await tx.query<Locked>(lockStatement, [workspaceId, applicationId])
  return found
}
