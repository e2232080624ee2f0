import type { PayoutStatus } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { PaymentFactKind } from './payment-fact-kinds.ts'
import { payoutStatus, payoutUnpaid } from './payout-status.ts'

export interface PayoutKey {
  readonly workspaceId: string
  readonly payoutId: string
}

/** A payout and the state that follows from its facts; amounts in minor units of its currency. */
export interface PayoutView {
  readonly id: string
  readonly appId: string
  readonly programId: string
  readonly groupId: string | null
  readonly membershipId: string
  readonly status: PayoutStatus
  readonly amountMinor: string
  readonly unpaidMinor: string
  readonly currency: string
  readonly createdAt: Date
  /** The run that froze it; null where it comes from none. */
  readonly runId: string | null
}

/** One fact about a payout; what its kind does not have is null. */
export interface PayoutFact {
  readonly kind: PaymentFactKind
  readonly id: string | null
  /** The report that it is about; of a closing the dispute, of a confirmation_retraction the confirmation. */
  readonly about: string | null
  readonly amountMinor: string | null
  readonly method: string | null
  readonly reference: string | null
  readonly paidAt: Date | null
  /** The reason, or of a closing the resolution. */
  readonly reason: string | null
  readonly createdAt: Date
  /** Who recorded it (D65). A confirmation is the member's own, or an operator's on the member's behalf (D66). */
  readonly actor: string
}

const findStatement: Statement = {
  name: 'payout_find',
  text: `
    select
      id, app_id as "appId", program_id as "programId", group_id as "groupId", membership_id as "membershipId",
      ${payoutStatus} as status, amount_minor::text as "amountMinor", (${payoutUnpaid})::text as "unpaidMinor", currency,
      created_at as "createdAt", run_id as "runId"
    from payouts record
    where workspace_id = $1 and id = $2`,
}

// Retractions, returns, confirmations and closings are found by what they are about: that is where their indexes are.
const selectKind: Readonly<Record<PaymentFactKind, string>> = {
  report: `
    select 1 as step, 'report' as kind, id, null::uuid as about, amount_minor, method, reference, paid_at,
      null::text as reason, created_at, actor
    from reports`,
  confirmation: `
    select 2, 'confirmation', id, report_id, amount_minor, null, null, null, null, created_at, actor
    from payment_confirmations
    where workspace_id = $1 and report_id in (select id from reports)`,
  dispute: `
    select 3, 'dispute', id, report_id, null, null, null, null, reason, created_at, actor
    from disputes`,
  closing: `
    select 4, 'closing', null, dispute_id, null, null, null, null, resolution, created_at, actor
    from payment_dispute_closings
    where workspace_id = $1 and dispute_id in (select id from disputes)`,
  retraction: `
    select 5, 'retraction', null, report_id, null, null, null, null, reason, created_at, actor
    from payment_report_retractions
    where workspace_id = $1 and report_id in (select id from reports)`,
  confirmation_retraction: `
    select 6, 'confirmation_retraction', null, confirmation_id, null, null, null, null, reason, created_at, actor
    from payment_confirmation_retractions
    where workspace_id = $1 and confirmation_id in (
      select id from payment_confirmations
      where workspace_id = $1 and report_id in (select id from reports)
    )`,
  return: `
    select 7, 'return', null, report_id, null, null, reference, null, reason, created_at, actor
    from payment_report_returns
    where workspace_id = $1 and report_id in (select id from reports)`,
  void: `
    select 8, 'void', null, null, null, null, null, null, reason, created_at, actor
    from payout_voids
    where workspace_id = $1 and payout_id = $2`,
}

/** Selects the facts about the payout `$2` of the workspace `$1`, in the order in which they were recorded. */
export const selectPayoutFacts = `
  with
    reports as (
      select id, amount_minor, method, reference, paid_at, created_at, actor
      from payment_reports
      where workspace_id = $1 and payout_id = $2
    ),
    disputes as (
      select id, report_id, reason, created_at, actor
      from payment_disputes
      where workspace_id = $1 and payout_id = $2
    )
  select
    kind, id, about, amount_minor::text as "amountMinor", method, reference, paid_at as "paidAt", reason,
    created_at as "createdAt", actor
  from (${Object.values(selectKind).join(' union all ')}
  ) facts
  order by facts.created_at, facts.step, facts.id`

const listFactsStatement: Statement = { name: 'payout_list_facts', text: selectPayoutFacts }

/** Finds a payout with its state. */
export async function findPayout(
  database: Queryable,
  { workspaceId, payoutId }: PayoutKey,
): Promise<PayoutView | undefined> {
  const [payout] = await database.query<PayoutView>(findStatement, [workspaceId, payoutId])
  return payout
}

const findEnteredStatement: Statement = {
  name: 'payout_find_entered',
  text: `
    select from payout_commissions line
    join commissions entered on entered.workspace_id = $1 and entered.id = line.commission_id
    where line.workspace_id = $1 and line.payout_id = $2 and entered.cause = 'manual'
    limit 1`,
}

/** Whether a payout was made by hand, so that its void takes back all of it (D116). */
export async function isMadeByHand(
  database: Queryable,
  { workspaceId, payoutId }: PayoutKey,
): Promise<boolean> {
  return (await database.query(findEnteredStatement, [workspaceId, payoutId])).length > 0
}

const findOpenDisputeStatement: Statement = {
  name: 'payment_find_open_dispute',
  text: `
    select id
    from payment_disputes dispute
    where workspace_id = $1 and report_id = $2 and not exists (
      select from payment_dispute_closings closing
      where closing.workspace_id = $1 and closing.dispute_id = dispute.id
    )
    limit 1`,
}

/** Finds a dispute of a report that is still open, and returns its id. */
export async function findOpenDispute(
  database: Queryable,
  { workspaceId, reportId }: { readonly workspaceId: string; readonly reportId: string },
): Promise<string | undefined> {
  const [dispute] = await database.query<{ readonly id: string }>(findOpenDisputeStatement, [
    workspaceId,
    reportId,
  ])
  return dispute?.id
}

/** Lists the facts about a payout in the order in which they were recorded. */
export async function listPayoutFacts(
  database: Queryable,
  { workspaceId, payoutId }: PayoutKey,
): Promise<readonly PayoutFact[]> {
  return await database.query<PayoutFact>(listFactsStatement, [workspaceId, payoutId])
}

/** Who is paid, and what is reported and confirmed, in minor units. */
interface PayoutColumns {
  readonly payee: string
  readonly reportedMinor: string
  readonly confirmedMinor: string
}

const findColumnsStatement: Statement = {
  name: 'payout_find_columns',
  text: `
    select
      membership.member_name as "payee", payout.reported_minor::text as "reportedMinor",
      payout.confirmed_minor::text as "confirmedMinor"
    from payouts payout
      join memberships membership
        on membership.workspace_id = payout.workspace_id and membership.id = payout.membership_id
    where payout.workspace_id = $1 and payout.id = $2`,
}

/** Finds who is paid by a payout, and its sums. */
export async function findPayoutColumns(
  database: Queryable,
  { workspaceId, payoutId }: PayoutKey,
): Promise<PayoutColumns | undefined> {
  const [columns] = await database.query<PayoutColumns>(findColumnsStatement, [workspaceId, payoutId])
  return columns
}
