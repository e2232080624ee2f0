import type { SavedTermsRules } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { termsInForceSql } from './in-force-sql.ts'

/** The terms version that rules a membership at a time. */
export interface TermsInForce {
  readonly id: string
  readonly rules: SavedTermsRules
  /** Whose version it is: the membership's own, else its group's, else its program's. */
  readonly targetKind: 'membership' | 'group' | 'program'
}

const findStatement: Statement = {
  name: 'terms_find_in_force',
  text: `
    select version.id, version.rules, version."targetKind"
    from memberships membership
    cross join lateral (${termsInForceSql({
      columns: 'version.id, version.rules, version.target_kind as "targetKind"',
      membership: 'membership',
      instant: '$3',
    })}) version
    where membership.workspace_id = $1 and membership.id = $2`,
}

/**
 * Finds the terms in force for a membership at an instant: of the nearest of membership, group and program that has any,
 * the version with the greatest `(effective_at, id)` not after it (D12, D57).
 *
 * @returns `undefined` where no terms were in force
 */
export async function findTermsInForce(
  database: Queryable,
  { workspaceId, membershipId }: { readonly workspaceId: string; readonly membershipId: string },
  instantMs: number,
): Promise<TermsInForce | undefined> {
  const values = [workspaceId, membershipId, new Date(instantMs)]
  const [version] = await database.query<TermsInForce>(findStatement, values)
  return version
}
