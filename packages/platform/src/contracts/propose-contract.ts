import type { Database, Statement, Transaction } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { readDatabaseTime } from '../database/statements/time.ts'
import { findReferral } from '../referrals/read-referrals.ts'

/** Other rules for an existing referral, from a later date. */
export interface NewProposal {
  readonly workspaceId: string
  readonly referralId: string
  /** The version whose rules are proposed: of the membership, its group or its program. */
  readonly termsVersionId: string
  readonly appliesFrom: Date
  readonly actor: string
}

/** A proposal that waits for its review. */
export interface ProposalRecord extends Omit<NewProposal, 'workspaceId'> {
  readonly id: string
}

/** Why there is no proposal. */
export type ProposalRejection =
  | 'unknown_referral'
  | 'referral_voided'
  | 'unknown_terms_version'
  | 'date_in_past'
  | 'date_taken'

/** The proposal, or why there is none. */
export type Proposing =
  | { readonly ok: true; readonly proposal: ProposalRecord }
  | { readonly ok: false; readonly rejection: ProposalRejection }

const findVersionStatement: Statement = {
  name: 'contract_find_version',
  text: `
    select 1
    from terms_versions
    where workspace_id = $1 and id = $2 and target_id in ($3, $4, $5)`,
}

const isDateTakenStatement: Statement = {
  name: 'contract_is_date_taken',
  text: 'select 1 from referral_contracts where workspace_id = $1 and referral_id = $2 and applies_from = $3',
}

const insertStatement: Statement = {
  name: 'contract_insert_proposal',
  text: `
    insert into contract_proposals (workspace_id, id, referral_id, terms_version_id, applies_from, actor)
    values ($1, $2, $3, $4, $5, $6)`,
}

/** Proposes other rules for a referral (D42). They apply only when another actor accepts them, before their date. */
export async function proposeContract(database: Database, plan: NewProposal): Promise<Proposing> {
  return await database.transaction(async (tx) => {
    const { workspaceId, ...content } = plan
    const rejection = await findRejection(tx, plan)
    if (rejection !== undefined) return { ok: false, rejection }
    const id = newId()
    const { referralId, termsVersionId, appliesFrom, actor } = content
    await tx.query(insertStatement, [workspaceId, id, referralId, termsVersionId, appliesFrom, actor])
    return { ok: true, proposal: { id, ...content } }
  })
}

async function findRejection(tx: Transaction, plan: NewProposal): Promise<ProposalRejection | undefined> {
  const { workspaceId, referralId, termsVersionId, appliesFrom } = plan
  const referral = await findReferral(tx, plan)
  if (referral === undefined) return 'unknown_referral'
  if (referral.voidedAt !== null) return 'referral_voided'
  const { membershipId, groupId, programId } = referral
  const targets = [workspaceId, termsVersionId, membershipId, groupId, programId]
  if ((await tx.query(findVersionStatement, targets)).length === 0) return 'unknown_terms_version'
  if (appliesFrom < (await readDatabaseTime(tx))) return 'date_in_past'
  const isTaken = await tx.query(isDateTakenStatement, [workspaceId, referralId, appliesFrom])
  return isTaken.length > 0 ? 'date_taken' : undefined
}
