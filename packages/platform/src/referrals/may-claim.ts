import type { SavedTermsRules } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/database.ts'
import type { Membership } from '../memberships/store.ts'

const readGroupStatement: Statement = {
  name: 'referral_group_claims',
  text: 'select allow_manual_claims as "allowed" from groups where workspace_id = $1 and id = $2',
}

/** Whether a client may be claimed by hand: as the membership says, else its group, else the terms (interface 2.2). */
export async function mayClaim(
  tx: Queryable,
  { workspaceId, groupId, allowManualClaims }: Membership,
  rules: Pick<SavedTermsRules, 'allowManualClaims'>,
): Promise<boolean> {
  if (allowManualClaims !== null) return allowManualClaims
  if (groupId === null) return rules.allowManualClaims
  const [group] = await tx.query<{ allowed: boolean | null }>(readGroupStatement, [workspaceId, groupId])
  return group?.allowed ?? rules.allowManualClaims
}
