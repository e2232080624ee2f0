import {
  followReplica,
  isSentInClear,
  openDatabase,
  type Replica,
} from '@affiliate-platform/platform/database'
import {
  createApp,
  createLog,
  createWebhookSender,
  readSettings,
  type ServedMetrics,
  type Settings,
  serveMetrics,
  startServer,
  stopOnSignal,
} from '@affiliate-platform/service'
import { chooseDatabase, chooseReplica, describeDatabase } from '../command-line/database-option.ts'
import { describeMisspelt } from '../command-line/misspelt-settings.ts'
import { rejectPendingMigrations } from '../command-line/reject-pending-migrations.ts'
import { sentInClear } from '../doctor/check-encryption.ts'
import { toPartnerAccess } from '../sales/partner-access.ts'
import { consoleFolder } from './console-folder.ts'
import { startBackgroundWork, toMailSender } from './start-background-work.ts'

export interface ServeFlags {
  readonly dataDir?: string
  readonly port?: string
  readonly host?: string
  readonly adminPort?: string
}

// To public addresses, and to what the settings name.
const toReach = ({ WEBHOOK_PRIVATE_NETWORKS: networks }: Settings) => ({ isPublicReached: true, networks })

/** Where people find what is served; the console and the portal only where they are switched on. */
function toAddresses(baseUrl: string, { CONSOLE_ORIGIN: origin }: Settings) {
  const docsUrl = `${baseUrl}/docs`
  if (origin === undefined) return { baseUrl, docsUrl }
  return { baseUrl, docsUrl, consoleUrl: `${origin}/console`, portalUrl: `${origin}/portal` }
}

/** Serves until a signal stops it. */
export async function runServe(flags: ServeFlags): Promise<void> {
  const settings = readSettings({
    ...process.env,
    ...(flags.port !== undefined && { PORT: flags.port }),
    ...(flags.host !== undefined && { HOST: flags.host }),
    ...(flags.adminPort !== undefined && { ADMIN_PORT: flags.adminPort }),
  })
  const choice = chooseDatabase(settings, flags.dataDir)
  const standby = chooseReplica(settings)
  const database = await openDatabase(choice)
  let served: ServedMetrics | undefined
  let replica: Replica | undefined
  try {
    await rejectPendingMigrations(database, flags)
    const log = createLog(settings.LOG_LEVEL)
    // Nothing of this is wrong enough to stop for.
    for (const misspelt of describeMisspelt(process.env)) log.warn(misspelt)
    if ('url' in choice && isSentInClear(choice.url)) log.warn(sentInClear)
    replica = standby && (await followReplica(database, standby))
    served = await serveMetrics(settings, database, replica)
    const sendMail = toMailSender(settings)
    const app = await createApp({
      database,
      replica,
      log,
      identifyQuotaRequestsMax: settings.IDENTIFY_REQUESTS_PER_MINUTE,
      metrics: served?.metrics,
      mcpAllowedHosts: settings.MCP_ALLOWED_HOSTS,
      clientAddressHeader: settings.CLIENT_ADDRESS_HEADER,
      clientCountryHeader: settings.CLIENT_COUNTRY_HEADER,
      securityContact: settings.SECURITY_CONTACT,
      secretKey: settings.AFFILIATE_SECRET_KEY,
      partnerAccess: toPartnerAccess(settings),
      ...(settings.CONSOLE_ORIGIN !== undefined && {
        console: {
          place: { origin: settings.CONSOLE_ORIGIN },
          folder: consoleFolder(),
          sendsMail: sendMail !== undefined,
        },
      }),
    })
    served?.addHealth(app)
    const server = await startServer(app, { host: settings.HOST, port: settings.PORT })
    const running = [
      server,
      ...startBackgroundWork(database, log, {
        settings,
        sendWebhook: createWebhookSender({ reach: toReach(settings) }),
        sendMail,
        metrics: served?.metrics,
      }),
    ]
    await stopOnSignal(running, database, () => {
      const addresses = toAddresses(server.baseUrl, settings)
      const metricsUrl = served && `${served.server.baseUrl}/metrics`
      log.info({ ...addresses, metricsUrl, database: describeDatabase(database, choice) }, 'ready')
    })
  } catch (error) {
    await database.close()
    throw error
  } finally {
    await served?.server.stop(0)
    await replica?.close()
  }
}
