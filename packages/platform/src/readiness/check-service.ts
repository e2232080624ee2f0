import { clockGapMaxMs } from '../database/statements/clock-gap.ts'
import type { Database, Statement } from '../database/statements/database.ts'

/** What the service does with each table; `docs/guides/database-role.md` grants as much. */
const neededRights = {
  select:
    'membership_states referrals referral_contracts referral_evidence contract_proposals contract_proposal_reviews install_events commissions ' +
    'service_settings apps api_keys setup_codes programs groups memberships payouts terms_versions receipts idempotency_records contacts uninstall_watches quota_windows erasures links clicks visitor_secrets evidence attribution_cases attribution_decisions attribution_queue analytics_import_rows analytics_import_undos sale_feeds webhook_endpoints webhook_secrets webhook_queues outbox_messages',
  insert:
    'terms_versions receipts idempotency_records contacts uninstall_watches quota_windows erasures clicks visitor_secrets outbox_messages outbox_mails',
  update: 'contacts uninstall_watches quota_windows webhook_queues outbox_messages',
  delete:
    'idempotency_records receipts contacts uninstall_watches quota_windows clicks visitor_secrets evidence outbox_messages',
}

const neededRows = Object.entries(neededRights).flatMap(([right, tables]) =>
  tables.split(' ').map((table) => `('${right}', '${table}')`),
)

const stateStatement: Statement = {
  name: 'ready_state',
  text: `
    select
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only,
      (
        select string_agg(needed.right || ' on ' || needed.table, ', ')
        from (values ${neededRows.join(', ')}) needed("right", "table")
        where not has_table_privilege(needed.table, needed.right)
      ) as missing_rights,
      has_any_column_privilege('memberships', 'update') as may_lock,
      clock_timestamp() as now`,
}

interface State {
  readonly is_read_only: boolean
  readonly missing_rights: string | null
  readonly may_lock: boolean
  readonly now: Date
}

// Whoever has locked one of these tables as a whole keeps every request waiting, and this: a plan takes its locks before it
// finds that there is nothing to read, and asks no node that may be down.
const touchStatement: Statement = {
  name: 'ready_touch',
  text: ['api_keys', 'quota_windows', 'payouts', 'memberships', 'terms_versions', 'receipts']
    .map((table) => `select 1 from ${table} where false`)
    .join(' union all '),
}

const smallMemoryStatement: Statement = {
  name: 'ready_small_memory',
  text: `select set_config('work_mem', '64kB', true)`,
}

// More than that memory holds, so it goes to a temporary file of a megabyte beside the tables: neither synced nor logged.
const roomStatement: Statement = {
  name: 'ready_room',
  text: `
    with room as materialized (select repeat(' ', 1000) from generate_series(1, 1000))
    select count(*) from room`,
}

/**
 * Checks whether the next request can be served by a migrated database (D72, D162).
 *
 * @returns why not; `undefined` when it can
 * @throws what the driver throws when the database does not respond
 */
export async function findObstacle(database: Database): Promise<string | undefined> {
  const askedAtMs = Date.now()
  const [state] = await database.query<State>(stateStatement, [])
  const heardAtMs = Date.now()
  if (state === undefined || state.is_read_only) return 'The database is read-only.'
  if (state.missing_rights !== null) return `The database role lacks ${state.missing_rights}.`
  if (!state.may_lock) return 'The database role lacks update on a column of memberships.'
  const aheadMs = Math.max(askedAtMs - state.now.getTime(), state.now.getTime() - heardAtMs)
  if (aheadMs >= clockGapMaxMs) {
    return `The clocks of this machine and of the database are ${Math.round(aheadMs / 1000)} s apart.`
  }
  await database.query(touchStatement, [])
  await database.transaction((tx) =>
    Promise.all([tx.query(smallMemoryStatement, []), tx.query(roomStatement, [])]),
  )
  return undefined
}
