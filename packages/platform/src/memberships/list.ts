import { type ListRow, operations } from '@affiliate-platform/contract'
import { createListStatements } from '../lists/list-statements.ts'
import { createListSource, type ListedRow } from '../lists/read-page.ts'
import { membershipStatus } from './membership-status.ts'

export interface MembershipRow extends ListedRow {
  readonly group_id: string | null
  readonly member_name: string
  /** Not sent. */
  readonly allow_manual_claims: boolean | null
}

const statements = createListStatements(operations.listMemberships, {
  table: 'memberships',
  programId: 'record.program_id',
  columns: ['record.group_id', 'record.member_name', 'record.allow_manual_claims'],
  status: membershipStatus('record', 'clock.now'),
  filters: { groupId: 'record.group_id' },
  searched: ['record.member_name'],
  foundBy: { member: 'record.id' },
})

/** The memberships as a list of the interface (D61). */
export const membershipsList = createListSource<MembershipRow>(
  statements,
  (row, { appId }): ListRow<'listMemberships'> => ({
    id: row.id,
    kind: 'memberships',
    appId,
    programId: row.program_id,
    groupId: row.group_id,
    name: row.name,
    status: row.status,
    memberName: row.member_name,
  }),
)
