import { createRecordSource } from '../records/create-record-source.ts'
import { instantSql, programNameSql } from '../records/wire-sql.ts'
import { termsTimelineSql } from '../terms/timeline-sql.ts'
import { groupStatus, membershipCount } from './list.ts'

/** Reads a group with the terms versions of its own. */
export const groupRecord = createRecordSource('getGroup', {
  table: 'groups',
  members: {
    id: 'record.id',
    kind: "'groups'",
    appId: 'record.app_id',
    programId: 'record.program_id',
    name: programNameSql('record.program_id'),
    status: groupStatus,
    groupName: 'record.name',
    memberships: membershipCount,
    createdAt: instantSql('record.created_at'),
    allowManualClaims: 'record.allow_manual_claims',
    terms: termsTimelineSql('group'),
  },
})
