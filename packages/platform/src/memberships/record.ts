import { createRecordSource } from '../records/create-record-source.ts'
import { instantSql, objectSql, programNameSql } from '../records/wire-sql.ts'
import { termsInForceSql } from '../terms/in-force-sql.ts'
import { termsTimelineSql } from '../terms/timeline-sql.ts'
import { membershipStatus } from './membership-status.ts'

const termsInForce = `(${termsInForceSql({
  columns: objectSql({
    id: 'version.id',
    from: 'target.kind',
    effectiveAt: instantSql('version.effective_at'),
    rules: 'version.rules',
  }),
  membership: 'record',
  instant: 'clock.now',
})})`

/** Reads a membership with its terms timeline. */
export const membershipRecord = createRecordSource('getMembership', {
  table: 'memberships',
  members: {
    id: 'record.id',
    kind: "'memberships'",
    appId: 'record.app_id',
    programId: 'record.program_id',
    groupId: 'record.group_id',
    name: programNameSql('record.program_id'),
    status: membershipStatus('record', 'clock.now'),
    memberName: 'record.member_name',
    createdAt: instantSql('record.created_at'),
    allowManualClaims: 'record.allow_manual_claims',
    termsInForce,
    terms: termsTimelineSql('membership'),
  },
})
