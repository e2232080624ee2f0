import { listOperations } from '@affiliate-platform/contract'
import { migrate, openDatabase } from '@affiliate-platform/platform/database'
import pg from 'pg'
import { hashApiKey } from '../platform/credential.ts'
import { drawn, startOfTime, toTimedId } from './drawn.ts'
import { insertEarnings } from './fill-lists.ts'
import { buildWorld, type World, type WorldKey } from './world.ts'

/** Migrates an empty database and fills it, in a few set-based statements. */
export async function fillDatabase(databaseUrl: string, payouts: number): Promise<void> {
  const database = await openDatabase({ url: databaseUrl })
  await migrate(database)
  await database.close()
  const world = buildWorld(payouts)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // The sums of a payout are otherwise kept by triggers, fact by fact. No list reads a fact: here are none.
    await client.query('set session_replication_role = replica; set work_mem = $$256MB$$')
    await insertStructure(client, world)
    await insertKeys(client, [...world.lanes, ...world.largestAppLanes].flat())
    await insertEarlierRequests(client)
    const shares = world.apps.map(({ shareUpTo }) => shareUpTo)
    await client.query(insertPayouts, [payouts, shares])
    await client.query('reset session_replication_role')
    await insertEarnings(client, { payouts, shares })
    await client.query('vacuum (analyze, freeze)')
  } finally {
    await client.end()
  }
}

async function insertStructure(client: pg.Client, { apps }: World): Promise<void> {
  await client.query(`
    create unlogged table bench_apps
      (rank integer primary key, workspace_id uuid, app_id uuid, memberships integer)`)
  await client.query(
    'insert into bench_apps select * from unnest($1::integer[], $2::uuid[], $3::uuid[], $4::integer[])',
    [
      apps.map(({ rank }) => rank),
      apps.map(({ workspaceId }) => workspaceId),
      apps.map(({ id }) => id),
      apps.map(({ memberships }) => memberships),
    ],
  )
  await client.query(`
    insert into workspaces (workspace_id, name, created_at)
    select distinct workspace_id, 'Workspace', ${startOfTime} from bench_apps;

    insert into apps (workspace_id, id, name, slug, listing_url, created_at)
    select workspace_id, app_id, 'App ' || rank, 'app-' || rank, 'https://apps.shopify.com/app-' || rank || '?ref={code}',
      ${startOfTime}
    from bench_apps;

    insert into programs (workspace_id, id, app_id, name, created_at)
    select workspace_id, md5('program/' || rank || '/' || program)::uuid, app_id, 'Program ' || program, ${startOfTime}
    from bench_apps, generate_series(0, 2) program;

    insert into groups (workspace_id, id, app_id, program_id, name, created_at)
    select
      workspace_id, md5('group/' || rank || '/' || program || '/' || level)::uuid, app_id,
      md5('program/' || rank || '/' || program)::uuid, 'Group ' || level, ${startOfTime}
    from bench_apps, generate_series(0, 2) program, generate_series(0, 1) level;

    insert into memberships (workspace_id, id, app_id, program_id, group_id, member_name, created_at)
    select
      workspace_id, md5('membership/' || rank || '/' || member)::uuid, app_id,
      md5('program/' || rank || '/' || member % 3)::uuid,
      md5('group/' || rank || '/' || member % 3 || '/' || member % 2)::uuid,
      'Member ' || member, ${startOfTime} + member * (interval '730 days' / memberships)
    from bench_apps, generate_series(0, memberships - 1) member;

    insert into links (workspace_id, id, app_id, membership_id, code, actor, created_at)
    select
      workspace_id, md5('link/' || rank || '/' || member)::uuid, app_id, md5('membership/' || rank || '/' || member)::uuid,
      'member-' || member, 'system', ${startOfTime}
    from bench_apps, generate_series(0, 2) member;

    insert into terms_versions
      (workspace_id, id, app_id, program_id, target_kind, target_id, rules, effective_at, created_by, created_at)
    select workspace_id, ${toTimedId(startOfTime, "'terms/' || id")}, app_id, program_id, kind, id, '{}', ${startOfTime},
      md5('key/0/0')::uuid, ${startOfTime}
    from (
      select workspace_id, app_id, program_id, 'membership' as kind, id from memberships
      union all
      select workspace_id, app_id, program_id, 'group', id from groups where name = 'Group 0'
      union all
      select workspace_id, app_id, id, 'program', id from programs where name <> 'Program 2'
    ) target`)
}

async function insertKeys(client: pg.Client, keys: readonly WorldKey[]): Promise<void> {
  const text = `
    insert into api_keys
      (workspace_id, id, lineage_id, kind, app_id, scopes, name, key_hash, key_hint, created_at)
    select
      workspace_id, id, lineage_id, 'affiliate', app_id, $6, 'Benchmark', hash, '', ${startOfTime}
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bytea[])
      as key (workspace_id, id, lineage_id, app_id, hash)`
  await client.query(text, [
    keys.map(({ app }) => app.workspaceId),
    keys.map(({ id }) => id),
    keys.map(({ lineageId }) => lineageId),
    keys.map(({ app }) => app.id),
    keys.map(({ apiKey }) => hashApiKey(apiKey)),
    [...new Set(['terms:write', ...listOperations.map(({ scope }) => scope)])],
  ])
}

// A database in use: on empty tables a prepared statement is planned for empty tables, and stays so while they grow.
async function insertEarlierRequests(client: pg.Client): Promise<void> {
  await client.query(`
    insert into idempotency_records
      (workspace_id, lineage_id, operation, target_id, idempotency_key, fingerprint, status, body, created_at)
    select workspace_id, md5('key/0/0')::uuid, 'saveTerms', id, 'earlier-' || number, sha256(id::text::bytea), 200,
      '{}', ${startOfTime}
    from memberships, generate_series(1, 5) number;

    insert into quota_windows (workspace_id, lineage_id, admitted_at_ms)
    select workspace_id, lineage_id, '{}' from api_keys`)
}

const insertPayouts = `
  insert into payouts
    (workspace_id, id, app_id, program_id, group_id, membership_id, amount_minor, currency, created_at,
     claimed_minor, reported_minor, confirmed_minor, open_disputes, is_voided)
  select
    app.workspace_id,
    ${toTimedId('created_at', "'payout/' || number")},
    app.app_id,
    md5('program/' || app.rank || '/' || member % 3)::uuid,
    md5('group/' || app.rank || '/' || member % 3 || '/' || member % 2)::uuid,
    md5('membership/' || app.rank || '/' || member)::uuid,
    amount,
    (array['USD', 'USD', 'USD', 'USD', 'EUR', 'EUR', 'GBP', 'JPY'])[1 + number % 8],
    created_at,
    case when state >= 6 or state = 1 then case when state < 9 then div(amount, 2) else amount end else 0 end,
    case when state >= 6 then case when state < 9 then div(amount, 2) else amount end else 0 end,
    case when state >= 15 then amount when state >= 13 then div(amount, 2) else 0 end,
    case when state = 1 then 1 else 0 end,
    state = 0
  from ${drawn}
  order by number`
