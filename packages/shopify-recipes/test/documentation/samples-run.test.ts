import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { embeddedRequest, startShopify, uninstallRequest } from '@affiliate-platform/shopify-recipes/testing'
import { Session } from '@shopify/shopify-api'
import type { Express } from 'express'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { authorize } from '../support/authorize.ts'
import { listen } from '../support/entries.ts'
import { apiKey, appId } from '../support/fixtures.ts'
import { buildAppParts, collectPageSamples, writeSamples } from './samples.ts'

const { simulator } = await startShopify()
const samples = collectPageSamples()
const apps = new Set(samples.map(({ path }) => path.replace(/\/(?:routes\/)?[^/]+$/, '')))
const folder = writeSamples('running-samples', [...[...apps].flatMap(buildAppParts), ...samples])

const app = { clientId: 'client-id', clientSecret: 'client-secret' }
const shop = 'example.myshopify.com'
simulator.addShop({ domain: shop, apps: [app] })
const uninstalled = (path = '/webhooks/app/uninstalled') =>
  uninstallRequest({ url: `${appUrl}${path}`, secret: app.clientSecret })
const expressPath = '/api/webhooks/app/uninstalled'
const appUrl = 'https://my-app.example'
const session = { shop, isOnline: false, accessToken: 'shpat_token' }

/** What reached the service. */
const received: unknown[] = []
const platform = { status: 200 }

beforeEach(async () => {
  vi.resetModules()
  received.splice(0)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()))
      response.writeHead(platform.status, { 'Content-Type': 'application/json' }).end('{"ok":true}')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const env = {
    AFFILIATE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AFFILIATE_WORKSPACE_API_KEY: apiKey,
    AFFILIATE_APP_ID: appId,
    SHOPIFY_API_KEY: app.clientId,
    SHOPIFY_API_SECRET: app.clientSecret,
    SHOPIFY_APP_URL: appUrl,
    SCOPES: 'read_products',
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    server.closeAllConnections()
    server.close()
  })
})

afterEach(() => {
  // The libraries and the samples print lines of their own.
  const { log, info } = globalThis.console
  for (const print of [log, info]) vi.mocked(print).mockClear()
})

/** A stored session whose token never expires. */
const createOldSession = () => {
  const { accessToken } = simulator.issueToken(shop)
  return new Session({ id: `offline_${shop}`, shop, state: '', isOnline: false, accessToken })
}

const load = (path: string) => import(/* @vite-ignore */ join(folder, path))
const backfillRequest = (path = '/internal/affiliate-backfill') =>
  new Request(`${appUrl}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}` },
  })

it.each(['react-router', 'remix'])('runs the %s app', async (name) => {
  const { default: shopify } = await load(`${name}/app/shopify.server.ts`)
  const webhook = await load(`${name}/app/routes/webhooks.app.uninstalled.ts`)
  const backfill = await load(`${name}/app/routes/internal.affiliate-backfill.ts`)
  const open = () => shopify.authenticate.admin(embeddedRequest({ ...app, url: `${appUrl}/app`, shop }))
  await open()
  await expect.poll(() => received).toMatchObject([{ myshopifyDomain: shop, appId }])
  const page = await (await backfill.action({ request: backfillRequest() })).json()
  expect(page).toMatchObject({ sent: 1, done: true })
  expect((await webhook.action({ request: uninstalled() })).status).toBe(200)
  expect(await (await backfill.action({ request: backfillRequest() })).json()).toMatchObject({ processed: 0 })
})

it.each(['react-router', 'remix'])('migrates the tokens of the %s app [D96]', async (name) => {
  const { sessionStorage } = await load(`${name}/app/db.server.ts`)
  const { action } = await load(`${name}/app/routes/internal.affiliate-tokens.ts`)
  await sessionStorage.storeSession(createOldSession())
  const run = async () => (await action({ request: backfillRequest('/internal/affiliate-tokens') })).json()
  expect(await run()).toMatchObject({ migrated: 1, done: true })
  expect(await run()).toMatchObject({ alreadyExpiring: 1 })
  // An hour later, Shopify's own library refreshes what was stored.
  const { default: shopify } = await load(`${name}/app/shopify.server.ts`)
  const migrated: Session = await sessionStorage.loadSession(`offline_${shop}`)
  const { accessToken, refreshToken } = migrated
  migrated.expires = new Date(0)
  await sessionStorage.storeSession(migrated)
  const { session, admin } = await shopify.unauthenticated.admin(shop)
  expect(simulator.refreshCalls.at(-1)).toMatchObject({ refreshToken })
  expect(session.accessToken).not.toBe(accessToken)
  expect((await admin.graphql('{ shop { name } }')).status).toBe(200)
})

it('migrates the tokens of the express app [D96]', async () => {
  const { app: server }: { readonly app: Express } = await load('express/server.ts')
  await load('express/tokens.ts')
  const { sessionStorage } = await load('express/db.server.ts')
  await sessionStorage.storeSession(createOldSession())
  const send = await listen(server)
  const page = await (await send(backfillRequest('/api/internal/affiliate-tokens'))).json()
  expect(page).toMatchObject({ migrated: 1, done: true })
})

it('runs the express app', async () => {
  const { app: server }: { readonly app: Express } = await load('express/server.ts')
  await load('express/backfill.ts')
  const send = await listen(server)
  expect((await send(uninstalled(expressPath))).status).toBe(200)
  const page = await (await send(backfillRequest('/api/internal/affiliate-backfill'))).json()
  expect(page).toMatchObject({ processed: 0, done: true })
})

it('runs the backfill of the node template', async () => {
  const database = join(folder, 'database.sqlite')
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  const sqlite = new DatabaseSync(database)
  sqlite.exec('CREATE TABLE shopify_sessions (id varchar(255) NOT NULL PRIMARY KEY)')
  sqlite.prepare('INSERT INTO shopify_sessions VALUES (?)').run(`offline_${shop}`)
  sqlite.close()
  const { app: server }: { readonly app: Express } = await load('node-template/index.js')
  const { backfill } = await load('node-template/backfill.js')
  vi.mocked(process.cwd).mockRestore()
  server.post('/api/internal/affiliate-backfill', backfill)
  const send = await listen(server)
  await authorize(send, { simulator, shop, app })
  await expect.poll(() => received).toHaveLength(1)
  const page = await (await send(backfillRequest('/api/internal/affiliate-backfill'))).json()
  expect(page).toMatchObject({ sent: 1, done: true })
  expect(received).toHaveLength(2)
})

it('runs the node template with one subscription alone', async () => {
  const { app: server }: { readonly app: Express } = await load('node-template/index.js')
  await load('node-template/one-delivery.js')
  const send = await listen(server)
  const newShop = 'one-delivery.myshopify.com'
  simulator.addShop({ domain: newShop, apps: [app] })
  expect((await authorize(send, { simulator, shop: newShop, app })).status).toBe(302)
  expect(simulator.subscriptions(newShop)).toEqual([])
  await expect.poll(() => received).toHaveLength(1)
})

it('runs the node template', async () => {
  const { app: server }: { readonly app: Express } = await load('node-template/index.js')
  const { default: shopify } = await load('node-template/shopify.js')
  const send = await listen(server)
  expect((await authorize(send, { simulator, shop, app })).status).toBe(302)
  await expect.poll(() => received).toMatchObject([{ myshopifyDomain: shop, appId }])
  expect(simulator.subscriptions(shop)).toMatchObject([{ uri: `${appUrl}/api/webhooks` }])
  expect((await send(uninstalled('/api/webhooks'))).status).toBe(200)
  expect((await send(uninstalled(expressPath))).status).toBe(200)
  expect(await shopify.config.sessionStorage.findSessionsByShop(shop)).toEqual([])
})

it.each(['react-router-forward', 'remix-forward'])('runs the %s app', async (name) => {
  const { action } = await load(`${name}/app/routes/webhooks.app.uninstalled.ts`)
  expect((await action({ request: uninstalled() })).status).toBe(200)
  expect(received).toMatchObject([{ myshopifyDomain: shop, email: 'owner@paper-harbour.example' }])
})

it('runs the express-forward app', async () => {
  const { app: server }: { readonly app: Express } = await load('express-forward/server.ts')
  expect((await (await listen(server))(uninstalled(expressPath))).status).toBe(200)
  expect(received).toHaveLength(1)
})

it('runs the compliance webhooks', async () => {
  const { action } = await load('compliance/app/routes/webhooks.compliance.ts')
  const { app: server }: { readonly app: Express } = await load('compliance-express/server.ts')
  const send = await listen(server)
  for (const topic of ['customers/data_request', 'customers/redact', 'shop/redact']) {
    const redact = (secret: string) =>
      uninstallRequest({
        url: `${appUrl}/api/webhooks/compliance`,
        secret,
        payload: { shop_domain: shop },
        headers: { 'X-Shopify-Topic': topic },
      })
    for (const handle of [send, (request: Request) => action({ request })]) {
      expect((await handle(redact(app.clientSecret))).status).toBe(200)
      expect((await handle(redact('another'))).status).toBe(401)
    }
  }
})

it('runs the events of the install page', async () => {
  const { afterAuth, uninstalled: route } = await load('events/events.server.ts')
  const { info: lines } = globalThis.console
  afterAuth({ session })
  await expect.poll(() => lines).toHaveBeenCalledWith('new', shop, expect.any(Date))
  await expect.poll(() => received).toHaveLength(1)
  expect((await route(uninstalled())).status).toBe(200)
  expect(lines).toHaveBeenLastCalledWith('gone', shop)
  afterAuth({ session })
  await expect.poll(() => lines).toHaveBeenLastCalledWith('back', shop, expect.any(Date))
  await expect.poll(() => received).toHaveLength(2)
})

it('runs the app of any other host', async () => {
  const { default: worker } = await load('fetch/server.ts')
  expect((await worker.fetch(new Request(`${appUrl}/other`))).status).toBe(404)
  expect((await worker.fetch(uninstalled())).status).toBe(200)
  expect(received).toHaveLength(1)
})

it('makes the ledgers on Redis and SQL', async () => {
  for (const path of ['ledgers/redis-ledger.server.ts', 'ledgers/sql-ledger.server.ts']) {
    const { installLedger } = await load(path)
    expect(await installLedger.read('install:example.myshopify.com')).toBeNull()
  }
})

it('sends missed installs again by the loader of the install page [D67]', async () => {
  const { default: shopify } = await load('react-router/app/shopify.server.ts')
  const { retryMissed } = await load('react-router/app/retry.server.ts')
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  onTestFinished(() => warn.mockRestore())
  platform.status = 500
  await shopify.authenticate.admin(embeddedRequest({ ...app, url: `${appUrl}/app`, shop }))
  await expect.poll(() => received).toHaveLength(1)
  platform.status = 200
  await expect.poll(() => retryMissed()).toMatchObject([{ outcome: 'identified', shop }])
  expect(received).toHaveLength(2)
})

it('runs the hooks of the install page', async () => {
  const { afterAuth } = await load('results/affiliate.server.ts')
  afterAuth({ session })
  await expect.poll(() => received).toHaveLength(1)
  vi.resetModules()
  const withContact = await load('allowlist/affiliate.server.ts')
  const data = { shop: { myshopifyDomain: shop, email: 'owner@example.com' } }
  const admin = { graphql: async () => Response.json({ data }) }
  withContact.afterAuth({ session, admin })
  await expect.poll(() => received).toHaveLength(2)
  expect(received[1]).toEqual({ myshopifyDomain: shop, appId, email: 'owner@example.com' })
})

it('runs the background lifecycles of the install page', async () => {
  const netlify = await load('netlify/affiliate.server.ts')
  const waitUntil = vi.fn()
  netlify.netlifyContext.run({ waitUntil }, () => netlify.afterAuth({ session }))
  await waitUntil.mock.calls[0]?.[0]
  expect(received).toHaveLength(1)
  vi.resetModules()
  const lambda = await load('lambda/affiliate.server.ts')
  lambda.afterAuth({ session })
  await lambda.drain()
  expect(received).toHaveLength(2)
})

it('runs both variants where that is deliberate', async () => {
  const { afterAuth, uninstalled: route } = await load('both/affiliate.server.ts')
  afterAuth({ session })
  await expect.poll(() => received).toHaveLength(1)
  expect((await route(uninstalled())).status).toBe(200)
  expect(received).toHaveLength(2)
})
