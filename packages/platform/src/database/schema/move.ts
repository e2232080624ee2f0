import type { Database, Queryable, Statement, Transaction } from '../statements/database.ts'

/** Thrown when a move is rejected, or did not bring over everything. Its message says why; nothing was changed. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}

/** A table that was moved, with what shows that all of it arrived. */
export interface MovedTable {
  readonly table: string
  readonly rows: number
  /** SHA-256 over the SHA-256 of each row; hexadecimal. */
  readonly digest: string
}

/** Of the schema's own, and quota windows, which begin anew. */
const leftOut = ['schema_migrations', 'quota_windows', 'fact_tables']

/** One row each, which the migrations have made there already. */
const replaced = ['service_settings', 'fact_anchoring']

const rowsPerPortion = 1000

// A table comes after those that it refers to.
const listTables: Statement = {
  name: 'move_tables',
  text: `
    with recursive
      known as (
        select oid, relname::text as name from pg_class
        where relkind = 'r' and relnamespace = current_schema()::regnamespace and not relname::text = any ($1)
      ),
      depths as (
        select oid, name, 0 as depth from known
        union
        select known.oid, known.name, depths.depth + 1
        from depths
        join pg_constraint reference
          on reference.confrelid = depths.oid and reference.contype = 'f' and reference.conrelid <> depths.oid
        join known on known.oid = reference.conrelid
      )
    select name from depths group by name order by max(depth), name`,
}

const isInUse: Statement = {
  name: 'move_in_use',
  text: 'select exists (select 1 from workspaces) as "inUse"',
}

const settings: Statement = {
  name: 'move_settings',
  text: `
    select
      set_config('timezone', 'UTC', true), set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true),
      set_config('citus.multi_shard_modify_mode', 'sequential', true)`,
}

/**
 * Moves everything of one database into another one of the same version that has no workspace yet, in one transaction,
 * and compares the number of rows and a digest of each table before it ends.
 *
 * @returns the tables
 * @throws MoveError when the target is in use, or does not have what the source has
 */
export async function moveDatabase(source: Database, target: Database): Promise<readonly MovedTable[]> {
  return await target.transaction(async (tx) => {
    await tx.query(settings, [])
    const [state] = await tx.query<{ readonly inUse: boolean }>(isInUse, [])
    if (state?.inUse !== false)
      throw new MoveError('The database already has workspaces. Move into an empty one.')
    return await source.transaction(async (from) => {
      await from.query(settings, [])
      const tables = (await from.query<{ name: string }>(listTables, [leftOut])).map(({ name }) => name)
      const moved: MovedTable[] = []
      for (const table of tables) {
        await moveTable(from, tx, table)
        moved.push(await compare(from, tx, table))
      }
      return moved
    })
  })
}

const run = (queryable: Queryable, text: string, values: readonly unknown[] = []) =>
  queryable.query<{ readonly portion: string | null }>({ name: '', text }, values)

async function moveTable(from: Transaction, to: Transaction, table: string): Promise<void> {
  // The sums and the audit are moved like everything else, and must not arise anew.
  await run(to, `alter table ${table} disable trigger user`)
  if (replaced.includes(table)) await run(to, `delete from ${table}`)
  for (let offset = 0; ; offset += rowsPerPortion) {
    // As text: a number of 38 digits does not survive JavaScript. Ordered: a row may refer to an earlier one.
    const [read] = await run(
      from,
      `select jsonb_agg(row)::text as portion
       from (select to_jsonb(rows) as row from ${table} rows order by rows limit $1 offset $2) portion`,
      [rowsPerPortion, offset],
    )
    const portion = read?.portion ?? null
    if (portion === null) break
    await run(to, `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
      portion,
    ])
  }
  await run(to, `alter table ${table} enable trigger user`)
}

async function compare(from: Transaction, to: Transaction, table: string): Promise<MovedTable> {
  const statement = {
    name: '',
    text: `
      select
        count(*)::integer as rows,
        encode(sha256(coalesce(string_agg(digest, ''::bytea order by digest), '')), 'hex') as digest
      from (select sha256(convert_to(to_jsonb(rows)::text, 'UTF8')) as digest from ${table} rows) digests`,
  }
  const [was] = await from.query<Omit<MovedTable, 'table'>>(statement, [])
  const [is] = await to.query<Omit<MovedTable, 'table'>>(statement, [])
  if (was === undefined || is?.rows !== was.rows || is.digest !== was.digest) {
    throw new MoveError(`The copied rows of ${table} differ from the original ones. Nothing was moved.`)
  }
  return { table, ...was }
}
