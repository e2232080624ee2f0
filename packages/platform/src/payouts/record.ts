import { memberNameSql } from '../lists/record-sql.ts'
import { createRecordSource } from '../records/create-record-source.ts'
import { boundedListSql, instantSql, moneySql, objectSql, programNameSql } from '../records/wire-sql.ts'
import { payoutStatus, payoutUnpaid } from './payout-status.ts'

const recorded = (fact: string) => ({ createdAt: instantSql(`${fact}.created_at`), actor: `${fact}.actor` })

const because = (reason = 'reason') => ({ reason: `fact.${reason}`, ...recorded('fact') })

/** What was recorded about something else, at most once; null where it was not. */
const onceSql = (
  table: string,
  where: string,
  members: Readonly<Record<string, string>> = because(),
): string => `(
      select ${objectSql(members)}
      from ${table} fact
      where fact.workspace_id = $1 and ${where}
    )`

const ofPayout = (fact: string): string => `${fact}.workspace_id = $1 and ${fact}.payout_id = record.id`

// The lines by their own index, and the commission of each looked up: a payout may have very many of them.
const lines = boundedListSql(
  {
    entry: {
      commissionId: 'commission.id',
      referralId: 'commission.referral_id',
      entry: 'commission.entry',
      saleKind: 'commission.sale_kind',
      amount: moneySql('commission.amount_minor', 'commission.currency'),
      accruedAt: instantSql('commission.accrued_at'),
    },
    from: `payout_commissions line
          cross join lateral (
            select * from commissions where workspace_id = $1 and id = line.commission_id limit 1
          ) commission
          where ${ofPayout('line')}`,
    order: 'line.commission_id',
  },
  'record.line_count',
)

const reports = boundedListSql({
  entry: {
    id: 'report.id',
    amount: moneySql('report.amount_minor', 'record.currency'),
    method: 'report.method',
    reference: 'report.reference',
    paidAt: instantSql('report.paid_at'),
    ...recorded('report'),
    retraction: onceSql('payment_report_retractions', 'fact.report_id = report.id'),
    returned: onceSql('payment_report_returns', 'fact.report_id = report.id', {
      reference: 'fact.reference',
      ...because(),
    }),
  },
  from: `payment_reports report where ${ofPayout('report')}`,
  order: 'report.id',
})

// Found by their reports: that is where their index is.
const confirmations = boundedListSql({
  entry: {
    id: 'confirmation.id',
    reportId: 'confirmation.report_id',
    amount: moneySql('confirmation.amount_minor', 'record.currency'),
    ...recorded('confirmation'),
    retraction: onceSql('payment_confirmation_retractions', 'fact.confirmation_id = confirmation.id'),
  },
  from: `payment_confirmations confirmation
          where confirmation.workspace_id = $1
            and confirmation.report_id in (select report.id from payment_reports report where ${ofPayout('report')})`,
  order: 'confirmation.id',
})

const disputes = boundedListSql({
  entry: {
    id: 'dispute.id',
    reportId: 'dispute.report_id',
    reason: 'dispute.reason',
    ...recorded('dispute'),
    closing: onceSql('payment_dispute_closings', 'fact.dispute_id = dispute.id', because('resolution')),
  },
  from: `payment_disputes dispute where ${ofPayout('dispute')}`,
  order: 'dispute.id',
})

/** Reads a payout with its lines and all facts of its payment. */
export const payoutRecord = createRecordSource('getPayout', {
  table: 'payouts',
  members: {
    id: 'record.id',
    kind: "'payouts'",
    appId: 'record.app_id',
    programId: 'record.program_id',
    membershipId: 'record.membership_id',
    name: programNameSql('record.program_id'),
    status: payoutStatus,
    amount: moneySql('record.amount_minor', 'record.currency'),
    unpaid: moneySql(payoutUnpaid, 'record.currency'),
    reported: moneySql('record.reported_minor', 'record.currency'),
    confirmed: moneySql('record.confirmed_minor', 'record.currency'),
    memberName: memberNameSql('record.membership_id'),
    createdAt: instantSql('record.created_at'),
    groupId: 'record.group_id',
    runId: 'record.run_id',
    lines,
    reports,
    confirmations,
    disputes,
    voided: onceSql('payout_voids', 'fact.payout_id = record.id'),
  },
})
