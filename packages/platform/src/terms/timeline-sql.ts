import { boundedListSql, instantSql } from '../records/wire-sql.ts'

/**
 * The terms versions of a record as SQL, the latest to take effect first. In force is the one with the greatest
 * (effective_at, id) not after `clock.now` (D12).
 */
export function termsTimelineSql(targetKind: 'program' | 'group' | 'membership'): string {
  const ofRecord = (version: string): string =>
    `${version}.workspace_id = $1 and ${version}.target_id = record.id and ${version}.target_kind = '${targetKind}'`
  return boundedListSql({
    entry: {
      id: 'version.id',
      state: `case
        when version.effective_at > clock.now then 'scheduled'
        when version.id = (
          select started.id from terms_versions started
          where ${ofRecord('started')} and started.effective_at <= clock.now
          order by started.effective_at desc, started.id desc
          limit 1
        ) then 'applies'
        else 'past'
      end`,
      effectiveAt: instantSql('version.effective_at'),
      createdAt: instantSql('version.created_at'),
      actor: "coalesce('key:' || version.created_by::text, 'operator:' || version.operator)",
      supersedes: 'version.supersedes',
      rules: 'version.rules',
    },
    from: `terms_versions version where ${ofRecord('version')}`,
    order: 'version.effective_at desc, version.id desc',
  })
}
