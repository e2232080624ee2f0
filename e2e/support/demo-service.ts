import { listOperations } from '@affiliate-platform/contract'
import { type Demo, seedDemo } from '@affiliate-platform/operator/demo'
import { type Database, migrate, openDatabase } from '@affiliate-platform/platform/database'
import { type AppOptions, createApp, startServer } from '@affiliate-platform/service'

/** A service with demo data on a port of its own, in memory. */
export interface DemoService extends AsyncDisposable {
  readonly baseUrl: string
  readonly keys: Demo['keys']
  readonly ids: Demo['ids']
  /** How many records of the demo's app each list has. */
  readonly rows: Readonly<Record<string, number>>
}

/** @param options - of the service, such as another quota than its own */
export async function startDemoService(
  options: Pick<AppOptions, 'clock' | 'affiliateQuotaRequestsMax'> = {},
): Promise<DemoService> {
  const database = await openDatabase({ inMemory: true })
  await migrate(database)
  const { keys, ids } = await seedDemo(database)
  const server = await startServer(await createApp({ clock: Date.now, ...options, database }), {
    host: '127.0.0.1',
    port: 0,
  })
  return {
    baseUrl: server.baseUrl,
    keys,
    ids,
    rows: Object.fromEntries(
      await Promise.all(listOperations.map(({ name }) => countRows(database, name, ids.appId))),
    ),
    [Symbol.asyncDispose]: async () => {
      await server.stop(1000)
      await database.close()
    },
  }
}

async function countRows(
  database: Database,
  table: string,
  appId: string,
): Promise<readonly [string, number]> {
  const text = `select count(*)::integer as rows from ${table} where app_id = $1`
  const [found] = await database.query<{ readonly rows: number }>({ name: '', text }, [appId])
  return [table, found?.rows ?? 0]
}
