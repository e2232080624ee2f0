import type { operations } from '@affiliate-platform/contract'
import type { RecordSource } from '@affiliate-platform/contract/server'
import type { RequestContext } from '../database/requests/request-context.ts'
import { explainCommission } from '../explain/explain-commissions.ts'
import { toCommissionExplanation } from '../explain/explanation.ts'
import { createRecordSource } from '../records/create-record-source.ts'
import { instantSql, moneySql, programNameSql } from '../records/wire-sql.ts'
import { commissionStatus } from './commission-status.ts'

const readRecord = createRecordSource('getCommission', {
  table: 'commissions',
  members: {
    id: 'record.id',
    kind: "'commissions'",
    appId: 'record.app_id',
    programId: 'record.program_id',
    groupId: 'record.group_id',
    membershipId: 'record.membership_id',
    referralId: 'record.referral_id',
    payoutId: 'record.payout_id',
    name: programNameSql('record.program_id'),
    status: commissionStatus('record', 'clock.now'),
    entry: 'record.entry',
    saleKind: 'record.sale_kind',
    amount: moneySql('record.amount_minor', 'record.currency'),
    accruedAt: instantSql('record.accrued_at'),
    availableAt: instantSql('record.available_at'),
    postedAt: instantSql('record.created_at'),
    cause: 'record.cause',
    // The calculation explains itself: these two are put in below.
    notPaid: 'null',
    explanation: 'null',
  },
})

/** Reads a commission with its explanation. */
export const commissionRecord: RecordSource<typeof operations.getCommission, RequestContext> = async (
  context,
  request,
) => {
  const record = await readRecord(context, request)
  if (record === undefined) return undefined
  const explained = await explainCommission(context.database, request.app.workspaceId, request.id)
  const [entry] = explained?.entries ?? []
  if (entry === undefined) return undefined
  return { ...record, notPaid: entry.notPaid, explanation: toCommissionExplanation(entry) }
}
