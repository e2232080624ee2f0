import { DatabaseSync } from 'node:sqlite'

// The columns of PartnerDex's tables, as its users have them.
const tables = {
  affiliates:
    'id text primary key, name text, email text, paypal_email text, status text, payout_hold integer, source text, external_id text',
  affiliate_programs:
    'id text primary key, name text, app_id text, listing_url text, commission_rate real, status text',
  affiliate_program_terms: `id text primary key, program_id text, effective_from text, payout_basis text default 'percent_of_gross',
    commission_rate real, flat_amount real default 0, flat_currency text default '', revenue_components text,
    recurrence text default 'recurring', duration_months integer, unassign_after_uninstall_days integer,
    enforce_unassign_after_uninstall integer default 0, note text default ''`,
  affiliate_memberships:
    'id text primary key, affiliate_id text, program_id text, handle text collate nocase, status text, joined_at text, approved_at text, rejected_at text',
  affiliate_attributions: `id text primary key, affiliate_id text, program_id text, shop_id text default '', myshopify_domain text,
    referred_at text, source text, external_page_view_id text default '', created_at text, deleted_at text`,
  affiliate_commissions: `id text primary key, attribution_id text, affiliate_id text, program_id text, transaction_id text default '',
    amount real, currency text default 'USD', basis_amount real, rate real, earned_at text, source text, paid_at text,
    paid_amount real, payment_reference text, payout_id text default '', cancelled_at text, cancel_reason text`,
  affiliate_payouts: `id text primary key, affiliate_id text, program_id text, number text, status text, amount real, amount_paid real,
    currency text default 'USD', period_end text, paid_at text, payment_method text, created_at text, deleted_at text`,
  affiliate_attribution_claims: `id text primary key, affiliate_id text, program_id text, shop_id text default '',
    myshopify_domain text default '', customer_name text default '', claimed_at text, notes text, status text default 'pending',
    decided_at text, decided_by text default '', decision_notes text, attribution_id text, created_at text, deleted_at text`,
  affiliate_credentials: 'affiliate_id text primary key, password_hash text, reset_token_hash text',
  organizations: 'id text primary key, token text',
  bigquery_connection: 'id text primary key, key_json text',
  apps: 'id text primary key, name text, api_key text',
} as const

type Rows = Readonly<
  Partial<Record<keyof typeof tables, readonly Readonly<Record<string, string | number | null>>[]>>
>

const at = '2026-03-01T12:00:00.000Z'
const of = { affiliate_id: 'mia', program_id: 'p1' }

const rows: Rows = {
  affiliates: [
    {
      id: 'mia',
      name: 'Mia',
      email: 'mia@example.com',
      paypal_email: 'pay@example.com',
      status: 'active',
      payout_hold: 0,
    },
    {
      id: 'ben',
      name: 'Ben',
      email: 'mia@example.com',
      paypal_email: '',
      status: 'disabled',
      payout_hold: 1,
    },
  ],
  affiliate_programs: [{ id: 'p1', name: 'Partners', app_id: 'lantern', commission_rate: 0.1 }],
  affiliate_program_terms: [
    {
      id: 't1',
      program_id: 'p1',
      effective_from: '2025-01-01T00:00:00.000Z',
      commission_rate: 0.1,
      revenue_components: '[]',
    },
    {
      id: 't2',
      program_id: 'p1',
      effective_from: '2026-01-01T00:00:00.000Z',
      commission_rate: 0.07,
      revenue_components: '[]',
    },
  ],
  affiliate_memberships: [
    { id: 'm1', ...of, handle: 'Mia', status: 'enrolled', joined_at: at, approved_at: at },
    {
      id: 'm2',
      ...of,
      affiliate_id: 'ben',
      handle: 'ben',
      status: 'enrolled',
      joined_at: at,
      approved_at: at,
    },
  ],
  affiliate_attributions: [
    {
      id: 'r1',
      ...of,
      myshopify_domain: 'one.myshopify.com',
      referred_at: at,
      source: 'ga4',
      created_at: at,
    },
    { id: 'r2', ...of, myshopify_domain: '', referred_at: at, source: 'manual', created_at: at },
  ],
  affiliate_commissions: [
    // A rate is a fraction of what was imported, and a percentage of what was computed: neither is read.
    {
      id: 'c1',
      attribution_id: 'r1',
      ...of,
      amount: 1.1,
      rate: 0.07,
      earned_at: at,
      source: 'imported',
      payout_id: 'o1',
      paid_at: at,
    },
    {
      id: 'c2',
      attribution_id: 'r1',
      ...of,
      amount: 2.2,
      rate: 7,
      earned_at: at,
      source: 'computed',
      paid_at: at,
      payment_reference: 'batch 9',
    },
    {
      id: 'c3',
      attribution_id: 'r1',
      ...of,
      amount: 3.3000000000000003,
      rate: 7,
      earned_at: at,
      source: 'computed',
    },
    {
      id: 'c4',
      attribution_id: 'r1',
      ...of,
      amount: 4.4,
      rate: 7,
      earned_at: at,
      source: 'computed',
      cancelled_at: at,
    },
    {
      id: 'c5',
      attribution_id: 'r1',
      ...of,
      amount: 5.5,
      currency: 'EUR',
      earned_at: at,
      source: 'computed',
    },
  ],
  affiliate_payouts: [
    {
      id: 'o1',
      ...of,
      number: '1000',
      status: 'paid',
      amount: 1.1,
      amount_paid: 1.1,
      paid_at: at,
      payment_method: 'paypal',
      created_at: at,
    },
    {
      id: 'o2',
      ...of,
      number: '1001',
      status: 'requested',
      amount: 9,
      amount_paid: null,
      paid_at: null,
      payment_method: null,
      created_at: at,
    },
  ],
  affiliate_credentials: [
    { affiliate_id: 'mia', password_hash: 'secret-hash', reset_token_hash: 'secret-token' },
  ],
  organizations: [{ id: 'org', token: 'secret-partner-token' }],
  bigquery_connection: [{ id: 'bq', key_json: 'secret-key' }],
  apps: [{ id: 'lantern', name: 'Lantern', api_key: 'secret-api-key' }],
}

/** Tables that hold passwords, tokens and keys. */
export const secretTables = ['affiliate_credentials', 'organizations', 'bigquery_connection', 'apps'] as const

/** Makes a database of PartnerDex, and leaves it open: a commission of 6.60 is in its log alone. */
export function createPartnerdex(path: string, version = 6): DatabaseSync {
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0')
  database.exec(`pragma user_version = ${version}`)
  for (const [table, columns] of Object.entries(tables)) database.exec(`create table ${table} (${columns})`)
  for (const [table, list] of Object.entries(rows)) for (const row of list) insert(database, table, row)
  database.exec('pragma wal_checkpoint(truncate)')
  const late = { id: 'c6', attribution_id: 'r1', ...of, amount: 6.6, earned_at: at, source: 'computed' }
  insert(database, 'affiliate_commissions', late)
  return database
}

/** Adds a row to a table. */
export function insert(
  database: DatabaseSync,
  table: string,
  row: Readonly<Record<string, string | number | null>>,
): void {
  const names = Object.keys(row)
  const marks = names.map(() => '?').join(', ')
  database.prepare(`insert into ${table} (${names.join(', ')}) values (${marks})`).run(...Object.values(row))
}
