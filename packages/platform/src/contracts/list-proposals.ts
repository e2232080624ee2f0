import type { SavedTermsRules } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'

/** A proposed contract that nobody has reviewed. */
export interface OpenProposal {
  readonly id: string
  readonly shop: string
  readonly membershipId: string
  readonly memberName: string
  readonly appliesFrom: Date
  readonly createdAt: Date
  readonly actor: string
  /** Of the contract that applies until then, if there is one. */
  readonly before: SavedTermsRules | null
  readonly rules: SavedTermsRules
}

const listStatement: Statement = {
  name: 'contract_list_proposals',
  text: `
    select
      proposal.id, referral.shop_domain as shop, member.id as "membershipId", member.member_name as "memberName",
      proposal.applies_from as "appliesFrom", proposal.created_at as "createdAt", proposal.actor, known.rules as before,
      version.rules
    from contract_proposals proposal
    join referrals referral on referral.workspace_id = $1 and referral.id = proposal.referral_id
    join memberships member on member.workspace_id = $1 and member.id = referral.membership_id
    join terms_versions version on version.workspace_id = $1 and version.id = proposal.terms_version_id
    left join lateral (
      select contract.rules from referral_contracts contract
      where contract.workspace_id = $1 and contract.referral_id = referral.id
        and contract.applies_from <= proposal.applies_from
      order by contract.applies_from desc
      limit 1
    ) known on true
    where proposal.workspace_id = $1 and ($2::uuid is null or proposal.id > $2) and not exists (
      select from contract_proposal_reviews review
      where review.workspace_id = $1 and review.proposal_id = proposal.id
    )
    order by proposal.id
    limit $3`,
}

/** Lists the contracts that were proposed and that nobody has reviewed, the oldest first. */
export async function listOpenProposals(
  database: Queryable,
  workspaceId: string,
  { after, limit }: ListPage,
): Promise<readonly OpenProposal[]> {
  return await database.query<OpenProposal>(listStatement, [workspaceId, after ?? null, limit])
}
