import { createRecordSource } from '../records/create-record-source.ts'
import { instantSql } from '../records/wire-sql.ts'
import { termsTimelineSql } from '../terms/timeline-sql.ts'
import { programStatus } from './list.ts'

/** Reads a program with its terms versions. */
export const programRecord = createRecordSource('getProgram', {
  table: 'programs',
  members: {
    id: 'record.id',
    kind: "'programs'",
    appId: 'record.app_id',
    programId: 'record.id',
    name: 'record.name',
    status: programStatus,
    createdAt: instantSql('record.created_at'),
    terms: termsTimelineSql('program'),
  },
})
