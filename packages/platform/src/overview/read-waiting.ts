import { countOpenCases } from '../attribution/cases.ts'
import type { Queryable, Statement } from '../database/statements/database.ts'

/** What waits for a person in a workspace. */
export interface Waiting {
  /** Cases in which a person has to say who brought a shop. */
  readonly openCases: number
  /** Applications of which nobody has said yet whether they are approved. */
  readonly openApplications: number
  /** Contracts that were proposed, and nobody has reviewed. */
  readonly openProposals: number
  /** Payouts of which a member says that they did not arrive, the oldest first. */
  readonly disputes: readonly OpenDispute[]
}

/** A payout that is disputed. */
export interface OpenDispute {
  readonly payoutId: string
  readonly membershipId: string
  readonly memberName: string
  /** Of the payout, in minor units. */
  readonly amountMinor: string
  readonly currency: string
  readonly since: Date
}

const countProposalsStatement: Statement = {
  name: 'overview_count_proposals',
  text: `
    select count(*)::integer as "openProposals"
    from contract_proposals proposal
    where proposal.workspace_id = $1 and not exists (
      select from contract_proposal_reviews where workspace_id = $1 and proposal_id = proposal.id
    )`,
}

const countApplicationsStatement: Statement = {
  name: 'overview_count_applications',
  text: `
    select count(*)::integer as "openApplications" from applications
    where workspace_id = $1 and state = 'open'`,
}

const disputesMax = 20

const listDisputesStatement: Statement = {
  name: 'overview_list_disputes',
  text: `
    select
      payout.id as "payoutId", payout.membership_id as "membershipId", member.member_name as "memberName",
      payout.amount_minor::text as "amountMinor", payout.currency, dispute.since
    from (
      select payout_id, min(created_at) as since
      from payment_disputes
      where workspace_id = $1 and not exists (
        select from payment_dispute_closings closing
        where closing.workspace_id = $1 and closing.dispute_id = payment_disputes.id
      )
      group by payout_id
    ) dispute
    join payouts payout on payout.workspace_id = $1 and payout.id = dispute.payout_id and payout.open_disputes > 0
    join memberships member on member.workspace_id = $1 and member.id = payout.membership_id
    order by dispute.since, payout.id
    limit ${disputesMax}`,
}

/** Reads what waits for a person. */
export async function readWaiting(database: Queryable, workspaceId: string): Promise<Waiting> {
  const [openCases, [applications], [proposals], disputes] = await Promise.all([
    countOpenCases(database, workspaceId),
    database.query<Pick<Waiting, 'openApplications'>>(countApplicationsStatement, [workspaceId]),
    database.query<Pick<Waiting, 'openProposals'>>(countProposalsStatement, [workspaceId]),
    database.query<OpenDispute>(listDisputesStatement, [workspaceId]),
  ])
  return {
    openApplications: applications?.openApplications ?? 0,
    openCases,
    openProposals: proposals?.openProposals ?? 0,
    disputes,
  }
}
