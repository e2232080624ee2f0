import { openDatabase } from '@affiliate-platform/platform/database'
import { createApp, startServer } from '@affiliate-platform/service'
import type { StartServer } from './program.ts'

/** The service itself, as `serve` puts it together, without a log. */
export const start: StartServer = async ({ databaseUrl }) => {
  const database = await openDatabase({ url: databaseUrl })
  const server = await startServer(await createApp({ database }), { host: '127.0.0.1', port: 0 })
  return {
    port: server.port,
    stop: async () => {
      await server.stop(100)
      await database.close()
    },
  }
}
