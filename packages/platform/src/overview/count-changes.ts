import type { Queryable, Statement } from '../database/statements/database.ts'

/** What a workspace has recorded lately. Two counts of one slot differ where anything was recorded between them. */
export interface RecentChanges {
  /** From when on is counted: it begins every ten minutes, and all processes on a database have the same. */
  readonly slot: number
  readonly count: number
  /** As counted for the slot before. */
  readonly countBefore: number
}

/** The seconds from one slot to the next. */
export const slotSeconds = 600

// Longer before a slot than any transaction can last: what one records has the time at which it began.
const lead = "interval '30 minutes'"
// By the statement's own clock, so that it is planned for as few rows as there are.
const slot = `date_bin('${slotSeconds} seconds', now(), timestamptz '2000-01-01T00:00:00Z')`
const earliest = `${slot} - ${lead} - interval '${slotSeconds} seconds'`

/** The tables whose rows screens show, or that tell of every change of another such table; all are insert-only. */
const recordedTables = [
  ...['audit_changes', 'account_roles', 'membership_states', 'membership_people', 'terms_versions'],
  ...['links', 'erasures'],
  ...['referrals', 'referral_voids', 'referral_contracts', 'contract_proposals', 'contract_proposal_reviews'],
  ...['commissions', 'payout_runs', 'payout_exclusions', 'payees', 'payouts', 'payout_voids'],
  ...['payment_reports', 'payment_report_retractions', 'payment_report_returns', 'payment_confirmations'],
  ...['payment_confirmation_retractions', 'payment_disputes', 'payment_dispute_closings'],
]
const createdTables = ['attribution_cases', 'attribution_decisions']

/** The tables in which a row more wakes whoever waits for changes. */
export const watchedTables: readonly string[] = [...recordedTables, ...createdTables]

const selectFrom = (column: string) => (table: string) =>
  `select ${column} as at from ${table} where workspace_id = $1 and ${column} >= ${earliest}`

const countStatement: Statement = {
  // Planned each time: a plan for any workspace at all reads far more than what is recent.
  name: '',
  text: `
    select
      extract(epoch from ${slot})::integer as slot,
      (count(*) filter (where at >= ${slot} - ${lead}))::integer as count,
      count(*)::integer as "countBefore"
    from (
      ${[...recordedTables.map(selectFrom('recorded_at')), ...createdTables.map(selectFrom('created_at'))].join('\n      union all ')}
    ) recent`,
}

// A transaction that has written is named by the snapshot until it ends, however long that takes; one that only reads is not.
const snapshotStatement: Statement = {
  name: 'overview_read_snapshot',
  text: `select pg_current_snapshot()::text as snapshot, extract(epoch from ${slot})::integer as slot`,
}

/**
 * Reads what is another text as soon as anything was committed in the database, at next to no cost.
 *
 * @returns what it was, and the slot that has begun
 */
export async function readSnapshot(
  database: Queryable,
): Promise<{ readonly snapshot: string; readonly slot: number }> {
  const [row] = await database.query<{ readonly snapshot: string; readonly slot: number }>(
    snapshotStatement,
    [],
  )
  if (row === undefined) throw new RangeError('A database has a snapshot.')
  return row
}

/** Counts what a workspace has recorded lately, of what screens show. */
export async function countChanges(database: Queryable, workspaceId: string): Promise<RecentChanges> {
  const [recent] = await database.query<RecentChanges>(countStatement, [workspaceId])
  if (recent === undefined) throw new RangeError('A count is a row.')
  return recent
}
