import type { Database, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { tellSignInLinks } from '../mail/tell-sign-in-links.ts'
import { tellApplicant } from '../outbox/tell-application.ts'
import { tellMoneyMovers } from '../outbox/tell-money-movers.ts'
import { isMember } from './is-member.ts'

/** Somebody who wants to be a member. */
export interface Applicant {
  readonly workspaceId: string
  readonly programId: string
  readonly email: string
  readonly name: string
  /** Where they want to share the app. */
  readonly words: string
}

/** More than a person reads; what comes beyond is not kept. */
const openMax = 500

const insertStatement: Statement = {
  name: 'application_insert',
  text: `
    insert into applications (workspace_id, id, app_id, program_id, email, name, words)
    select $1, $3, app_id, id, lower($4), $5, $6
    from programs
    where workspace_id = $1 and id = $2 and has_public_page and closed_at is null and (
      select count(*) from applications where workspace_id = $1 and program_id = $2 and state = 'open'
    ) < ${openMax}
    on conflict (workspace_id, program_id, email) where state = 'open' do nothing
    returning 1`,
}

/**
 * Keeps an application until somebody decides, and tells the applicant and the operators of it. While one is open, another
 * one of the same address comes to nothing; whoever is a member of the program already is sent a link to sign in instead.
 * Who applies is not told which.
 */
export async function apply(database: Database, applicant: Applicant): Promise<void> {
  const { workspaceId, programId, email, name, words } = applicant
  if (await isMember(database, applicant)) {
    await tellSignInLinks(database, { email, audience: 'member' })
    return
  }
  await database.transaction(async (tx) => {
    const id = newId()
    const values = [workspaceId, programId, id, email, name, words]
    const isNew = (await tx.query(insertStatement, values)).length > 0
    if (!isNew) return
    await tellApplicant(tx, { workspaceId, applicationId: id }, 'application_received')
    await tellMoneyMovers(tx, workspaceId, { applicationId: id })
  })
}
