import { countOpenCases } from '../attribution/cases.ts'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { isEndedSql } from '../payouts/report-sql.ts'

/** What waits for a person in a workspace. */
export interface Waiting {
  /** Cases in which a person has to say who brought a shop. */
  readonly openCases: number
  /** Applications of which nobody has said yet whether they are approved, by the name of their program. */
  readonly applications: readonly OpenApplications[]
  /** Contracts that were proposed, and nobody has reviewed. */
  readonly openProposals: number
  /** Payouts of which a member says that they did not arrive, the oldest first. */
  readonly disputes: readonly OpenDispute[]
}

/** How many have applied to a program and wait. */
export interface OpenApplications {
  readonly programId: string
  readonly programName: string
  readonly open: number
}

/** A payout that is disputed. */
export interface OpenDispute {
  readonly payoutId: string
  readonly membershipId: string
  readonly memberName: string
  /** What did not arrive: of the payments that are disputed, in minor units. */
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

const listApplicationsStatement: Statement = {
  name: 'overview_list_applications',
  text: `
    select program.id as "programId", program.name as "programName", count(*)::integer as open
    from applications application
    join programs program on program.workspace_id = $1 and program.id = application.program_id
    where application.workspace_id = $1 and application.state = 'open'
    group by program.id, program.name
    order by program.name, program.id`,
}

const disputesMax = 20

const listDisputesStatement: Statement = {
  name: 'overview_list_disputes',
  text: `
    select
      dispute.payout_id as "payoutId", payout.membership_id as "membershipId", member.member_name as "memberName",
      dispute.amount_minor::text as "amountMinor", payout.currency, dispute.since
    from (
      select report.payout_id, sum(report.amount_minor) as amount_minor, min(disputed.since) as since
      from (
        select report_id, min(created_at) as since
        from payment_disputes
        where workspace_id = $1 and not exists (
          select from payment_dispute_closings closing
          where closing.workspace_id = $1 and closing.dispute_id = payment_disputes.id
        )
        group by report_id
      ) disputed
      join payment_reports report on report.workspace_id = $1 and report.id = disputed.report_id
      where not ${isEndedSql()}
      group by report.payout_id
    ) dispute
    join payouts payout on payout.workspace_id = $1 and payout.id = dispute.payout_id
    join memberships member on member.workspace_id = $1 and member.id = payout.membership_id
    order by dispute.since, dispute.payout_id
    limit ${disputesMax}`,
}

/** Reads what waits for a person. */
export async function readWaiting(database: Queryable, workspaceId: string): Promise<Waiting> {
  const [openCases, applications, [proposals], disputes] = await Promise.all([
    countOpenCases(database, workspaceId),
    database.query<OpenApplications>(listApplicationsStatement, [workspaceId]),
    database.query<Pick<Waiting, 'openProposals'>>(countProposalsStatement, [workspaceId]),
    database.query<OpenDispute>(listDisputesStatement, [workspaceId]),
  ])
  return {
    ...{ applications, openCases, disputes },
    openProposals: proposals?.openProposals ?? 0,
  }
}
