import { type ListRow, operations } from '@affiliate-platform/contract'
import { createListStatements } from '../lists/list-statements.ts'
import { createListSource, type ListedRow } from '../lists/read-page.ts'
import { memberNameSql } from '../lists/record-sql.ts'
import { latestEvidence, referralStatus } from './referral-status.ts'

export interface ReferralRow extends ListedRow {
  readonly group_id: string | null
  readonly membership_id: string
  readonly shop_domain: string
  readonly installed_at: Date
  readonly evidence: string | null
  /** Not sent. */
  readonly voided_at: Date | null
}

const statements = createListStatements(operations.listReferrals, {
  table: 'referrals',
  programId: 'record.program_id',
  columns: [
    'record.group_id',
    'record.membership_id',
    'record.shop_domain',
    'record.installed_at',
    `${latestEvidence('record')} as evidence`,
    'record.voided_at',
  ],
  status: referralStatus('record', 'clock.now'),
  filters: { groupId: 'record.group_id', membershipId: 'record.membership_id' },
  searched: ['record.shop_domain', memberNameSql('record.membership_id')],
  foundBy: { member: 'record.membership_id', referral: 'record.id' },
})

/** The referrals as a list of the interface (D61). */
export const referralsList = createListSource<ReferralRow>(
  statements,
  (row, { appId }): ListRow<'listReferrals'> => ({
    id: row.id,
    kind: 'referrals',
    appId,
    programId: row.program_id,
    groupId: row.group_id,
    membershipId: row.membership_id,
    name: row.name,
    status: row.status,
    shopDomain: row.shop_domain,
    installedAt: row.installed_at.toISOString(),
    evidence: row.evidence,
  }),
)
