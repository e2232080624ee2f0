import type { Queryable, Statement } from '../database/statements/database.ts'

/** Until when something of a member is held in a currency. */
export interface HeldUntil {
  readonly currency: string
  /** When the last of it becomes available. */
  readonly until: Date
}

const listStatement: Statement = {
  name: 'commission_list_held_until',
  text: `
    select currency, max(available_at) as until
    from commissions
    where workspace_id = $1 and membership_id = $2 and payout_id is null and available_at > now()
    group by currency`,
}

/** Lists until when a member's commissions are held, by currency. */
export async function listHeldUntil(
  database: Queryable,
  { workspaceId, membershipId }: { readonly workspaceId: string; readonly membershipId: string },
): Promise<readonly HeldUntil[]> {
  return await database.query<HeldUntil>(listStatement, [workspaceId, membershipId])
}
