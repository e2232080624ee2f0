// The example app with a simulated Shopify around it: `npm run demo -w examples/remix-app`.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createShopifySimulator } from '@affiliate-platform/shopify-simulator'
import type { RequestHandler } from 'express'
import type { Variant } from '../app/affiliate.server.ts'
import { buildDirectory, buildWhenStale } from './build-when-stale.ts'
import { showBuilding } from './building.ts'
import { demoShops } from './demo-shops.ts'
import { interceptFetch } from './intercept-fetch.ts'
import { createJournal } from './journal.ts'
import { notePages } from './note-pages.ts'
import { noteReads } from './note-reads.ts'
import { createServer, listen, loadApp, passAsPerson } from './server.ts'

const host = '127.0.0.1'
const portDefault = 4020
const simulatorPortDefault = 4030
const settings = [
  'AFFILIATE_BASE_URL',
  'AFFILIATE_WORKSPACE_API_KEY',
  'AFFILIATE_API_KEY',
  'AFFILIATE_APP_ID',
  'AFFILIATE_MEMBERSHIP_ID',
]

const missing = settings.filter((name) => !process.env[name])
if (missing.length > 0) {
  process.stderr.write(`Set ${missing.join(', ')}, or run \`npm start\` at the root of the repository.\n`)
  process.exit(1)
}

// The simulated world lives as long as this process, and so do the app's sessions with it.
const folder = mkdtempSync(join(tmpdir(), 'affiliate-example-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))

let handler: RequestHandler = showBuilding
let routes = handler
const simulator = createShopifySimulator({ shops: demoShops.map((shop) => ({ ...shop, apps: [] })) })
const partner = simulator.addPartner({ organizationId: '1' })
const journal = createJournal()
// The affiliate platform reaches the same shops as the app.
const simulatorPort = Number(process.env['SIMULATOR_PORT'] || simulatorPortDefault)
await simulator.listen({ port: simulatorPort, fetch: noteReads(simulator.fetch, journal) })
const server = createServer(
  (request, response, next) => handler(request, response, next),
  [passAsPerson, notePages(journal), (request, response, next) => routes(request, response, next)],
)
const wishedPort = Number(process.env['APP_PORT'] || portDefault)
const { port } = await listen(server, { host, port: wishedPort })
const appUrl = `http://${host}:${port}`
if (wishedPort !== 0 && port !== wishedPort)
  process.stdout.write(`Port ${wishedPort} is taken: using ${port}.\n`)
process.stdout.write(`The example app is being prepared: ${appUrl} shows it when it is ready.\n`)
const app = {
  clientId: 'affiliate-demo-app',
  clientSecret: process.env['DEMO_CLIENT_SECRET'] || randomBytes(24).toString('hex'),
  uninstallUrl: `${appUrl}/webhooks/app/uninstalled`,
  // As in shopify.app.toml.
  uninstallIncludeFields: [
    'id',
    'myshopify_domain',
    'email',
    'shop_owner',
    'country_name',
    'plan_display_name',
  ],
}
Object.assign(process.env, {
  NODE_ENV: 'production',
  SHOPIFY_API_KEY: app.clientId,
  SHOPIFY_API_SECRET: app.clientSecret,
  SHOPIFY_APP_URL: appUrl,
  OPERATOR_SHOPS: demoShops.map(({ domain }) => domain).join(','),
  DATABASE_FILE: join(folder, 'app.sqlite'),
})

const deliver = globalThis.fetch
const platform = interceptFetch({ simulator, platformUrl: process.env['AFFILIATE_BASE_URL'] ?? '', journal })

// Only now: what these load keeps the environment, and the fetch, that it finds.
const { createAdminRoutes } = await import('./admin.ts')

let variant: Variant = 'identify_at_install'
let instance = 0
async function startApp(chosen: Variant): Promise<void> {
  process.env['AFFILIATE_VARIANT'] = chosen
  instance += 1
  handler = await loadApp(instance)
  variant = chosen
}
await buildWhenStale(buildDirectory)
await startApp(variant)
routes = createAdminRoutes({
  world: { simulator, partner, app, journal, deliver },
  platform,
  variant: () => variant,
  chooseVariant: startApp,
})
process.stdout.write(
  `The example app is ready at ${appUrl}\n  Shopify is simulated: no account is needed, and nothing leaves this machine.\n`,
)
