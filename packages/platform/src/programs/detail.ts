import { createDetailSource } from '../details/create-detail-source.ts'
import { instantSql } from '../details/wire-sql.ts'
import { termsTimelineSql } from '../terms/timeline-sql.ts'
import { programStatus } from './section.ts'

/** Reads a program with its terms versions. */
export const programDetail = createDetailSource('getProgram', {
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
