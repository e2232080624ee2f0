import type { SavedTermsRules } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { Membership } from '../memberships/store.ts'

const readGroupStatement: Statement = {
  name: 'referral_group_claims',
  text: 'select allow_manual_claims as "allowed" from groups where workspace_id = $1 and id = $2',
}

/** Which setting forbids a manual claim, if any: that of the membership, then of the group, then of the terms (interface 2.2). */
export async function claimForbiddenBy(
  tx: Queryable,
  { workspaceId, groupId, allowManualClaims }: Membership,
  rules: Pick<SavedTermsRules, 'allowManualClaims'>,
): Promise<'membership' | 'group' | 'terms' | undefined> {
  if (allowManualClaims !== null) return allowManualClaims ? undefined : 'membership'
  const values = [workspaceId, groupId]
  const [group] = await tx.query<{ allowed: boolean | null }>(readGroupStatement, values)
  const isAllowed = group?.allowed ?? null
  if (isAllowed !== null) return isAllowed ? undefined : 'group'
  return rules.allowManualClaims ? undefined : 'terms'
}
