import { createHmac } from 'node:crypto'
import {
  announceAddress,
  type Database,
  type DatabaseChoice,
  holdsDatabase,
  migrate,
  openDatabase,
  readSecret,
} from '@affiliate-platform/platform/database'
import {
  type App,
  createApp,
  createLog,
  createMailbox,
  createWebhookSender,
  type RunningServer,
  readSettings,
  type ServedMetrics,
  type Settings,
  serveMetrics,
  startServer,
  stopOnSignal,
} from '@affiliate-platform/service'
import { chooseDatabase, describeDatabase, withDatabase } from '../command-line/database-option.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { checkDemoDatabase, type DemoDatabase } from '../demo/demo-database.ts'
import { describeDemo, toLocalUrl } from '../demo/describe-demo.ts'
import { seedDemo } from '../demo/seed.ts'
import { toPartnerAccess } from '../sales/partner-access.ts'
import { consoleFolder } from '../serve/console-folder.ts'
import { startBackgroundWork } from '../serve/start-background-work.ts'
import { addDemoMember } from './demo-member.ts'
import { connectDemoSales, toSimulatedPartner } from './dev-sales.ts'
import { adoptStores, createDevShopify, type DevShopifyFlags, describeDevShopify } from './dev-shopify.ts'
import { offerMembers, offerSignIns } from './offer-sign-ins.ts'
import { type StoryTelling, tellStory } from './tell-story.ts'

export interface DevFlags extends DevShopifyFlags {
  readonly port?: string
  readonly json?: boolean
  readonly dataDir?: string
  readonly ephemeral?: boolean
  readonly reset?: boolean
}

/** Runs the whole service with its demo until a signal stops it. */
export async function runDev(flags: DevFlags): Promise<void> {
  const given = readDevSettings(flags)
  const choice = chooseDevDatabase(given, flags)
  await checkBeforeReset(choice)
  const database = await openDatabase(choice)
  let served: ServedMetrics | undefined
  let story: StoryTelling | undefined
  try {
    const found = await checkDemoDatabase(database)
    const demo = await prepareDemo(database, flags)
    const settings = { ...given, AFFILIATE_SECRET_KEY: await chooseSecretKey(database, given) }
    const offerInEach = async (offer: typeof offerSignIns | typeof offerMembers) => {
      const workspaceIds = [await story?.workspaceId, demo.ids.workspaceId].filter((id) => id !== undefined)
      return (await Promise.all(workspaceIds.map((id) => offer(database, id)))).flat()
    }
    const log = createLog(settings.LOG_LEVEL)
    served = await serveMetrics(settings, database)
    const mailbox = createMailbox()
    const app = await createApp({
      database,
      mailbox,
      secretKey: settings.AFFILIATE_SECRET_KEY,
      partnerAccess: toPartnerAccess(settings),
      log,
      platformFetch: await createDevShopify(demo, flags),
      identifyQuotaRequestsMax: settings.IDENTIFY_REQUESTS_PER_MINUTE,
      metrics: served?.metrics,
      mcpAllowedHosts: settings.MCP_ALLOWED_HOSTS,
      clientAddressHeader: settings.CLIENT_ADDRESS_HEADER,
      clientCountryHeader: settings.CLIENT_COUNTRY_HEADER,
      console: {
        place: 'loopback',
        folder: consoleFolder(),
        sendsMail: true,
        offerSignIns: () => offerInEach(offerSignIns),
        offerMembers: () => offerInEach(offerMembers),
      },
    })
    served?.addHealth(app)
    const server = await startOnFreePort(app, settings)
    if ('dataFolder' in choice) await announceAddress(choice.dataFolder, server.baseUrl)
    story = tellStory(database, log)
    const running = [
      server,
      story,
      ...startBackgroundWork(database, log, {
        settings,
        sendWebhook: mailbox.watchWebhooks(createWebhookSender({ reach: thisMachine })),
        sendMail: mailbox.createSender(toLocalUrl(server.baseUrl)),
        metrics: served?.metrics,
      }),
    ]
    const text = describeDemo(demo, {
      baseUrl: server.baseUrl,
      database: `${describeDatabase(database, choice)}, ${origins[found]}`,
      shopify: describeDevShopify(flags),
    })
    await stopOnSignal(running, database, () => {
      process.stdout.write(flags.json ? `${JSON.stringify({ baseUrl: server.baseUrl, ...demo })}\n` : text)
    })
  } catch (error) {
    await database.close()
    throw error
  } finally {
    await served?.server.stop(0)
  }
}

const readDevSettings = (flags: DevFlags): Settings =>
  readSettings({
    LOG_LEVEL: 'warn',
    ...toSimulatedPartner(flags),
    ...process.env,
    ...(flags.port !== undefined && { PORT: flags.port }),
  })

async function prepareDemo(database: Database, flags: DevFlags) {
  await migrate(database)
  const demo = await seedDemo(database)
  await adoptStores(database, demo, flags)
  if (flags.shopifySimulator !== undefined) {
    await connectDemoSales(database, demo)
    await addDemoMember(database, demo)
  }
  return demo
}

// What is tried out is told to nobody.
const thisMachine = { isPublicReached: false, networks: ['127.0.0.0/8', '::1/128'] }

/** The demo's endpoints can be added without a key of one's own: its secrets are told to this machine alone. */
async function chooseSecretKey(database: Database, { AFFILIATE_SECRET_KEY: key }: Settings) {
  return (
    key ??
    createHmac('sha256', await readSecret(database))
      .update('webhooks')
      .digest()
  )
}

/** The demo's own, below the folder that `dev` is run in. */
const defaultFolder = '.affiliate-platform'

const origins: Readonly<Record<DemoDatabase, string>> = {
  empty: 'which was empty and now contains the demo',
  demo: 'which contains the demo from an earlier start',
}

/** What `--reset` wipes must be the demo's own too. */
async function checkBeforeReset(choice: DatabaseChoice): Promise<void> {
  if (!('dataFolder' in choice) || !choice.reset || !holdsDatabase(choice.dataFolder)) return
  await withDatabase({ dataFolder: choice.dataFolder }, checkDemoDatabase)
}

function chooseDevDatabase(settings: Settings, { dataDir, ephemeral, reset }: DevFlags): DatabaseChoice {
  if (ephemeral && (reset || dataDir !== undefined || settings.DATABASE_URL !== undefined)) {
    throw new OperatorError('--ephemeral stores nothing: leave out --reset, --data-dir and DATABASE_URL.')
  }
  if (ephemeral) return { inMemory: true }
  const folder = dataDir ?? (settings.DATABASE_URL === undefined ? defaultFolder : undefined)
  const choice = chooseDatabase(settings, folder)
  if (!reset) return choice
  if ('dataFolder' in choice) return { ...choice, reset: true }
  throw new OperatorError('--reset wipes a data folder, never the database of DATABASE_URL.')
}

async function startOnFreePort(app: App, { HOST: host, PORT }: Settings): Promise<RunningServer> {
  for (let port = PORT; ; port += 1) {
    try {
      const server = await startServer(app, { host, port })
      if (port !== PORT) process.stderr.write(`Port ${PORT} is taken: using ${port}.\n`)
      return server
    } catch (error) {
      if (!isPortTaken(error) || port >= 65_535) throw error
    }
  }
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
