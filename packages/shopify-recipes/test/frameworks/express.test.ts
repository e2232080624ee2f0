import {
  createMemoryLedger,
  type InstallResult,
  listShopsFromSessions,
  readShopWithSessions,
} from '@affiliate-platform/shopify-recipes'
import {
  backfillRoute,
  forwardUninstall,
  handleUninstall,
  identifyOnInstall,
} from '@affiliate-platform/shopify-recipes/express'
import { embeddedRequest, startShopify, uninstallRequest } from '@affiliate-platform/shopify-recipes/testing'
import { MemorySessionStorage } from '@shopify/shopify-app-session-storage-memory'
import express from 'express'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listen } from '../support/entries.ts'
import { createFakeIdentify } from '../support/fake-identify.ts'
import { apiKey, appId } from '../support/fixtures.ts'

const { simulator } = await startShopify()

const { ApiVersion, shopifyApp } = await import('@shopify/shopify-app-express')

const app = { clientId: 'client-id', clientSecret: 'client-secret' }
const path = '/webhooks/app/uninstalled'
const url = `https://my-app.example${path}`
let shops = 0
let shop = ''

beforeEach(() => {
  shops += 1
  shop = `express-${shops}.myshopify.com`
  simulator.addShop({ domain: shop, apps: [app] })
})

async function setUp() {
  const client = createFakeIdentify()
  const ledger = createMemoryLedger()
  const sessionStorage = new MemorySessionStorage()
  const results: InstallResult[] = []
  const onResult = (result: InstallResult) => void results.push(result)
  const shopify = shopifyApp({
    api: {
      apiKey: app.clientId,
      apiSecretKey: app.clientSecret,
      apiVersion: ApiVersion.October26,
      hostName: 'my-app.example',
      hostScheme: 'https',
      scopes: [],
      logger: { log: () => undefined },
    },
    auth: { path: '/auth', callbackPath: '/auth/callback' },
    webhooks: { path: '/webhooks' },
    sessionStorage,
    future: { tokenExchange: true, expiringOfflineAccessTokens: true },
    hooks: { afterAuth: identifyOnInstall({ client, appId, ledger, onResult }) },
  })
  const onUninstalled = vi.fn(async () => void (await sessionStorage.deleteSession(`offline_${shop}`)))
  const server = express()
  server.post(
    path,
    handleUninstall({ secrets: app.clientSecret, ledger, onUninstalled, onResult: () => undefined }),
  )
  const backfillClient = createFakeIdentify()
  server.post(
    '/backfill',
    backfillRoute({
      client: backfillClient,
      apiKey,
      appId,
      listShops: listShopsFromSessions(() => [{ id: `offline_${shop}`, shop, isOnline: false }]),
      readShop: readShopWithSessions({
        loadSession: (domain) => shopify.ensureValidOfflineSession(domain),
        query: (session, query, options) =>
          new shopify.api.clients.Graphql({ session }).request(query, options),
      }),
    }),
  )
  server.use(express.json())
  server.get('/app', shopify.validateAuthenticatedSession(), (_, response) => void response.send('ok'))
  const send = await listen(server)
  const open = async () => {
    const count = results.length
    const response = await send(embeddedRequest({ ...app, url: 'https://my-app.example/app', shop }))
    expect(response.status).toBe(200)
    await expect.poll(() => results.length).toBe(count + 1)
    return results.at(-1)
  }
  return { send, open, client, backfillClient, onUninstalled, sessionStorage }
}

const uninstalled = () => uninstallRequest({ url, secret: app.clientSecret, shop })

async function expireToken(sessionStorage: MemorySessionStorage) {
  const session = await sessionStorage.loadSession(`offline_${shop}`)
  if (session === undefined) throw new Error('no session')
  session.expires = new Date(Date.now() - 1000)
  simulator.expireTokens(shop)
  await sessionStorage.storeSession(session)
}

describe('in an express app', () => {
  it('identifies at the install, not at a renewal of its token, and again at a reinstall [4.4-2]', async () => {
    const { send, open, client, onUninstalled, sessionStorage } = await setUp()
    expect(await open()).toMatchObject({ outcome: 'identified', shop })
    await expireToken(sessionStorage)
    expect(await open()).toEqual({ outcome: 'already_identified', shop })
    simulator.uninstall(shop)
    expect((await send(uninstalled())).status).toBe(200)
    expect(onUninstalled).toHaveBeenCalledOnce()
    simulator.install(shop, app)
    expect(await open()).toMatchObject({ outcome: 'identified', shop })
    expect(client.sent).toHaveLength(2)
  })

  it('forwards an uninstall with 200 with an expired token whose refresh is rejected [5-7] [D37]', async () => {
    const { open, sessionStorage } = await setUp()
    await open()
    await expireToken(sessionStorage)
    simulator.uninstall(shop)
    simulator.setRefreshBehaviour(shop, 'invalid_grant')
    const client = createFakeIdentify()
    const server = express()
    server.post(path, forwardUninstall({ client, secrets: app.clientSecret, onResult: () => undefined }))
    server.use(express.json())
    expect((await (await listen(server))(uninstalled())).status).toBe(200)
    expect(client.sent).toMatchObject([{ myshopifyDomain: shop, email: 'owner@paper-harbour.example' }])
  })

  it('backfills with its own Admin client, and skips a rejected refresh [D40]', async () => {
    const { send, open, backfillClient, sessionStorage } = await setUp()
    await open()
    const run = async () => {
      const headers = { Authorization: `Bearer ${apiKey}` }
      const response = await send(new Request('https://my-app.example/backfill', { method: 'POST', headers }))
      return response.json()
    }
    expect(await run()).toMatchObject({ sent: 1, skipped: 0, failed: 0, done: true })
    const session = await sessionStorage.loadSession(`offline_${shop}`)
    const token = { accessToken: session?.accessToken }
    expect(backfillClient.sent).toMatchObject([{ myshopifyDomain: shop, appId, country: 'Canada', ...token }])
    await expireToken(sessionStorage)
    simulator.setRefreshBehaviour(shop, 'invalid_grant')
    expect(await run()).toMatchObject({ sent: 0, skipped: 1, failed: 0 })
  })
})

describe('an express app that parses before the webhook', () => {
  it('responds with 500 and says so behind a JSON parser, and works behind one that keeps the bytes [5-7]', async () => {
    const results: unknown[] = []
    const onResult = (result: unknown) => void results.push(result)
    const options = { client: createFakeIdentify(), secrets: app.clientSecret, onResult }
    const parsed = await listen(express().use(express.json()).post(path, forwardUninstall(options)))
    expect((await parsed(uninstalled())).status).toBe(500)
    expect(results).toEqual([{ outcome: 'rejected', status: 500, code: 'body_already_read' }])
    for (const parser of [express.raw({ type: '*/*' }), express.text({ type: '*/*' })]) {
      const kept = await listen(express().use(parser).post(path, forwardUninstall(options)))
      expect((await kept(uninstalled())).status).toBe(200)
    }
  })
})
