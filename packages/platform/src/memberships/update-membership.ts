import type { Queryable, Statement } from '../database/statements/database.ts'
import { findMembership, type Membership, type MembershipKey } from './store.ts'

/** What may be changed of a membership, beside its group; what is absent stays. */
export interface MembershipChanges {
  readonly name?: string | undefined
  readonly allowManualClaims?: boolean | null | undefined
}

const updateStatement: Statement = {
  name: 'membership_update',
  text: `
    update memberships membership
    set member_name = coalesce($3, member_name),
        allow_manual_claims = case when $4::boolean then $5 else allow_manual_claims end
    where workspace_id = $1 and id = $2
    returning id`,
}

/** Changes a membership. Returns it as it is then, or `undefined` when the workspace has no such membership. */
export async function updateMembership(
  database: Queryable,
  { workspaceId, id }: MembershipKey,
  { name, allowManualClaims }: MembershipChanges,
): Promise<Membership | undefined> {
  const values = [workspaceId, id, name ?? null, allowManualClaims !== undefined, allowManualClaims ?? null]
  const changed = await database.query(updateStatement, values)
  return changed.length === 0 ? undefined : await findMembership(database, { workspaceId, id })
}
