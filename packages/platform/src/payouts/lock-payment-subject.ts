import type { Queryable, Statement } from '../database/database.ts'
import type { PaymentFact, PaymentRejection, PaymentSubject } from './payment-fact.ts'

const lockPayoutStatement: Statement = {
  name: 'payment_lock_payout',
  text: `
    select id as "payoutId", currency, is_voided as "isVoided"
    from payouts
    where workspace_id = $1 and id = $2
    -- Facts about one payout take turns: each sees what the one before it has committed.
    for no key update`,
}

const findReportStatement: Statement = {
  name: 'payment_find_report',
  text: 'select payout_id as "payoutId" from payment_reports where workspace_id = $1 and id = $2',
}

const findDisputeStatement: Statement = {
  name: 'payment_find_dispute',
  text: `
    select payout_id as "payoutId", report_id as "reportId"
    from payment_disputes
    where workspace_id = $1 and id = $2`,
}

const findConfirmationStatement: Statement = {
  name: 'payment_find_confirmation',
  text: `
    select payout_id as "payoutId", actor like 'member:%' and actor <> current_actor() as "isMembersOwn"
    from payment_confirmations
    where workspace_id = $1 and id = $2`,
}

const isRetractedStatement: Statement = {
  name: 'payment_is_retracted',
  text: 'select 1 from payment_report_retractions where workspace_id = $1 and report_id = $2',
}

/** A fact's payout and, where the fact is about one, its report. */
interface Target {
  readonly payoutId: string
  readonly reportId?: string
}

/** Finds what a fact is about, and keeps other facts about that payout away until the transaction ends. */
export async function lockPaymentSubject(
  tx: Queryable,
  workspaceId: string,
  fact: PaymentFact,
): Promise<PaymentSubject | PaymentRejection> {
  const target = await findTarget(tx, workspaceId, fact)
  if (typeof target === 'string') return target
  const [payout] = await tx.query<Omit<PaymentSubject, 'isRetracted'>>(lockPayoutStatement, [
    workspaceId,
    target.payoutId,
  ])
  if (payout === undefined) return 'unknown_payout'
  const { reportId } = target
  const retractions =
    reportId === undefined ? [] : await tx.query(isRetractedStatement, [workspaceId, reportId])
  return { ...payout, isRetracted: retractions.length > 0 }
}

async function findTarget(
  tx: Queryable,
  workspaceId: string,
  fact: PaymentFact,
): Promise<Target | PaymentRejection> {
  if ('payoutId' in fact) return { payoutId: fact.payoutId }
  if ('disputeId' in fact) {
    const [dispute] = await tx.query<Required<Target>>(findDisputeStatement, [workspaceId, fact.disputeId])
    return dispute ?? 'unknown_dispute'
  }
  if ('confirmationId' in fact) {
    const values = [workspaceId, fact.confirmationId]
    const [found] = await tx.query<Target & { isMembersOwn: boolean }>(findConfirmationStatement, values)
    if (found === undefined) return 'unknown_confirmation'
    return found.isMembersOwn ? 'confirmed_by_member' : found
  }
  const { reportId } = fact
  const [report] = await tx.query<Target>(findReportStatement, [workspaceId, reportId])
  return report === undefined ? 'unknown_report' : { ...report, reportId }
}
