import { operations, type SectionRow } from '@affiliate-platform/contract'
import { createSection, type ListedRow } from '../lists/read-page.ts'
import { createSectionStatements } from '../lists/section-statements.ts'
import { commissionStatus } from './commission-status.ts'

/** A row of the list of commissions. */
export interface CommissionRow extends ListedRow {
  readonly group_id: string | null
  readonly membership_id: string
  readonly referral_id: string | null
  readonly payout_id: string | null
  readonly entry: string
  readonly sale_kind: string | null
  readonly amount_minor: string
  readonly currency: string
  readonly available_at: Date
  readonly posted_at: Date
}

const own = ['group_id', 'membership_id', 'referral_id', 'payout_id', 'entry', 'sale_kind', 'currency']

const statements = createSectionStatements(operations.listCommissions, {
  table: 'commissions',
  programId: 'record.program_id',
  time: 'accrued_at',
  columns: [
    ...[...own, 'available_at', 'created_at as posted_at'].map((column) => `record.${column}`),
    // Interface 2.1: money is nonnegative. The entry tells the direction.
    'abs(record.amount_minor)::text as amount_minor',
  ],
  status: commissionStatus('record', 'clock.now'),
  filters: {
    groupId: 'record.group_id',
    membershipId: 'record.membership_id',
    currency: 'record.currency',
  },
  searched: [
    '(select shop_domain from referrals where workspace_id = $1 and id = record.referral_id)',
    '(select member_name from memberships where workspace_id = $1 and id = record.membership_id)',
  ],
})

/** The commissions as a section of the interface (D61). */
export const commissionsSection = createSection<CommissionRow>(
  statements,
  (row, { appId }): SectionRow<'listCommissions'> => ({
    id: row.id,
    kind: 'commissions',
    appId,
    programId: row.program_id,
    groupId: row.group_id,
    membershipId: row.membership_id,
    referralId: row.referral_id,
    payoutId: row.payout_id,
    name: row.name,
    status: row.status,
    entry: row.entry,
    saleKind: row.sale_kind,
    amount: { amountMinor: row.amount_minor, currency: row.currency },
    accruedAt: new Date(row.created_at_ms).toISOString(),
    availableAt: row.available_at.toISOString(),
    postedAt: row.posted_at.toISOString(),
  }),
)
