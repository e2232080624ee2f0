import type { Queryable, Statement } from '../database/statements/database.ts'

/** Of whom, in which currency. */
export interface DecisionKey {
  readonly workspaceId: string
  readonly membershipId: string
  readonly currency: string
}

const findStatement: Statement = {
  name: 'payout_run_find_last_threshold',
  text: `
    select decided.threshold_minor::text as "thresholdMinor"
    from payout_runs run
    join payout_run_decisions decided on decided.workspace_id = $1 and decided.run_id = run.id
    where run.workspace_id = $1 and decided.membership_id = $2 and decided.currency = $3
    order by run.created_at desc, run.id desc
    limit 1`,
}

/** Finds what the last run that decided on a member asked for before it paid, in minor units. */
export async function findLastThreshold(
  database: Queryable,
  { workspaceId, membershipId, currency }: DecisionKey,
): Promise<string | undefined> {
  const values = [workspaceId, membershipId, currency]
  const [decided] = await database.query<{ readonly thresholdMinor: string }>(findStatement, values)
  return decided?.thresholdMinor
}
