import type { Money } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/database.ts'

/** A payout that is to be. */
export interface NewPayout {
  readonly id: string
  readonly workspaceId: string
  readonly membershipId: string
  /** More than nothing. */
  readonly amount: Money
  readonly createdAt: Date
}

/** What a new payout belongs to. */
export interface CreatedPayout {
  readonly id: string
  readonly appId: string
  readonly programId: string
  readonly groupId: string | null
  readonly membershipId: string
}

const insertStatement: Statement = {
  name: 'payout_insert',
  text: `
    insert into payouts
      (workspace_id, id, app_id, program_id, group_id, membership_id, amount_minor, currency, created_at)
    select workspace_id, $3, app_id, program_id, group_id, id, $4, $5, $6
    from memberships
    where workspace_id = $1 and id = $2
    returning id, app_id as "appId", program_id as "programId", group_id as "groupId",
      membership_id as "membershipId"`,
}

/**
 * Adds a payout to a membership, in the program and the group that the membership is in at this moment.
 *
 * @returns what it belongs to, or `undefined` when the workspace has no such membership
 */
export async function insertPayout(
  database: Queryable,
  { id, workspaceId, membershipId, amount, createdAt }: NewPayout,
): Promise<CreatedPayout | undefined> {
  const values = [workspaceId, membershipId, id, amount.amountMinor, amount.currency, createdAt]
  const [payout] = await database.query<CreatedPayout>(insertStatement, values)
  return payout
}
