import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { PGlite, Transaction as PGliteTransaction } from '@electric-sql/pglite'
import { withRetry } from '../postgres/retry.ts'
import type { Database, DatabaseLoad, Statement, Transaction } from '../statements/database.ts'
import { readPreparedData } from './prepared-data.ts'

/** Where an embedded database keeps its data. */
export interface EmbeddedOptions {
  /** The folder; without it the data is in memory and ends with the process. */
  readonly folder?: string
  /** A dump of another embedded database, loaded into this new one. Default: an empty one, prepared by the build. */
  readonly prepared?: Blob
}

/** An embedded database, which can also be copied as a whole. */
export interface EmbeddedDatabase extends Database {
  /** Copies everything into one blob, for `prepared`. */
  dump(): Promise<Blob>
}

/** What its engine writes into the `PG_VERSION` of a folder; one of another version it does not read. */
export const engineVersion = '18'

const asText = (value: string): string => value

/**
 * Opens the embedded Postgres. The caller holds the folder's lock: the engine itself takes none.
 *
 * @throws when its engine is not installed
 */
export async function openEmbedded({ folder, prepared }: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const { PGlite, types } = await loadEngine()
  const isNew = folder === undefined || !existsSync(join(folder, 'PG_VERSION'))
  // D165: to make a database from nothing takes several times as long as to copy one.
  const data = prepared ?? (isNew ? await readPreparedData() : undefined)
  const embedded = await PGlite.create({
    ...(folder !== undefined && { dataDir: folder }),
    ...(data !== undefined && { loadDataDir: data }),
    // The driver for real Postgres hands these over as text too.
    parsers: { [types.INT8]: asText, [types.NUMERIC]: asText },
  })
  const { takeTurn, load } = createTurns()
  return {
    engine: 'pglite',
    durability: folder === undefined ? 'none' : 'process-crash',
    connectionsMax: 1,
    query: (statement, values) => takeTurn(() => runStatement(embedded, statement, values)),
    transaction: (run) => withRetry(() => takeTurn(() => runTransaction(embedded, run))),
    session: (run) =>
      takeTurn(() => run({ query: (statement, values) => runStatement(embedded, statement, values) })),
    script: async (sql) => {
      await embedded.transaction((tx) => tx.exec(sql))
    },
    load,
    dump: () => embedded.dumpDataDir('none'),
    close: () => embedded.close(),
  }
}

// An optional peer: who serves from a Postgres installs no second one.
async function loadEngine(): Promise<typeof import('@electric-sql/pglite')> {
  return await import('@electric-sql/pglite').catch((cause: unknown) => {
    throw new Error(
      'The embedded database is not installed: set DATABASE_URL, or install @electric-sql/pglite with npm.',
      {
        cause,
      },
    )
  })
}

interface Turns {
  takeTurn<T>(run: () => Promise<T>): Promise<T>
  load(): DatabaseLoad
}

/**
 * Lets one query or transaction at a time into the engine, and the event loop have a turn before each. The engine
 * computes on this very thread, and left to itself it empties its queue without a pause: no socket would be served.
 */
function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  let unfinished = 0
  return {
    takeTurn(run) {
      unfinished += 1
      const turn = last
        .then(() => setImmediate())
        .then(run)
        .finally(() => {
          unfinished -= 1
        })
      last = turn.catch(() => undefined)
      return turn
    },
    load: () => ({ inUse: Math.min(unfinished, 1), waiting: Math.max(unfinished - 1, 0) }),
  }
}

async function runStatement<Row>(
  runner: PGlite | PGliteTransaction,
  { text }: Statement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await runner.query<Row>(text, [...values])
  return rows
}

async function runTransaction<T>(embedded: PGlite, run: (tx: Transaction) => Promise<T>): Promise<T> {
  return await embedded.transaction(async (tx) => {
    const writes: (() => Promise<unknown>)[] = []
    const result = await run({
      query: (statement, values) => runStatement(tx, statement, values),
      write: (statement, values) => writes.push(() => runStatement(tx, statement, values)),
    })
    for (const write of writes) await write()
    return result
  })
}
