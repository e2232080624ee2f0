import { type ListRow, operations } from '@affiliate-platform/contract'
import type { AppScope } from '@affiliate-platform/contract/server'
import { createListStatements } from '../lists/list-statements.ts'
import { createListSource, type ListedRow } from '../lists/read-page.ts'
import { memberNameSql } from '../lists/record-sql.ts'
import { payoutStatus, payoutUnpaid } from './payout-status.ts'

/** A row of the list, amounts in minor units. */
export interface PayoutRow extends ListedRow {
  readonly membership_id: string
  readonly amount_minor: string
  readonly unpaid_minor: string
  readonly reported_minor: string
  readonly confirmed_minor: string
  readonly member_name: string
  readonly currency: string
}

const { filters, ...list } = operations.listPayouts

/** How the payouts are listed: an operator also by their run. */
export const payoutStatements = createListStatements(
  { ...list, filters: [...filters, 'runId'] },
  {
    table: 'payouts',
    programId: 'record.program_id',
    columns: [
      'record.membership_id',
      'record.amount_minor',
      `${payoutUnpaid} as unpaid_minor`,
      'record.reported_minor',
      'record.confirmed_minor',
      `${memberNameSql('record.membership_id')} as member_name`,
      'record.currency',
    ],
    status: payoutStatus,
    isStatusIndexed: true,
    filters: {
      groupId: 'record.group_id',
      membershipId: 'record.membership_id',
      runId: 'record.run_id',
      currency: 'record.currency',
    },
    searched: [memberNameSql('record.membership_id')],
    foundBy: { member: 'record.membership_id' },
  },
)

/** The payouts as a section of the interface (4.2). */
export const payoutsList = createListSource(payoutStatements, toSummary)

function toSummary(row: PayoutRow, { appId }: AppScope): ListRow<'listPayouts'> {
  const { currency } = row
  return {
    id: row.id,
    kind: 'payouts',
    appId,
    programId: row.program_id,
    membershipId: row.membership_id,
    name: row.name,
    status: row.status,
    amount: { amountMinor: row.amount_minor, currency },
    unpaid: { amountMinor: row.unpaid_minor, currency },
    reported: { amountMinor: row.reported_minor, currency },
    confirmed: { amountMinor: row.confirmed_minor, currency },
    memberName: row.member_name,
    createdAt: new Date(row.created_at_ms).toISOString(),
  }
}
