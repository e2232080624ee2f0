import { spawnSync } from 'node:child_process'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMigrations } from '../../src/database/schema/migrate.ts'
import { type Database, newId, type Statement } from '../../src/database.ts'
import { type ExecutedQuery, openExplained, type PlanNode } from './explained-database.ts'
import { acrossWorkspaces, unmended } from './known-exceptions.ts'
import { liveThrough } from './live-through.ts'
import { createPartitionedDatabase } from './partitioned-database.ts'
import { findFunctionFaults, findPlanFault, findTextFaults, type SchemaFunction } from './routing-rules.ts'

/** Every statement that is a value in the code of the platform. */
function listStatements(): readonly Statement[] {
  const script = new URL('./told-statements.ts', import.meta.url).pathname
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@affiliate-platform/source', script],
    { encoding: 'utf8', maxBuffer: 2 ** 26 },
  )
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

describe.skipIf(!enginesAtHand.includes('postgres'))('on tables that are spread by workspace', () => {
  let database: Database
  const executed = new Map<string, Statement>()
  let queries: ExecutedQuery[] = []

  beforeAll(async () => {
    database = await openExplained(await createPartitionedDatabase(), {
      onStatement: (statement) => executed.set(statement.text, statement),
      onQuery: (query) => queries.push(query),
    })
    await liveThrough(database)
  })
  afterAll(() => database.close())

  /** The plan of a statement of any workspace. */
  async function explain({ text }: Statement): Promise<PlanNode> {
    await database.script(`deallocate all; prepare told as ${text}`)
    const types = await ask<{ type: string }>(
      `select unnest(parameter_types)::text as type from pg_prepared_statements where name = 'told'`,
    )
    const values = types.map(({ type }, place) => (place === 0 && type === 'uuid' ? `'${newId()}'` : 'null'))
    const [row] = await ask<Record<string, readonly { Plan: PlanNode }[]>>(
      `explain (format json) execute told${values.length > 0 ? `(${values.join(', ')})` : ''}`,
    )
    const [explained] = row?.['QUERY PLAN'] ?? []
    if (explained === undefined) throw new Error('A plan is explained.')
    return explained.Plan
  }

  const ask = <Row>(text: string) => database.query<Row>({ name: '', text }, [])

  const listFunctions = () =>
    ask<SchemaFunction>(`
      select proname as name, prosrc as body,
        (select max(tgnewtable) from pg_trigger where tgfoid = function.oid) as "newRows",
        (select lanname from pg_language where oid = prolang) as language,
        exists (select from pg_type where oid = any (proargtypes) and typrelid <> 0) as "takesRow"
      from pg_proc function
      where pronamespace = current_schema()::regnamespace and proname <> 'refuse_foreign_row'`)

  /** What breaks a rule, as `name: how`. */
  async function findFaults(statements: readonly Statement[], lived: readonly ExecutedQuery[]) {
    const plans = [...lived]
    for (const statement of statements)
      if (/^\s*(?:select|insert|update|delete|with)\b/.test(statement.text))
        plans.push({ name: statement.name, plan: await explain(statement) })
    const faults = [
      ...plans.map(({ name, plan }) => ({ name, fault: findPlanFault(plan) })),
      ...statements.flatMap(({ name, text }) => findTextFaults(text).map((fault) => ({ name, fault }))),
      ...(await listFunctions()).flatMap((each) =>
        findFunctionFaults(each).map((fault) => ({ name: each.name, fault })),
      ),
    ]
    const broken = faults.filter(({ fault, name }) => fault !== undefined && !name.startsWith('test_'))
    return [...new Set(broken.map(({ name, fault }) => `${name}: ${fault}`))].sort()
  }

  test('no statement, and no function, reaches beyond the partition of its workspace [D320]', async () => {
    const told = listStatements()
    expect(told.length).toBeGreaterThan(200)
    const statements = new Map([...executed, ...told.map((each) => [each.text, each] as const)])
    const faults = await findFaults([...statements.values()], queries)
    const reaching = faults.filter((fault) => fault.includes(': reads several partitions'))
    const isOf = (names: object) => (fault: string) => Object.hasOwn(names, fault.split(':')[0] ?? '')
    const excused = [...reaching.filter(isOf(acrossWorkspaces)), ...faults.filter(isOf(unmended))]
    expect(faults.filter((fault) => !excused.includes(fault))).toEqual([])
    // What breaks no rule any more is no exception.
    const named = Object.keys({ ...acrossWorkspaces, ...unmended })
    expect(named.filter((name) => !excused.some(isOf({ [name]: '' })))).toEqual([])
  })

  test('every function that a trigger calls was called, but those that refuse [D320]', async () => {
    const notCalled = await ask<{ name: string }>(`
      select proname as name from pg_proc function
      where pronamespace = current_schema()::regnamespace and prorettype = 'trigger'::regtype
        and coalesce(pg_stat_get_function_calls(oid), 0) + coalesce(pg_stat_get_xact_function_calls(oid), 0) = 0`)
    expect(notCalled.map(({ name }) => name).sort()).toEqual(['refuse_change', 'refuse_payout_change'])
  })

  test('only the quota is unlogged: such a table cannot move with the others [D320]', async () => {
    const migrations = (await readMigrations()).map(({ sql }) => sql).join('\n')
    const unlogged = [...migrations.matchAll(/create unlogged table (\w+)/g)].map(([, table]) => table)
    expect(unlogged).toEqual(['quota_windows'])
  })

  test('offenders are named, each with what it does [D320]', async () => {
    queries = []
    await database.script(`
      create function planted_trigger() returns trigger language plpgsql as $$
      begin
        if now() is null then
          raise exception 'planted' using errcode = 'check_violation', constraint = 'planted';
        end if;
        update contacts set country = 'Norway' from planted where contacts.workspace_id = planted.workspace_id;
        return null;
      end
      $$;
      create function planted_row(contact contacts) returns boolean language sql as
      'select exists (select from contacts where workspace_id = contact.workspace_id)';
      create trigger planted after insert on contacts
      referencing new table as planted for each statement execute function planted_trigger()`)
    const { workspaceId } = await insertApp(database)
    const other = await insertApp(database)
    const insert = {
      name: 'planted_insert',
      text: `
        insert into contacts (workspace_id, shop_domain, created_at, updated_at)
        values ($1, $2, now(), now())`,
    }
    for (const id of [workspaceId, other.workspaceId]) await database.query(insert, [id, 'shop.example'])
    const planted = (name: string, text: string): Statement => ({ name: `planted_${name}`, text })
    const offenders = [
      planted('place', 'delete from contacts where workspace_id = $1 and ctid = any ($2::tid[])'),
      planted(
        'join',
        'select from payouts join referrals using (membership_id) where payouts.workspace_id = $1',
      ),
      planted('coalesce', 'update contacts set updated_at = coalesce($2, now()) where workspace_id = $1'),
      planted(
        'conflict',
        `${insert.text} on conflict (workspace_id, shop_domain) do update set updated_at = now()`,
      ),
      planted('returning', `${insert.text} returning (select name from workspaces where workspace_id = $1)`),
      planted(
        'case',
        `update contacts set country = case country when 'Norway' then 'NO' end where workspace_id = $1`,
      ),
      planted('clock', 'update contacts set updated_at = clock_timestamp() where workspace_id = $1'),
      planted(
        'query',
        `insert into contacts (workspace_id, shop_domain, created_at, updated_at)
        select workspace_id, 'a', now(), now() from workspaces where workspace_id = $1 returning shop_domain`,
      ),
      planted('setting', `select set_config('jit', 'off', false)`),
      planted(
        'lateral',
        `select from contacts cross join lateral (select from payees where workspace_id = contacts.workspace_id) payee
        where contacts.workspace_id = $1`,
      ),
    ]
    const faults = await findFaults(offenders, queries)
    expect(faults.filter((fault) => fault.startsWith('planted_'))).toEqual([
      'planted_case: compares in a simple case',
      'planted_clock: changes rows by the time of the clock: use now()',
      'planted_coalesce: changes rows by an unstable function in coalesce or case',
      'planted_conflict: changes a row in conflict by an unstable function: use excluded',
      'planted_join: reads several partitions of referrals',
      'planted_lateral: names the workspace of a lateral query by another row: use $1',
      'planted_place: takes rows by their place (ctid)',
      'planted_query: returns what it inserts from a query: give the table another name',
      'planted_returning: returns a subquery',
      'planted_row: reads a table, and is not planned by itself: use plpgsql',
      'planted_row: takes a row: those of a part of a table are of another type',
      'planted_setting: sets something for longer than a transaction',
      'planted_trigger: joins the new rows of its statement with a table',
      'planted_trigger: reads several partitions of contacts',
      'planted_trigger: tells a node alone which constraint it is: say it in the detail too',
    ])
    const foreign = 'delete from contacts where workspace_id = $1 or shop_domain = $2'
    await expect(database.query(planted('foreign', foreign), [workspaceId, 'shop.example'])).rejects.toThrow(
      'wrote a row of another workspace into contacts_part',
    )
  })
})
