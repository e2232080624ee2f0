import type { Database, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { lockShop } from '../posting/lock-shops.ts'
import { postAllIn } from '../posting/post-shop.ts'

/** What someone decides about a proposal. */
export interface ProposalReview {
  readonly workspaceId: string
  readonly proposalId: string
  readonly decision: 'accept' | 'decline'
  readonly reason: string
  readonly actor: string
}

/** Why a review does not count. */
export type ReviewRejection =
  | 'unknown_proposal'
  | 'reviewed_already'
  | 'own_proposal'
  | 'referral_voided'
  | 'date_passed'
  | 'date_taken'

/** The contract that an accepted proposal adds; or why nothing was done. */
export type Reviewing =
  | { readonly ok: true; readonly contractId: string | null }
  | { readonly ok: false; readonly rejection: ReviewRejection }

interface Proposal {
  readonly appId: string
  readonly shopDomain: string
  readonly actor: string
  readonly isReviewed: boolean
  readonly isVoided: boolean
  readonly isPassed: boolean
  readonly isDateTaken: boolean
}

const findStatement: Statement = {
  name: 'contract_find_proposal',
  text: `
    select
      referral.app_id as "appId", referral.shop_domain as "shopDomain", proposal.actor,
      referral.voided_at is not null as "isVoided",
      proposal.applies_from < date_trunc('milliseconds', now()) as "isPassed",
      exists (
        select from contract_proposal_reviews review
        where review.workspace_id = $1 and review.proposal_id = proposal.id
      ) as "isReviewed",
      exists (
        select from referral_contracts contract
        where contract.workspace_id = $1
          and contract.referral_id = proposal.referral_id
          and contract.applies_from = proposal.applies_from
      ) as "isDateTaken"
    from contract_proposals proposal
    join referrals referral
      on referral.workspace_id = proposal.workspace_id and referral.id = proposal.referral_id
    where proposal.workspace_id = $1 and proposal.id = $2`,
}

const insertReviewStatement: Statement = {
  name: 'contract_insert_review',
  text: `
    insert into contract_proposal_reviews (workspace_id, proposal_id, decision, reason, actor)
    values ($1, $2, $3, $4, $5)`,
}

const insertContractStatement: Statement = {
  name: 'contract_insert_accepted',
  text: `
    insert into referral_contracts
      (workspace_id, id, referral_id, terms_version_id, rules, applies_from, proposal_id, reason, actor, created_at)
    select proposal.workspace_id, $3, proposal.referral_id, proposal.terms_version_id, version.rules,
      proposal.applies_from, proposal.id, $4, $5, date_trunc('milliseconds', now())
    from contract_proposals proposal
    join terms_versions version
      on version.workspace_id = proposal.workspace_id and version.id = proposal.terms_version_id
    where proposal.workspace_id = $1 and proposal.id = $2`,
}

/** Accepts or declines a proposal, by another actor than the one who made it (D42). */
export async function reviewProposal(database: Database, review: ProposalReview): Promise<Reviewing> {
  const { workspaceId, proposalId, decision, reason, actor } = review
  return await database.transaction(async (tx) => {
    const key = [workspaceId, proposalId]
    const [seen] = await tx.query<Proposal>(findStatement, key)
    if (seen === undefined) return { ok: false, rejection: 'unknown_proposal' }
    const shop = { workspaceId, appId: seen.appId, shopDomain: seen.shopDomain }
    await lockShop(tx, shop)
    const [proposal] = await tx.query<Proposal>(findStatement, key)
    const rejection = checkReview(proposal ?? seen, review)
    if (rejection !== undefined) return { ok: false, rejection }
    await tx.query(insertReviewStatement, [...key, decision, reason, actor])
    if (decision === 'decline') return { ok: true, contractId: null }
    const contractId = newId()
    await tx.query(insertContractStatement, [...key, contractId, reason, actor])
    await postAllIn(tx, { ...shop, actor, runId: null })
    return { ok: true, contractId }
  })
}

function checkReview(proposal: Proposal, { decision, actor }: ProposalReview): ReviewRejection | undefined {
  if (proposal.isReviewed) return 'reviewed_already'
  if (proposal.actor === actor) return 'own_proposal'
  if (decision === 'decline') return undefined
  if (proposal.isVoided) return 'referral_voided'
  if (proposal.isPassed) return 'date_passed'
  return proposal.isDateTaken ? 'date_taken' : undefined
}
