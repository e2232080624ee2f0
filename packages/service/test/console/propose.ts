import { proposeContract } from '@affiliate-platform/platform/contracts'
import type { TestService } from '@affiliate-platform/test-support/test-service'

/** Proposes another contract for a shop of the demo, and returns the proposal's id. */
export async function propose({ database, ids }: TestService, actor = 'operator:test'): Promise<string> {
  const { workspaceId } = ids
  const [known] = await database.query<{ readonly referralId: string; readonly termsVersionId: string }>(
    {
      name: '',
      text: `
        select referral.id as "referralId", version.id as "termsVersionId"
        from referrals referral
        join terms_versions version
          on version.workspace_id = $1 and version.target_id in (referral.membership_id, referral.group_id, referral.program_id)
        where referral.workspace_id = $1 and referral.voided_at is null and not exists (
          select from contract_proposals where referral_id = referral.id
        )
        order by referral.id
        limit 1`,
    },
    [workspaceId],
  )
  if (known === undefined) throw new Error('The demo has referrals and terms.')
  const appliesFrom = new Date(Date.now() + 86_400_000)
  const proposing = await proposeContract(database, { ...known, workspaceId, appliesFrom, actor })
  if (!proposing.ok) throw new Error(proposing.rejection)
  return proposing.proposal.id
}
