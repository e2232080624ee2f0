import { type Demo, seedDemo } from '@affiliate-platform/operator/demo'
import { migrate, openDatabase } from '@affiliate-platform/platform/database'
import { createApp, startServer } from '@affiliate-platform/service'

/** A service with demo data on a port of its own, in memory. */
export interface DemoService extends AsyncDisposable {
  readonly baseUrl: string
  readonly keys: Demo['keys']
  readonly ids: Demo['ids']
}

/** @param clock - milliseconds since 1970; default: the machine's */
export async function startDemoService(clock: () => number = Date.now): Promise<DemoService> {
  const database = await openDatabase({ inMemory: true })
  await migrate(database)
  const { keys, ids } = await seedDemo(database)
  const server = await startServer(await createApp({ database, clock }), { host: '127.0.0.1', port: 0 })
  return {
    baseUrl: server.baseUrl,
    keys,
    ids,
    [Symbol.asyncDispose]: async () => {
      await server.stop(1000)
      await database.close()
    },
  }
}
