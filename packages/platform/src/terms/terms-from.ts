/**
 * From when on a record has terms of its own, as SQL; null for never. Terms are never taken back: once in force, there
 * are always some.
 *
 * @param id - the record's id in SQL
 */
export function termsFrom(targetKind: 'program' | 'group' | 'membership', id: string): string {
  return `(
    select min(version.effective_at)
    from terms_versions version
    where version.workspace_id = $1 and version.target_id = ${id} and version.target_kind = '${targetKind}'
  )`
}
