/** Which membership, and when, in SQL. */
interface InForceSql {
  /** What is read of `version`, a row of `terms_versions`, and of the `kind` of its `target`. */
  readonly columns: string
  /** The alias of the row of `memberships`, of the workspace `$1`. */
  readonly membership: string
  readonly instant: string
}

/**
 * The terms in force for a membership: of the nearest of membership, group and program that has any (D57), the version
 * with the greatest `(effective_at, id)` not after the instant (D12). A statement of one row at most.
 */
export const termsInForceSql = ({ columns, membership, instant }: InForceSql): string => `
      select ${columns}
      from (
        values
          (1, 'membership', ${membership}.id), (2, 'group', ${membership}.group_id),
          (3, 'program', ${membership}.program_id)
      ) as target (distance, kind, id)
      join terms_versions version
        on version.workspace_id = $1
        and version.target_kind = target.kind
        and version.target_id = target.id
      where version.effective_at <= ${instant}
      order by target.distance, version.effective_at desc, version.id desc
      limit 1`
