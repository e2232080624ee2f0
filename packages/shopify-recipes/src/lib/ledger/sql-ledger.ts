import { toRecord } from '../fault.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'
import { runStatement } from './run-statement.ts'
import { createSqlRunner, type SqlDatabase } from './sql-dialects.ts'

const columns = 'entry_key, state, tasks, claim, since_ms, due_at_ms'

/**
 * Makes a ledger in PostgreSQL, SQLite, MySQL or MariaDB, on the client that the app has already. Its table is made
 * by `ledgerMigration`.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite'
 * import { createSqlLedger, ledgerMigration } from '@affiliate-platform/shopify-recipes'
 *
 * const client = new DatabaseSync(':memory:')
 * client.exec(ledgerMigration('sqlite'))
 * const ledger = createSqlLedger({ dialect: 'sqlite', client })
 * ```
 */
export function createSqlLedger(database: SqlDatabase): Ledger {
  const { read, write, insert, isTableMissing } = createSqlRunner(database)
  const remedy = `Create it with the SQL that \`ledgerMigration('${database.dialect}')\` returns.`
  const run = <Value>(work: () => Promise<Value>) => runStatement(remedy, isTableMissing, work)
  return {
    read: (key) =>
      run(async () => {
        const [row] = await read(`SELECT ${columns} FROM affiliate_ledger WHERE entry_key = ?`, [key])
        return row === undefined ? null : toEntry(row)
      }),
    replace: (key, expected, next) =>
      run(async () => (await write(...toStatement(insert, { key, expected, next }))) > 0),
    listDue: (kind, untilMs, limit) =>
      run(async () => {
        const rows = await read(
          `SELECT ${columns} FROM affiliate_ledger WHERE due_at_ms <= ? AND entry_key LIKE ?
           ORDER BY due_at_ms LIMIT ${Math.trunc(limit)}`,
          [untilMs, `${kind}:%`],
        )
        return rows.map(toEntry)
      }),
  }
}

/**
 * The text that makes the ledger's table, for a migration of the app. Running it again changes nothing.
 *
 * @example
 * ```ts
 * import { ledgerMigration } from '@affiliate-platform/shopify-recipes'
 *
 * console.info(ledgerMigration('postgresql'))
 * ```
 */
export function ledgerMigration(dialect: SqlDatabase['dialect']): string {
  // Shops and ids are ASCII; a collation of MySQL's would take two ids that differ in case for one.
  const key = dialect === 'mysql' ? 'varchar(255) CHARACTER SET ascii COLLATE ascii_bin' : 'varchar(255)'
  const index = 'affiliate_ledger_due'
  const table = `CREATE TABLE IF NOT EXISTS affiliate_ledger (
  entry_key ${key} NOT NULL PRIMARY KEY,
  state varchar(16) NOT NULL,
  tasks varchar(32) NOT NULL,
  claim varchar(64) NOT NULL,
  since_ms bigint NOT NULL,
  due_at_ms bigint${dialect === 'mysql' ? `,\n  INDEX ${index} (due_at_ms)` : ''}
);
`
  return dialect === 'mysql'
    ? table
    : `${table}CREATE INDEX IF NOT EXISTS ${index} ON affiliate_ledger (due_at_ms);\n`
}

interface Replacement {
  readonly key: string
  readonly expected: string | null
  readonly next: LedgerEntry | null
}

function toStatement(
  insert: (columns: string, values: string) => string,
  { key, expected, next }: Replacement,
): [string, (string | number | null)[]] {
  const values = next && [next.state, next.tasks, next.claim, next.sinceMs, next.dueAtMs]
  if (values === null)
    return ['DELETE FROM affiliate_ledger WHERE entry_key = ? AND claim = ?', [key, expected]]
  if (expected === null) return [insert(columns, '?, ?, ?, ?, ?, ?'), [key, ...values]]
  const set = 'state = ?, tasks = ?, claim = ?, since_ms = ?, due_at_ms = ?'
  return [`UPDATE affiliate_ledger SET ${set} WHERE entry_key = ? AND claim = ?`, [...values, key, expected]]
}

// A driver may give a bigint column as text.
function toEntry(row: unknown): LedgerEntry {
  const { entry_key: key, state, tasks, claim, since_ms: since, due_at_ms: due } = toRecord(row)
  return {
    key: String(key),
    state: String(state) as LedgerEntry['state'],
    tasks: String(tasks),
    claim: String(claim),
    sinceMs: Number(since),
    dueAtMs: due === null ? null : Number(due),
  }
}
