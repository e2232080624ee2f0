import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { placeNewTables } from '../cluster/place-tables.ts'
import type { Database, Statement } from '../statements/database.ts'
import { rejectingConstraint } from '../statements/faults.ts'

/** One numbered SQL file below `migrations/`: edited in place until its release, and never after it (D281). */
interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** Thrown when the database holds a migration that is unknown here, or one with another text. */
export class ForeignMigrationError extends Error {
  override readonly name = 'ForeignMigrationError'
  /** Whether a later version has only added to what is known here: what is served goes on (D477). */
  readonly isAhead: boolean

  constructor(message: string, { isAhead }: { readonly isAhead: boolean }) {
    super(message)
    this.isAhead = isAhead
  }
}

const folder = new URL('../../../migrations/', import.meta.url)

// Two rivals that make a table at the same moment collide on the catalogue: they take turns.
const createJournal = `
  select pg_advisory_xact_lock(4010);
  create table if not exists schema_migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz(3) not null default now()
  )`

const listAppliedStatement: Statement = {
  name: 'migrations_list_applied',
  text: 'select number, name, checksum from schema_migrations order by number',
}

const journalExistsStatement: Statement = {
  name: 'migrations_journal_exists',
  text: `select to_regclass('schema_migrations') is not null as "exists"`,
}

/**
 * Brings the schema up to date, forward only, each migration in a transaction of its own. Safe when several
 * processes start at once: they all end up with every migration applied once.
 *
 * @returns the names of the migrations that this call applied
 * @throws ForeignMigrationError when an applied migration is unknown here or was edited since
 */
export async function migrate(database: Database): Promise<readonly string[]> {
  await database.script(createJournal)
  const applied: string[] = []
  for (const migration of await listPendingMigrations(database)) {
    // The journal row comes first: a rival that starts the same migration waits here, and then fails on the key.
    const { number, name, checksum, sql } = migration
    const journal = `insert into schema_migrations (number, name, checksum) values (${number}, '${name}', '${checksum}');`
    if (!(await runUnlessRivalDid(database, `${journal}\n${sql}`))) continue
    applied.push(name)
    await placeNewTables(database)
  }
  return applied
}

/**
 * Lists the migrations that the database still lacks, in order.
 *
 * @throws ForeignMigrationError when the database holds a migration that is unknown here, or one with another text
 */
export async function listPendingMigrations(database: Database): Promise<readonly Migration[]> {
  known ??= readMigrations().catch((error: unknown) => {
    known = undefined
    throw error
  })
  const migrations = await known
  const [journal] = await database.query<{ exists: boolean }>(journalExistsStatement, [])
  if (!journal?.exists) return migrations
  const applied = await database.query<Migration>(listAppliedStatement, [])
  for (const { number, name, checksum } of applied) {
    const own = migrations.find((migration) => migration.number === number)
    if (own === undefined)
      throw new ForeignMigrationError(
        `The database has migration ${name}, which this version does not know.`,
        { isAhead: number > (migrations.at(-1)?.number ?? 0) },
      )
    if (own.checksum !== checksum)
      throw new ForeignMigrationError(
        `The database has migration ${name} with another text. Until the first release the schema is edited in place: make the database anew, the example's with npm start -- --reset.`,
        { isAhead: false },
      )
  }
  return migrations.filter(({ number }) => !applied.some((migration) => migration.number === number))
}

// Read once: readiness asks every second, and the files of a running process do not change.
let known: Promise<readonly Migration[]> | undefined

/** Reads every migration of this version, in order. */
export async function readMigrations(): Promise<readonly Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return await Promise.all(
    files.map(async (file) => {
      const sql = await readFile(new URL(file, folder), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { number: Number.parseInt(file, 10), name: file.replace(/\.sql$/, ''), sql, checksum }
    }),
  )
}

/** Runs a script, unless another process is found to have run it meanwhile. */
async function runUnlessRivalDid(database: Database, sql: string): Promise<boolean> {
  try {
    await database.script(sql)
    return true
  } catch (error) {
    if (rejectingConstraint(error) === 'schema_migrations_pkey') return false
    throw error
  }
}
