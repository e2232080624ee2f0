import type { Queryable, Statement } from '../database/statements/database.ts'
import { payoutUnpaid } from '../payouts/payout-status.ts'

export interface RunKey {
  readonly workspaceId: string
  readonly runId: string
}

/** A frozen run with its payouts, which are in order of their ids. */
export interface PayoutRun {
  readonly id: string
  readonly asOf: Date
  readonly previewHash: string
  readonly actor: string
  readonly createdAt: Date
  readonly payouts: readonly RunPayout[]
}

export interface RunPayout {
  readonly id: string
  readonly membershipId: string
  readonly amountMinor: string
  readonly currency: string
  /** How many commissions it pays. */
  readonly lines: number
}

const findStatement: Statement = {
  name: 'payout_run_find',
  text: `
    select id, as_of as "asOf", preview_hash as "previewHash", actor, created_at as "createdAt"
    from payout_runs
    where workspace_id = $1 and id = $2`,
}

const listPayoutsStatement: Statement = {
  name: 'payout_run_list_payouts',
  text: `
    select
      payout.id, payout.membership_id as "membershipId", payout.amount_minor::text as "amountMinor", payout.currency,
      payout.line_count as lines
    from payouts payout
    where payout.workspace_id = $1 and payout.run_id = $2
    order by payout.id`,
}

const listStatement: Statement = {
  name: 'payout_run_list',
  text: `
    select
      run.id, run.as_of as "asOf", run.actor, run.created_at as "createdAt",
      coalesce(frozen.payouts, 0) as payouts, coalesce(frozen.sums, '[]') as sums
    from (
      select id, as_of, actor, created_at
      from payout_runs
      where workspace_id = $1 and (
        $2::uuid is null
        or (created_at, id) < (select created_at, id from payout_runs where workspace_id = $1 and id = $2)
      )
      order by created_at desc, id desc
      limit $3
    ) run
    left join lateral (
      select
        sum(payouts)::integer as payouts,
        jsonb_agg(jsonb_build_object(
          'currency', currency, 'amountMinor', amount_minor::text, 'unpaidMinor', unpaid_minor::text
        ) order by currency) as sums
      from (
        select
          record.currency, count(*) as payouts, sum(record.amount_minor) as amount_minor,
          sum(${payoutUnpaid}) as unpaid_minor
        from payouts record
        where record.workspace_id = $1 and record.run_id = run.id
        group by record.currency
      ) as of_currency
    ) frozen on true
    -- Callers choose the ids of runs: they say nothing of time.
    order by run.created_at desc, run.id desc`,
}

/** Finds a run with its payouts. */
export async function findRun(
  database: Queryable,
  { workspaceId, runId }: RunKey,
): Promise<PayoutRun | undefined> {
  const key = [workspaceId, runId]
  const [run] = await database.query<Omit<PayoutRun, 'payouts'>>(findStatement, key)
  if (run === undefined) return undefined
  return { ...run, payouts: await database.query<RunPayout>(listPayoutsStatement, key) }
}

/** A run in a list: how many payouts it froze, and what they come to by currency. */
export interface ListedRun extends Omit<PayoutRun, 'payouts' | 'previewHash'> {
  readonly payouts: number
  readonly sums: readonly {
    readonly currency: string
    readonly amountMinor: string
    readonly unpaidMinor: string
  }[]
}

/** Lists the runs of a workspace, the latest first. */
export async function listRuns(
  database: Queryable,
  workspaceId: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly ListedRun[]> {
  return await database.query<ListedRun>(listStatement, [workspaceId, after ?? null, limit])
}
