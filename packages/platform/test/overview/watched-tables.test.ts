import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { expect, test } from 'vitest'
import { watchedTables } from '../../src/overview/count-changes.ts'

/** The tables of a workspace that wake nobody, by the reason. A new one is watched, or stands here. */
const unwatched = {
  'comes with a row of a table that is watched': [
    ...['payout_commissions', 'payout_run_decisions', 'payout_units'],
    ...['referral_evidence', 'transaction_settlements'],
  ],
  'is shown until the first run alone, as of the last read': [
    ...['app_transactions', 'install_events', 'receipts', 'sale_connections'],
  ],
  'says when a session was used, as of the last read': ['sessions'],
  'is of one person, and read as they change it': ['saved_addresses'],
  'counts for a preview, which stays as it was looked at': ['misplaced_sales', 'unposted_transactions'],
  'is shown by the audit alone, as of the last read': [
    ...['analytics_imports', 'analytics_import_undos', 'anchoring_repairs', 'evidence', 'import_runs'],
    ...[
      'history_imports',
      'history_import_undos',
      'member_views',
      'refund_links',
      'sale_moves',
      'sale_sources',
      'told_pasts',
    ],
  ],
  'is on no screen': [
    ...['analytics_import_rows', 'attribution_queue', 'clicks', 'contacts', 'import_run_ends'],
    ...[
      'import_run_pages',
      'open_refunds',
      'rows_set_aside',
      'sale_backfills',
      'sale_feeds',
      'shop_postings',
    ],
    ...['uninstall_watches', 'fact_anchors', 'idempotency_records', 'quota_windows'],
    ...['mail_choices', 'outbox_mails', 'outbox_messages', 'webhook_queues', 'webhook_secrets'],
    ...['history_import_ends', 'history_progress', 'history_records', 'history_rows', 'history_uploads'],
  ],
}

test('every table of a workspace wakes who waits for changes, or has a reason why not [D347]', async () => {
  const database = await openTestDatabase('pglite')
  // What the trigger of the audit tells of is watched by its entries.
  const text = `
    select distinct member.table_name as name
    from information_schema.columns member
    join information_schema.tables known using (table_schema, table_name)
    where member.table_schema = 'public' and member.column_name = 'workspace_id'
      and known.table_type = 'BASE TABLE' and not exists (
        select from pg_trigger where tgrelid = quote_ident(member.table_name)::regclass and tgname = 'audit'
      )`
  const rows = await database.query<{ readonly name: string }>({ name: '', text }, [])
  const named = [...watchedTables, ...Object.values(unwatched).flat()]
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})
