import type { Queryable, Statement } from '../database/statements/database.ts'

/** What belongs to a member, by the table that it is in. */
export type OwnKind = 'payouts' | 'commissions' | 'referrals'

/** The members for whom somebody acts. */
export interface MembersReach {
  readonly workspaceId: string
  readonly membershipIds: readonly string[]
}

const findStatement = (kind: OwnKind): Statement => ({
  name: `own_find_${kind}`,
  text: `select membership_id as "membershipId" from ${kind} where workspace_id = $1 and id = $2 and membership_id = any ($3::uuid[])`,
})

/** Finds whose a record is, of members for whom somebody acts; `undefined` for any other record. */
export async function findOwner(
  database: Queryable,
  { workspaceId, membershipIds }: MembersReach,
  { kind, id }: { readonly kind: OwnKind; readonly id: string },
): Promise<string | undefined> {
  const values = [workspaceId, id, membershipIds]
  const [found] = await database.query<{ readonly membershipId: string }>(findStatement(kind), values)
  return found?.membershipId
}
