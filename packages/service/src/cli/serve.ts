import type { Command } from 'commander'
import { createApp } from '../app.ts'
import { readSettings } from '../config.ts'
import { openDatabase } from '../database/open.ts'
import { createLog } from '../log.ts'
import { type ServedMetrics, serveMetrics } from '../metrics/serve-metrics.ts'
import { startServer } from '../server.ts'
import { chooseDatabase, dataDirFlag, describeDatabase } from './database-option.ts'
import { forgetOldKeys } from './forget-old-keys.ts'
import { refusePendingMigrations } from './refuse-pending-migrations.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** Adds `serve`: the service in production. */
export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the service in production, on a migrated database and against the real Shopify')
    .option(dataDirFlag.name, dataDirFlag.description)
    .option('--port <port>', 'port to listen on, 0 for any free one (default: PORT, else 4010)')
    .option('--host <address>', 'address to listen on (default: HOST, else 127.0.0.1)')
    .addHelpText(
      'after',
      `
Examples:
  DATABASE_URL=postgres://user:password@localhost/affiliate affiliate-service serve --host 0.0.0.0
  affiliate-service serve --data-dir /var/lib/affiliate`,
    )
    .action(serve)
}

async function serve(flags: { dataDir?: string; port?: string; host?: string }): Promise<void> {
  const settings = readSettings({
    ...process.env,
    ...(flags.port !== undefined && { PORT: flags.port }),
    ...(flags.host !== undefined && { HOST: flags.host }),
  })
  const choice = chooseDatabase(settings, flags.dataDir)
  const database = await openDatabase(choice)
  let served: ServedMetrics | undefined
  try {
    await refusePendingMigrations(database)
    const log = createLog(settings.LOG_LEVEL)
    const identifyQuotaRequestsMax = settings.IDENTIFY_REQUESTS_PER_MINUTE
    served = await serveMetrics(settings, database)
    const app = await createApp({ database, log, identifyQuotaRequestsMax, metrics: served?.metrics })
    const server = await startServer(app, { host: settings.HOST, port: settings.PORT })
    forgetOldKeys(database, log)
    await stopOnSignal(server, database, () => {
      const { baseUrl } = server
      const metricsUrl = served && `${served.server.baseUrl}/metrics`
      log.info({ baseUrl, metricsUrl, database: describeDatabase(database, choice) }, 'ready')
    })
  } catch (error) {
    await database.close()
    throw error
  } finally {
    await served?.server.stop(0)
  }
}
