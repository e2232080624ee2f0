import { findApp, updateApp } from '@affiliate-platform/platform/apps'
import { createShopifySimulator, defaultApp } from '@affiliate-platform/shopify-simulator'
import { startCommand } from '@affiliate-platform/test-support/service-process'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { expect, onTestFinished, test } from 'vitest'
import { demoPlatformClientId, demoShops, demoUninstallUrl } from '../src/demo/shops.ts'
import { adoptStores, createDevShopify, type DevShopifyFlags } from '../src/dev/dev-shopify.ts'
import { runCommand } from '../src/run-command.ts'

const store = 'my-dev-store.myshopify.com'
const app = { ...defaultApp, clientId: 'the-users-own-app' }

let service: TestService

/** The service as `dev` runs it. `internet` is the real Shopify, and keeps what went out. */
async function start(flags: DevShopifyFlags, fetch?: typeof globalThis.fetch) {
  const internet = createShopifySimulator({
    shops: [{ domain: store, accessToken: 'shpat_real', apps: [app] }],
  })
  service = await createTestService({
    platformFetch: await createDevShopify({ shops: demoShops }, flags, fetch ?? internet.fetch),
  })
  onTestFinished(() => service.close())
  await adoptStores(service.database, service, flags)
  return internet
}

async function identify(myshopifyDomain: string, accessToken: string) {
  const json = { myshopifyDomain, accessToken, appId: service.ids.appId }
  const response = await service.fetch('/api/identify', { method: 'POST', key: service.keys.workspace, json })
  return { status: response.status, ...Object(await response.json()) }
}

test('a development store that is named is asked at the real Shopify, as any app, and gets no watch [D32]', async () => {
  const internet = await start({ shopifyStore: [store] })

  expect(await identify(store, 'shpat_real')).toMatchObject({
    status: 200,
    contact: 'read',
    uninstallWatch: 'not_configured',
  })
  expect(internet.requests.map(({ method, url }) => [method, url])).toEqual([
    ['POST', `https://${store}/admin/api/2026-10/graphql.json`],
  ])
})

test('every other shop stays simulated, and nothing goes out for it [D89]', async () => {
  const internet = await start({ shopifyStore: [store] })

  expect(await identify('demo-ok.myshopify.com', 'shpat_demo_ok')).toMatchObject({
    status: 200,
    contact: 'read',
  })
  for (const shop of ['my-dev-store-2.myshopify.com', 'not-my-dev-store.myshopify.com']) {
    expect(await identify(shop, 'shpat_real')).toMatchObject({
      status: 409,
      code: 'platform_shop_unavailable',
    })
  }
  expect(internet.requests).toEqual([])
})

test('without a store nothing goes out', async () => {
  const internet = await start({})

  expect(await identify(store, 'shpat_real')).toMatchObject({ status: 409 })
  expect(internet.requests).toEqual([])
})

test('a simulator on this machine stands for all shops but those of the demo', async () => {
  const demoApp = { ...defaultApp, clientId: demoPlatformClientId }
  const simulator = createShopifySimulator({
    shops: [{ domain: store, accessToken: 'shpat_own', apps: [demoApp] }],
  })
  const server = await simulator.listen()
  onTestFinished(() => server.close())
  await start({ shopifySimulator: server.url }, fetch)

  expect(await identify(store, 'shpat_own')).toMatchObject({ status: 200, uninstallWatch: 'registered' })
  expect(simulator.subscriptions(store)).toMatchObject([{ uri: demoUninstallUrl }])
  expect(await identify('demo-ok.myshopify.com', 'shpat_demo_ok')).toMatchObject({ status: 200 })
  expect(new Set(simulator.requests.map(({ domain }) => domain))).toEqual(new Set([store]))
})

test('the demo gets its app back when no store is named, and keeps what an operator has set', async () => {
  await start({ shopifyStore: [store] })
  const { database, ids } = service
  const read = () => findApp(database, ids.workspaceId, ids.appId)
  const demo = { id: ids.appId, clientId: demoPlatformClientId, uninstallUrl: demoUninstallUrl }
  const own = { clientId: app.clientId, uninstallUrl: 'https://my-app.example/uninstalled' }

  await adoptStores(database, service, {})
  expect(await read()).toEqual(demo)
  await updateApp(database, { workspaceId: ids.workspaceId, id: ids.appId }, own)
  for (const shopifyStore of [[store], []]) await adoptStores(database, service, { shopifyStore })
  expect(await read()).toEqual({ id: ids.appId, ...own })
})

/** Runs the command in this process; everything that it prints is one text. */
async function run(args: readonly string[]) {
  let printed = ''
  const write = (text: string) => {
    printed += text
  }
  const exitCode = await runCommand(args, { env: {}, writeData: write, writeMessage: write })
  return { exitCode, printed }
}

test.each([
  'my-dev-store',
  'https://my-dev-store.myshopify.com',
  'my-dev-store.myshopify.com/admin',
  'my-dev-store.myshopify.com:443',
  'my-dev-store.myshopify.com.evil.example',
  'evil.example#.myshopify.com',
  'a.my-dev-store.myshopify.com',
  'mÿ-dev-store.myshopify.com',
  '-.myshopify.com',
])('--shopify-store rejects %s as wrong usage, and does not repeat it [D30]', async (domain) => {
  const { exitCode, printed } = await run(['dev', '--ephemeral', '--shopify-store', domain])

  expect(exitCode).toBe(2)
  expect(printed).toMatch(/^--shopify-store: /)
  expect(printed).not.toContain(domain)
})

test.each([
  'https://127.0.0.1:4030',
  'http://127.0.0.1',
  'http://simulator.example:4030',
  'http://127.0.0.1:4030@simulator.example',
  'http://127.0.0.1:4030/x',
])('--shopify-simulator rejects %s: a token stays on this machine [D36]', async (url) => {
  const { exitCode, printed } = await run(['dev', '--ephemeral', '--shopify-simulator', url])

  expect(exitCode).toBe(2)
  expect(printed).toMatch(/^--shopify-simulator: /)
})

test('dev says what goes out to Shopify, and what is simulated', async () => {
  const stores = ['--shopify-store', store, '--shopify-store', 'Second-Store.myshopify.com']
  const dev = startCommand(['dev', '--ephemeral', '--port', '0', ...stores])

  expect(await dev.stdoutUntil('Ctrl-C')).toContain(
    [
      `  Shopify    https://${store}, https://second-store.myshopify.com: the real Shopify, over the network\n`,
      '             every other shop: simulated inside this process\n',
    ].join(''),
  )
  expect((await dev.stop()).exitCode).toBe(0)
})
