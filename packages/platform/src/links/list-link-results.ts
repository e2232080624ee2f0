import type { Queryable, Statement } from '../database/statements/database.ts'

/** What came of a link. */
export interface LinkResults {
  readonly linkId: string
  /** The shops that were referred by it and still are. */
  readonly referrals: number
  /** Those of them by which something was earned. */
  readonly paying: number
}

// A shop counts for each link by which it is known to have come.
const listStatement: Statement = {
  name: 'link_list_results',
  text: `
    select came.link_id as "linkId", count(*)::integer as referrals,
      (count(*) filter (where came.is_paying))::integer as paying
    from (
      select distinct told.link_id, referral.id, exists (
        select from commissions where workspace_id = $1 and referral_id = referral.id
      ) as is_paying
      from referrals referral
      join referral_evidence shown on shown.workspace_id = $1 and shown.referral_id = referral.id
      join evidence told on told.workspace_id = $1 and told.id = shown.evidence_id
      where referral.workspace_id = $1 and referral.membership_id = $2 and referral.voided_at is null
        and told.link_id is not null
    ) came
    group by came.link_id`,
}

/** Lists what came of a member's links; of a link that is not among them, nothing did. */
export async function listLinkResults(
  database: Queryable,
  { workspaceId, membershipId }: { readonly workspaceId: string; readonly membershipId: string },
): Promise<readonly LinkResults[]> {
  return await database.query<LinkResults>(listStatement, [workspaceId, membershipId])
}
