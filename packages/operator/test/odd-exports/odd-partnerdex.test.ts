import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createEmptyPlatform } from '../command-line.ts'

const at = '2026-03-01T12:00:00.000Z'
const secret = 'a-token-that-nobody-sees'

// What is known of version 6, written down from its description.
const tables = `
  pragma journal_mode = wal;
  pragma user_version = 6;
  create table affiliates (id text primary key, name text, email text, paypal_email text, status text,
    payout_hold integer default 0, source text, external_id text, terms_accepted_at text);
  create table affiliate_programs (id text primary key, name text, app_id text, commission_rate real, status text);
  create table affiliate_program_terms (id text primary key, program_id text, effective_from text, commission_rate real,
    revenue_components text, duration_months integer, payout_basis text, flat_amount real, recurrence text,
    unassign_after_uninstall_days integer, enforce_unassign_after_uninstall integer, note text);
  create table affiliate_memberships (id text primary key, affiliate_id text, program_id text,
    handle text collate nocase, status text, joined_at text, approved_at text, rejected_at text);
  create table affiliate_attributions (id text primary key, affiliate_id text, program_id text, shop_id text default '',
    myshopify_domain text, referred_at text, source text, external_page_view_id text, created_at text, deleted_at text);
  create table affiliate_commissions (id text primary key, attribution_id text, affiliate_id text, program_id text,
    transaction_id text default '', amount real, currency text default 'USD', basis_amount real, rate real,
    earned_at text, source text, paid_at text, paid_amount real, payout_id text default '', payment_reference text,
    cancelled_at text, cancel_reason text);
  create table affiliate_payouts (id text primary key, affiliate_id text, program_id text, number text, status text,
    amount real, amount_paid real, currency text default 'USD', period_end text, paid_at text, payment_method text,
    created_at text, deleted_at text);
  create table affiliate_attribution_claims (id text primary key, affiliate_id text, program_id text,
    shop_id text default '', myshopify_domain text default '', customer_name text default '', claimed_at text, notes text,
    status text default 'pending', decided_at text, decided_by text default '', decision_notes text, attribution_id text,
    created_at text, deleted_at text);
  create table organizations (id text primary key, token text);
  create table apps (id text primary key, name text, api_key text);
  insert into organizations values ('o', '${secret}');
  insert into apps values ('lantern', 'Lantern', '${secret}');
  insert into affiliate_programs values ('p1', 'Partners', 'lantern', 0.2, 'active');
  insert into affiliate_program_terms values ('t1', 'p1', '2026-01-01T00:00:00.000Z', 0.2, '["subscription"]', 12,
    'percent_of_gross', 0, 'recurring', null, 0, '');`

type Cells = Readonly<Record<string, string | number | null>>

/** A commission: of a sale of five times its amount, unless it says otherwise. */
interface Commission extends Cells {
  readonly id: string
  readonly amount: number
}

// Earned, paid and open in minor units, by whoever wrote the rows.
const people: Readonly<
  Record<
    string,
    { readonly commissions: readonly Commission[]; readonly sums: readonly [number, number, number] }
  >
> = {
  // Rates in both units, a float, and a row that is in the log alone.
  plain: {
    commissions: [
      { id: 'a1', amount: 20 },
      { id: 'a2', amount: 0.1 + 0.2 },
      { id: 'a3', amount: 5, rate: 0.2, source: 'imported', transaction_id: '' },
      { id: 'a4', amount: 100 },
    ],
    sums: [12530, 0, 12530],
  },
  // Another currency is never added.
  abroad: {
    commissions: [
      { id: 'b1', amount: 7, currency: 'EUR' },
      { id: 'b2', amount: 3 },
    ],
    sums: [300, 0, 300],
  },
  // Paid by hand, without a payout: what went out is what was paid.
  byhand: {
    commissions: [
      { id: 'c1', amount: 10, paid_at: at, paid_amount: 9.5, payment_reference: 'wire 1' },
      { id: 'c2', amount: 4, paid_at: at, payment_reference: 'wire 1' },
      { id: 'c3', amount: 1 },
    ],
    sums: [1450, 1350, 100],
  },
  inpayout: { commissions: [{ id: 'd1', amount: 10, paid_at: at, payout_id: 'y1' }], sums: [1000, 1000, 0] },
  cancelled: {
    commissions: [
      { id: 'e1', amount: 10, cancelled_at: at },
      { id: 'e2', amount: 2 },
    ],
    sums: [200, 0, 200],
  },
  // Imported once and computed once: owed once.
  doubled: {
    commissions: [
      { id: 'f1', amount: 6, rate: 0.2, source: 'imported', transaction_id: '' },
      { id: 'f2', amount: 6 },
    ],
    sums: [600, 0, 600],
  },
}

describe.runIf(enginesAtHand.includes('postgres'))('a database of PartnerDex', () => {
  const folder = makeFolder()
  const file = join(folder.path, 'partnerdex.sqlite')
  const command = `import partnerdex ${file} --cut-over 2026-08-14 --currency USD --accept-set-aside`
  let database: DatabaseSync
  let line: CommandLine

  beforeAll(async () => {
    line = await createEmptyPlatform()
    await line.value('workspaces create --name Studio')
    await line.value('apps create --name App')
    database = new DatabaseSync(file)
    database.exec(tables)
    const insert = (table: string, cells: Cells) =>
      database
        .prepare(`insert into ${table} (${Object.keys(cells)}) values (${Object.keys(cells).fill('?')})`)
        .run(...Object.values(cells))
    database.exec('pragma wal_checkpoint(truncate)')
    for (const [name, { commissions }] of Object.entries(people)) {
      const ofOne = { affiliate_id: name, program_id: 'p1' }
      insert('affiliates', { id: name, name, email: `${name}@example.com`, status: 'active' })
      insert('affiliate_memberships', {
        id: `m${name}`,
        ...ofOne,
        handle: name,
        status: 'enrolled',
        joined_at: at,
      })
      const shop = {
        myshopify_domain: `${name}.myshopify.com`,
        referred_at: at,
        source: 'ga4',
        created_at: at,
      }
      insert('affiliate_attributions', { id: `r${name}`, ...ofOne, ...shop })
      for (const { id, amount, ...cells } of commissions) {
        const sale = { transaction_id: `gid://${id}`, basis_amount: amount * 5, rate: 20, source: 'computed' }
        const row = { id, amount, attribution_id: `r${name}`, ...ofOne, earned_at: at, ...sale, ...cells }
        insert('affiliate_commissions', row)
      }
    }
    const paid = { status: 'paid', amount: 10, amount_paid: 9, paid_at: at, payment_method: 'paypal' }
    insert('affiliate_payouts', {
      id: 'y1',
      affiliate_id: 'inpayout',
      program_id: 'p1',
      number: 'P-1',
      ...paid,
    })
  })

  afterAll(async () => {
    database.close()
    await folder.remove()
  })

  test('comes to the sums that its rows come to by hand, and shows no secret [D425]', async () => {
    const { stdout, stderr } = await line.run(`${command} --json`)
    expect(stdout + stderr).not.toContain(secret)
    const sums = JSON.parse(stdout).report.members.first.map((member: Readonly<Record<string, string>>) => [
      member['name'],
      [
        Number(member['earnedMinor']) + Number(member['differenceMinor']),
        ...[Number(member['paidMinor']), Number(member['openMinor'])],
      ],
    ])
    expect(Object.fromEntries(sums)).toEqual(
      Object.fromEntries(Object.entries(people).map(([name, one]) => [name, one.sums])),
    )
    expect((await line.run('import set-aside --csv')).stdout).toMatch(
      /b1,.*other_currency,,7\.00 EUR\r\n.*f2,.*doubled,/,
    )
  })

  test.each([5, 7])('is rejected where its tables have version %i [D425]', async (version) => {
    database.exec(`pragma user_version = ${version}`)
    const { exitCode, stderr } = await line.run(command)
    database.exec('pragma user_version = 6')
    expect([exitCode, stderr]).toEqual([
      ...[1, `partnerdex.sqlite has version ${version} of PartnerDex's tables. Version 6 can be read.\n`],
    ])
  })
})
