import { randomBytes } from 'node:crypto'
import { readMigrations } from '../database/schema/migrate.ts'
import type { Database, Queryable, Statement } from '../database/statements/database.ts'

/** Something in the database that is not what the migrations make. */
export interface ForeignDefinition {
  readonly object: string
  readonly is: 'missing' | 'changed' | 'added'
}

interface Definition {
  readonly object: string
  readonly text: string
  /** What an addition is only found by: whatever else an owner adds is the owner's. */
  readonly owner: string
}

// What decides which rows a statement sees and what happens to them. Postgres itself writes each as text, with names of
// this schema unqualified; the few that are always qualified lose the schema here.
const listStatement: Statement = {
  name: 'verify_definitions',
  text: `
    select object, replace(text, schema.name || '.', '') as text, owner
    from (select current_schema()::text as name, current_schema()::regnamespace::oid as id) schema
    cross join lateral (
      select
        'function ' || oid::regprocedure as object, proname::text as owner,
        replace(pg_get_functiondef(oid), quote_literal(schema.name), '''''') as text
      from pg_proc where pronamespace = schema.id and prokind = 'f'
      union all
      select 'view ' || relname, null, pg_get_viewdef(oid)
      from pg_class where relnamespace = schema.id and relkind in ('v', 'm')
      union all
      select 'table ' || relname, null, concat_ws(' ', relkind, relrowsecurity, relforcerowsecurity)
      from pg_class where relnamespace = schema.id and relkind in ('r', 'p')
      union all
      select 'trigger ' || tgname || ' on ' || relname, relname, concat_ws(' ', tgenabled, pg_get_triggerdef(pg_trigger.oid))
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = schema.id and not tgisinternal
      union all
      select 'rule ' || rulename || ' on ' || relname, relname, concat_ws(' ', ev_enabled, pg_get_ruledef(pg_rewrite.oid))
      from pg_rewrite join pg_class on pg_class.oid = ev_class
      where relnamespace = schema.id and relkind = 'r'
      union all
      select 'constraint ' || conname || ' on ' || relname, null, pg_get_constraintdef(pg_constraint.oid)
      from pg_constraint join pg_class on pg_class.oid = conrelid
      where relnamespace = schema.id and contype in ('c', 'f', 'p', 'u', 'x')
      union all
      select 'default of ' || attname || ' of ' || relname, null, pg_get_expr(adbin, adrelid)
      from pg_attrdef
      join pg_class on pg_class.oid = adrelid
      join pg_attribute on attrelid = adrelid and attnum = adnum
      where relnamespace = schema.id
      union all
      select 'watch over ' || name, null, '' from fact_tables
    ) definition
    order by object collate "C"`,
}

/**
 * Compares what the database does by itself — functions, triggers, rules, views, constraints, defaults, and which tables
 * are anchored — with what the migrations make. They are run once more for it, in a schema that is gone again at the end, on the same server: two
 * versions of Postgres write the same view differently.
 *
 * @returns what is missing or changed; and what was added to a table of ours, or beside a function of ours
 */
export async function compareDefinitions(database: Database): Promise<readonly ForeignDefinition[]> {
  const migrations = await readMigrations()
  const schema = `verify_${randomBytes(8).toString('hex')}`
  const all = migrations.map(({ sql }) => `execute ${quote(sql)};`).join('\n')
  return await database.transaction(async (tx) => {
    const run = (text: string) => tx.query({ name: '', text }, [])
    await run(`set local statement_timeout = 0`)
    const found = await listDefinitions(tx)
    await run(`create schema ${schema}`)
    await run(`set local search_path = ${schema}`)
    await run(`do ${quote(`begin ${all} end`)}`)
    const expected = await listDefinitions(tx)
    await run(`drop schema ${schema} cascade`)
    return compare(found, expected)
  })
}

async function listDefinitions(queryable: Queryable): Promise<ReadonlyMap<string, Definition>> {
  const rows = await queryable.query<Definition>(listStatement, [])
  return new Map(rows.map((row) => [row.object, row]))
}

function compare(
  found: ReadonlyMap<string, Definition>,
  expected: ReadonlyMap<string, Definition>,
): readonly ForeignDefinition[] {
  const owners = new Set([...expected.values()].map(({ owner }) => owner).filter((owner) => owner !== null))
  const own = [...expected].flatMap(([object, { text }]): readonly ForeignDefinition[] => {
    const there = found.get(object)
    if (there === undefined) return [{ object, is: 'missing' }]
    return there.text === text ? [] : [{ object, is: 'changed' }]
  })
  const added = [...found.values()].filter(({ object, owner }) => !expected.has(object) && owners.has(owner))
  return [...own, ...added.map(({ object }): ForeignDefinition => ({ object, is: 'added' }))]
}

// A text as a literal, whatever it contains: settings of the server decide what a backslash means in any other.
const quote = (text: string): string => ` E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
