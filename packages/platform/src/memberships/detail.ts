import { createDetailSource, programNameSql } from '../details/create-detail-source.ts'
import { instantSql, objectSql } from '../details/wire-sql.ts'
import { termsTimelineSql } from '../terms/timeline-sql.ts'
import { membershipStatus } from './membership-status.ts'

// The nearest of membership, group and program that has terms in force (D57).
const termsInForce = `(
      select ${objectSql({
        id: 'version.id',
        from: 'target.kind',
        effectiveAt: instantSql('version.effective_at'),
        rules: 'version.rules',
      })}
      from (
        values (1, 'membership', record.id), (2, 'group', record.group_id), (3, 'program', record.program_id)
      ) as target (distance, kind, id)
      join terms_versions version
        on version.workspace_id = $1 and version.target_kind = target.kind and version.target_id = target.id
      where version.effective_at <= clock.now
      order by target.distance, version.effective_at desc, version.id desc
      limit 1
    )`

/** Reads a membership with its terms timeline. */
export const membershipDetail = createDetailSource('getMembership', {
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
