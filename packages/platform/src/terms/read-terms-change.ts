import { isDeepStrictEqual } from 'node:util'
import type { SavedTermsRules } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'

/** Which version, and for whom. */
interface ChangedTerms {
  readonly workspaceId: string
  readonly membershipId: string
  /** Of the version. */
  readonly id: string
}

/** What a version of terms changes for a member. */
export interface TermsChange {
  readonly program: string
  readonly effectiveAt: Date
  readonly before: SavedTermsRules
  readonly rules: SavedTermsRules
}

// Ids of versions grow: what was saved later is not what this one has changed.
const readStatement: Statement = {
  name: 'terms_read_change',
  text: `
    select program.name as program, version.effective_at as "effectiveAt", version.rules, earlier.rules as before
    from terms_versions version
    join memberships member on member.workspace_id = $1 and member.id = $2
    join programs program on program.workspace_id = $1 and program.id = member.program_id
    cross join lateral (
      select rules from terms_versions
      where workspace_id = $1 and target_id in (member.id, member.group_id, member.program_id)
        and id < version.id and effective_at <= version.effective_at
      order by array_position(array[member.id, member.group_id, member.program_id], target_id),
        effective_at desc, id desc
      limit 1
    ) earlier
    where version.workspace_id = $1 and version.id = $3`,
}

/** Reads what a version of terms changes for a member; `undefined` where it is the first, or the same as before. */
export async function readTermsChange(
  database: Queryable,
  { workspaceId, membershipId, id }: ChangedTerms,
): Promise<TermsChange | undefined> {
  const [change] = await database.query<TermsChange>(readStatement, [workspaceId, membershipId, id])
  return change && !isDeepStrictEqual(change.before, change.rules) ? change : undefined
}
