import { apiKeyChecksum } from '@affiliate-platform/contract'
import type { SimulatedApp } from '@affiliate-platform/shopify-simulator'
import { uninstallRequest } from '../../../lib/testing/uninstall-request.ts'
import type { CommandIo } from '../../io.ts'
import { checkRunningApp, findAddresses } from '../check-running-app.ts'
import { uninstallUris } from '../check-subscription.ts'
import { sendDelivery } from '../check-webhook.ts'
import { error, type Finding, ok, warning } from '../finding.ts'
import { type CheckedApp, callsOf, installCalls } from '../read-app.ts'
import { openApp } from './open-app.ts'
import { createWorld, findFreePort, type SimulatedWorld } from './simulated-world.ts'
import { startApp } from './start-app.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Starts the app with a simulated Shopify and a simulated affiliate platform on this machine, and lets a shop install it,
 * uninstall it and return. Nothing leaves this machine.
 */
export async function checkInstall(
  command: readonly string[],
  app: CheckedApp,
  io: CommandIo,
): Promise<readonly Finding[]> {
  const { SHOPIFY_API_KEY: clientId, SHOPIFY_API_SECRET: clientSecret } = io.env
  const shopifyApp = { clientId: clientId || standIn, clientSecret: clientSecret || standIn }
  const world = await createWorld(shopifyApp)
  try {
    const url = `http://localhost:${await findFreePort()}`
    const env = buildEnvironment(app, { world, shopifyApp, url, own: io.env })
    const started = await startApp({ command, env, url }, io)
    if (typeof started === 'string') {
      const remedy = 'Name what starts the built app: not shopify app dev, which asks Shopify.'
      return [error('APP', `What was named to start the app ${started}.`, remedy)]
    }
    try {
      const appIo = { ...io, env }
      const visit = { world, app: shopifyApp, url: `${url}${openedPath(app)}` }
      const installs = await playInstalls({ ...visit, origin: url, files: app }, appIo)
      return [...installs, ...(await checkRunningApp({ appUrl: url }, app, appIo))]
    } finally {
      await started.stop()
    }
  } finally {
    await world.close()
  }
}

const standIn = 'affiliate-recipes-doctor'
const standInKey = `aff_workspace_${'0'.repeat(32)}`

interface Surroundings {
  readonly world: SimulatedWorld
  readonly shopifyApp: SimulatedApp
  readonly url: string
  readonly own: Environment
}

function buildEnvironment(app: CheckedApp, { world, shopifyApp, url, own }: Surroundings): Environment {
  const isExpress = app.files.some(({ text }) => text.includes('"@shopify/shopify-app-express"'))
  const publicUrl = 'https://affiliate-recipes-doctor.invalid'
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== ''))
  const { port } = new URL(url)
  const redirect = new URL('../../../../bin/redirect-shopify.js', import.meta.url).href
  return {
    SHOPIFY_APP_URL: publicUrl,
    SCOPES: 'read_products',
    AFFILIATE_WORKSPACE_API_KEY: `${standInKey}_${apiKeyChecksum(standInKey)}`,
    AFFILIATE_APP_ID: '00000000-0000-4000-8000-000000000000',
    // The servers of React Router and Remix take it for the interface to listen on.
    ...(isExpress && { HOST: publicUrl }),
    ...given,
    SHOPIFY_API_KEY: shopifyApp.clientId,
    SHOPIFY_API_SECRET: shopifyApp.clientSecret,
    PORT: port,
    BACKEND_PORT: port,
    AFFILIATE_BASE_URL: world.platformUrl,
    PLATFORM_URL: world.platformUrl,
    SIMULATOR_URL: world.shopifyUrl,
    NODE_OPTIONS: `${own['NODE_OPTIONS'] ?? ''} --import=${redirect}`.trim(),
  }
}

/** The page that Shopify opens, as `shopify.app.toml` names it. */
function openedPath({ files }: CheckedApp): string {
  const { text = '' } = files.find(({ path }) => path === 'shopify.app.toml') ?? {}
  const [, address = ''] = /^\s*application_url\s*=\s*["']([^"']*)["']/m.exec(text) ?? []
  return URL.canParse(address) ? new URL(address).pathname : '/'
}

interface Play {
  readonly world: SimulatedWorld
  readonly app: SimulatedApp
  readonly url: string
  readonly origin: string
  readonly files: CheckedApp
}

/** Installs, uninstalls and returns. */
async function playInstalls(play: Play, io: CommandIo): Promise<readonly Finding[]> {
  const { world, files } = play
  const isForwarding = callsOf(files, 'forwardUninstall').length > 0 && installCalls(files).length === 0
  const status = await openApp(play, io)
  if (world.countTokens() === 0) return [judgeUnopened(play.url, status)]
  if (!isForwarding && !(await world.isIdentified(1, io.interrupted))) return [hookNeverRuns]
  const [address] = findAddresses(play.origin, files, uninstallUris)
  const gone = address && (await uninstall(address, play, io))
  // What is wrong with the webhook is told by what checks the webhook.
  if (gone !== 200) return [installed]
  if (isForwarding) return [(await world.isIdentified(1, io.interrupted)) ? forwarded : notForwarded]
  world.reinstall()
  const tokens = world.countTokens()
  await openApp(play, io)
  if (world.countTokens() === tokens) return [installed, oldSession]
  return [installed, (await world.isIdentified(2, io.interrupted)) ? returned : notReturned]
}

async function uninstall(url: string, { world, app }: Play, io: CommandIo): Promise<number | undefined> {
  const { clientSecret: secret } = app
  const triggeredAt = new Date(io.now())
  return (await sendDelivery(uninstallRequest({ url, secret, shop: world.shop, triggeredAt }), io))?.status
}

function judgeUnopened(url: string, status: number | undefined): Finding {
  const { pathname } = new URL(url)
  const detail = `A shop that installs opens ${pathname}, and the app asks Shopify for no token`
  const remedy = 'Is application_url in shopify.app.toml the page that authenticates?'
  if (status === undefined || status >= 400) {
    return error(
      'INSTALL',
      `${detail}: it responds with ${status ?? 'nothing'}.`,
      `${remedy} See the app's log.`,
    )
  }
  return warning('INSTALL', `${detail}: the install could not be tried.`, remedy)
}

const hookNeverRuns = error(
  'HOOK',
  'A shop installed the app that was started, the app obtained its token, and no identify call came.',
  "Is the hook the last hooks.afterAuth that shopifyApp gets, and is it called? The app's log names a call that fails.",
)

const installed = ok('INSTALL', 'A shop that installs is identified.')
const returned = ok('REINSTALL', 'A shop that uninstalls and returns is identified again.')
const forwarded = ok('INSTALL', 'The contact of a shop that uninstalls is forwarded.')

const notForwarded = error(
  'WEBHOOK',
  'The uninstall of a shop got 200, and no identify call came.',
  'Handle it with forwardUninstall at the address of shopify.app.toml.',
)

const oldSession = warning(
  'SESSION',
  'The app uses its old session after an uninstall and a reinstall: no hook runs, and the reinstall is not identified.',
  'Delete the sessions in onUninstalled: if (!isBack) await prisma.session.deleteMany({ where: { shop } }).',
)

const notReturned = warning(
  'REINSTALL',
  'A shop that uninstalls and returns is not identified again.',
  'Give handleUninstall the ledger of the hook.',
)
