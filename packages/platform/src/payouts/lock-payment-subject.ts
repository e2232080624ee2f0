import type { Queryable, Statement } from '../database/statements/database.ts'
import type {
  PaymentConfirmation,
  PaymentFact,
  PaymentRejectionCode,
  PaymentSubject,
} from './payment-fact.ts'
import { paymentFactKinds, reportEnds } from './payment-fact-kinds.ts'
import { isEndedSql } from './report-sql.ts'

const lockPayoutStatement: Statement = {
  name: 'payment_lock_payout',
  text: `
    select id as "payoutId", currency, is_voided as "isVoided", current_actor() like 'member:%' as "isByMember"
    from payouts
    where workspace_id = $1 and id = $2 and ($3::uuid[] is null or membership_id = any ($3))
    -- Facts about one payout take turns: each sees what the one before it has committed.
    for no key update`,
}

/** Finds the payout of a fact, and the report that it is or is about. */
const findTargetStatement = (kind: 'report' | 'dispute' | 'confirmation'): Statement => ({
  name: `payment_find_${kind}`,
  text: `
    select payout_id as "payoutId", ${kind === 'report' ? 'id' : 'report_id'} as "reportId"
    from ${paymentFactKinds[kind].table}
    where workspace_id = $1 and id = $2`,
})

const findReportEndStatement: Statement = {
  name: 'payment_find_report_end',
  text: reportEnds
    .map(
      ({ table, repeated }) =>
        `select '${repeated}' as "reportEnd" from ${table} where workspace_id = $1 and report_id = $2`,
    )
    .join(' union all '),
}

const listConfirmationsStatement: Statement = {
  name: 'payment_list_confirmations',
  text: `
    select
      confirmation.id, confirmation.report_id as "reportId", confirmation.amount_minor::text as "amountMinor",
      confirmation.actor, confirmation.created_at as "createdAt", word."isAnothersOwn",
      not ${isEndedSql()} and not exists (
        select from payment_disputes dispute
        where dispute.workspace_id = $1 and dispute.report_id = report.id and dispute.actor = confirmation.actor
          and dispute.actor like 'member:%'
          and not exists (
            select from payment_dispute_closings closing
            where closing.workspace_id = $1 and closing.dispute_id = dispute.id
          )
      ) as stands
    from payment_reports report
    join payment_confirmations confirmation
      on confirmation.workspace_id = $1 and confirmation.report_id = report.id
    cross join lateral (
      select confirmation.actor like 'member:%' and confirmation.actor <> current_actor() as "isAnothersOwn"
    ) word
    where report.workspace_id = $1 and report.payout_id = $2 and not exists (
      select from payment_confirmation_retractions retraction
      where retraction.workspace_id = $1 and retraction.confirmation_id = confirmation.id
    )
    order by word."isAnothersOwn" desc, confirmation.created_at, confirmation.id`,
}

/** A fact's payout and, where the fact is about one, its report. */
interface Target {
  readonly payoutId: string
  readonly reportId?: string
}

/** Where a fact is recorded, and of whose payouts alone: default of anybody's. */
export interface PaymentReach {
  readonly workspaceId: string
  readonly membershipIds?: readonly string[]
}

/** Finds what a fact is about and locks that payout until the transaction ends. */
export async function lockPaymentSubject(
  tx: Queryable,
  { workspaceId, membershipIds }: PaymentReach,
  fact: PaymentFact,
): Promise<PaymentSubject | PaymentRejectionCode> {
  const target = await findTarget(tx, workspaceId, fact)
  if (typeof target === 'string') return target
  const { payoutId, reportId } = target
  const values = [workspaceId, payoutId, membershipIds ?? null]
  const [payout] = await tx.query<LockedPayout>(lockPayoutStatement, values)
  if (payout === undefined) return 'unknown_payout'
  const [end] =
    reportId === undefined
      ? []
      : await tx.query<Pick<PaymentSubject, 'reportEnd'>>(findReportEndStatement, [workspaceId, reportId])
  const confirmations = await listConfirmations(tx, workspaceId, payout)
  return { ...payout, reportId, reportEnd: end?.reportEnd ?? null, confirmations }
}

type LockedPayout = Omit<PaymentSubject, 'reportId' | 'reportEnd' | 'confirmations'>

async function listConfirmations(
  tx: Queryable,
  workspaceId: string,
  { payoutId, currency }: LockedPayout,
): Promise<readonly PaymentConfirmation[]> {
  type Row = Omit<PaymentConfirmation, 'amount'> & { readonly amountMinor: string }
  const rows = await tx.query<Row>(listConfirmationsStatement, [workspaceId, payoutId])
  return rows.map(({ amountMinor, ...row }) => ({ ...row, amount: { amountMinor, currency } }))
}

/** Finds the payout that a fact is about and, where it is about one, the report. */
export async function findTarget(
  tx: Queryable,
  workspaceId: string,
  fact: PaymentFact,
): Promise<Target | PaymentRejectionCode> {
  if ('payoutId' in fact) return { payoutId: fact.payoutId }
  const find = async (kind: Parameters<typeof findTargetStatement>[0], id: string) => {
    const [target] = await tx.query<Target>(findTargetStatement(kind), [workspaceId, id])
    return target ?? (`unknown_${kind}` as const)
  }
  if ('disputeId' in fact) return await find('dispute', fact.disputeId)
  if ('confirmationId' in fact) return await find('confirmation', fact.confirmationId)
  return await find('report', fact.reportId)
}
