import { type Database, longSilenceTimeoutMs, openDatabase } from '@affiliate-platform/platform/database'
import { type ImportReport, importSalesFile } from '@affiliate-platform/platform/sales'
import pg from 'pg'
import { readFamilyCpuUs } from '../runner/machine.ts'
import { insertMoneyWorld, type MoneyWorld } from './world.ts'

/** What a money case works with. */
export interface Money {
  readonly world: MoneyWorld
  /** As the command opens it. */
  readonly database: Database
  /** A bare connection. */
  readonly client: pg.Client
  /** Imports lines of a file and posts what waits, as the command does. */
  importLines(lines: () => Iterable<string>): Promise<ImportReport>
  stop(): Promise<void>
}

/** Opens a world of its own for a case. */
export async function openMoney(databaseUrl: string, name: string): Promise<Money> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const database = await openDatabase({ url: databaseUrl, silenceTimeoutMs: longSilenceTimeoutMs })
  const world = await insertMoneyWorld(client, name)
  const { workspaceId, appId } = world
  const order = { workspaceId, appId, actor: 'system', file: 'sales.ndjson' }
  return {
    ...{ world, database, client },
    importLines: (lines) => importSalesFile(database, { ...order, open: () => toBytes(lines()) }),
    async stop() {
      await database.close()
      await client.end()
    },
  }
}

async function* toBytes(lines: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield Buffer.from(`${line}\n`)
}

/**
 * Times one piece of work on many rows, tells the CPU time of this process and of the database apart, and the memory that
 * the process has had at most.
 */
export async function measureRows(rows: number, postgresPid: number, run: () => Promise<unknown>) {
  const [before, databaseBefore] = [process.cpuUsage(), readFamilyCpuUs(postgresPid)]
  const startMs = performance.now()
  await run()
  const seconds = (performance.now() - startMs) / 1000
  const { user, system } = process.cpuUsage(before)
  return {
    rowsPerSecond: rows / seconds,
    cpuUs: (user + system) / rows,
    databaseCpuUs: (readFamilyCpuUs(postgresPid) - databaseBefore) / rows,
    peakMegabytes: process.resourceUsage().maxRSS / 1000,
  }
}
