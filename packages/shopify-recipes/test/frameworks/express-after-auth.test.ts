import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryLedger, type InstallResult } from '@affiliate-platform/shopify-recipes'
import { handleUninstall, identifyAfterAuth } from '@affiliate-platform/shopify-recipes/express'
import { startShopify, uninstallRequest } from '@affiliate-platform/shopify-recipes/testing'
import { MemorySessionStorage } from '@shopify/shopify-app-session-storage-memory'
import express from 'express'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { warnOfHookThatNeverRuns } from '../../src/lib/express-adapter.ts'
import { authorize } from '../support/authorize.ts'
import { listen } from '../support/entries.ts'
import { createFakeIdentify, hang } from '../support/fake-identify.ts'
import { appId } from '../support/fixtures.ts'

const { simulator } = await startShopify()

const { ApiVersion, shopifyApp } = await import('@shopify/shopify-app-express')

const app = { clientId: 'client-id', clientSecret: 'client-secret' }
const appUrl = 'https://my-app.example'
const uninstallPath = '/api/webhooks/app/uninstalled'
let shops = 0
let shop = ''

beforeEach(() => {
  shops += 1
  shop = `after-auth-${shops}.myshopify.com`
  simulator.addShop({ domain: shop, apps: [app] })
})

/** An app in the form of the Node template: authorization code flow, and the middleware beside its callback. */
async function setUp(client = createFakeIdentify()) {
  const ledger = createMemoryLedger()
  const sessionStorage = new MemorySessionStorage()
  const results: InstallResult[] = []
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
    auth: { path: '/api/auth', callbackPath: '/api/auth/callback' },
    webhooks: { path: '/api/webhooks' },
    sessionStorage,
  })
  const server = express()
  server.get('/api/auth', shopify.auth.begin())
  server.get(
    '/api/auth/callback',
    shopify.auth.callback(),
    identifyAfterAuth({ client, appId, ledger, onResult: (result) => void results.push(result) }),
    shopify.redirectToShopifyOrAppRoot(),
  )
  const onUninstalled = async () => void (await sessionStorage.deleteSession(`offline_${shop}`))
  server.post(
    uninstallPath,
    handleUninstall({ secrets: app.clientSecret, ledger, onUninstalled, onResult: () => undefined }),
  )
  const send = await listen(server)
  return { send, client, results, authorize: () => authorize(send, { simulator, shop, app }) }
}

describe('identifyAfterAuth beside auth.callback()', () => {
  it('identifies an install, not another authorization, and again a reinstall [4.4-2] [D38] [D86]', async () => {
    const { send, authorize, client, results } = await setUp()
    const response = await authorize()
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toContain('https://admin.shopify.com/store/')
    await expect.poll(() => results).toHaveLength(1)
    await authorize()
    await expect.poll(() => results).toHaveLength(2)
    const delivery = { url: `${appUrl}${uninstallPath}`, secret: app.clientSecret, shop }
    expect((await send(uninstallRequest(delivery))).status).toBe(200)
    simulator.install(shop, app)
    await authorize()
    await expect.poll(() => results).toHaveLength(3)
    expect(results.map(({ outcome }) => outcome)).toEqual(['identified', 'already_identified', 'identified'])
    expect(client.sent[0]).toEqual({
      myshopifyDomain: shop,
      appId,
      accessToken: expect.stringMatching(/^shpat_/),
    })
  })

  it('redirects the merchant at once, whatever the platform does [4.4-2]', async () => {
    const { authorize, client, results } = await setUp(createFakeIdentify(hang))
    expect((await authorize()).status).toBe(302)
    await client.started
    expect(results).toEqual([])
  })
})

describe('identifyAfterAuth in the wrong place', () => {
  const next = vi.fn()
  const run = (locals: unknown) => {
    const client = createFakeIdentify()
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    onTestFinished(() => void warned.mockRestore())
    next.mockClear()
    const middleware = identifyAfterAuth({ client, appId, ledger: createMemoryLedger() })
    const request = new IncomingMessage(new Socket())
    const response = Object.assign(new ServerResponse(request), { locals })
    middleware(request, response as Parameters<typeof middleware>[1], next)
    middleware(request, response as Parameters<typeof middleware>[1], next)
    return { client, warned }
  }

  it.each([undefined, null, {}, { shopify: null }, { shopify: { session: {} } }])(
    'goes on, and says once that %j holds no session [4.4-2]',
    (locals) => {
      const { client, warned } = run(locals)
      expect(next.mock.calls).toEqual([[], []])
      expect(client.sent).toEqual([])
      expect(warned).toHaveBeenCalledOnce()
      expect(warned.mock.calls[0]?.[0]).toContain('auth.callback()')
    },
  )

  it('goes on where even looking at the session throws [4.4-2]', () => {
    const locals = {
      get shopify() {
        throw new Error('from another middleware')
      },
    }
    run(locals)
    expect(next.mock.calls).toEqual([[], []])
  })
})

describe('a hook on an adapter', () => {
  async function warn(version: unknown) {
    const folder = await mkdtemp(join(tmpdir(), 'recipes-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const adapter = join(folder, 'node_modules/@shopify/shopify-app-express')
    await mkdir(adapter, { recursive: true })
    if (version !== undefined) await writeFile(join(adapter, 'package.json'), JSON.stringify({ version }))
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    onTestFinished(() => void warned.mockRestore())
    warnOfHookThatNeverRuns([undefined, join(folder, 'index.js')])
    return warned.mock.calls.map(([text]) => text)
  }

  it.each(['5.0.20', '6.0.5', '7.0.1'])('warns at start that %s never runs it [4.4-2]', async (version) => {
    const [text, ...others] = await warn(version)
    expect(text).toContain(`${version} never runs hooks.afterAuth`)
    expect(text).toContain('identifyAfterAuth()')
    expect(others).toEqual([])
  })

  it.each(['8.0.0', '8.0.2', '9.0.0', undefined, 8])('says nothing of %s', async (version) => {
    expect(await warn(version)).toEqual([])
  })
})
