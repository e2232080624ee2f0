import type { Queryable, Statement } from '../database/statements/database.ts'
import { readDatabaseTime } from '../database/statements/time.ts'
import { findMembership } from '../memberships/store.ts'
import { claimForbiddenBy } from '../referrals/claim-forbidden-by.ts'
import { findTermsInForce } from '../terms/in-force.ts'

export interface MemberKey {
  readonly workspaceId: string
  readonly membershipId: string
}

/** Why a member can claim no shop at all. */
export type ClosedToClaims =
  | 'unknown_membership'
  | 'membership_not_active'
  | 'program_closed'
  | `claim_forbidden_by_${'membership' | 'group' | 'terms'}`

const findProgramStatement: Statement = {
  name: 'claim_find_closed_program',
  text: 'select from programs where workspace_id = $1 and id = $2 and closed_at is not null',
}

/** Finds why a member can claim no shop now; `undefined` where they can. */
export async function findClaimsClosed(
  database: Queryable,
  key: MemberKey,
): Promise<ClosedToClaims | undefined> {
  const { workspaceId, membershipId } = key
  const membership = await findMembership(database, { workspaceId, id: membershipId })
  if (membership === undefined) return 'unknown_membership'
  if (membership.state !== 'active') return 'membership_not_active'
  const closed = await database.query(findProgramStatement, [workspaceId, membership.programId])
  if (closed.length > 0) return 'program_closed'
  const now = await readDatabaseTime(database)
  const terms = await findTermsInForce(database, key, now.getTime())
  const forbidding = await claimForbiddenBy(database, membership, terms?.rules ?? { allowManualClaims: true })
  return forbidding === undefined ? undefined : `claim_forbidden_by_${forbidding}`
}
