import { type Demo, seedDemo } from '@affiliate-platform/operator/demo'
import { type Database, migrate, openDatabase } from '@affiliate-platform/platform/database'
import {
  AffiliateClient,
  callDetails,
  formatMoney,
  IdentifyClient,
  isAuthenticationError,
} from '@affiliate-platform/sdk'
import { buildTermsRules } from '@affiliate-platform/sdk/testing'
import { createApp, type RunningServer, startServer } from '@affiliate-platform/service'
import { createShopifySimulator, defaultApp } from '@affiliate-platform/shopify-simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'

let database: Database
let server: RunningServer
let demo: Demo

beforeAll(async () => {
  database = await openDatabase({ inMemory: true })
  await migrate(database)
  demo = await seedDemo(database)
  const apps = [{ ...defaultApp, clientId: 'affiliate-demo-app' }]
  const shopify = createShopifySimulator({ shops: demo.shops.map((shop) => ({ ...shop, apps })) })
  const app = await createApp({ database, platformFetch: shopify.fetch })
  server = await startServer(app, { host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
  await server.stop(1000)
  await database.close()
})

test('saves terms over a real socket, once for one key [4.1-success, D10]', async () => {
  const { memberships } = new AffiliateClient({ apiKey: demo.keys.affiliate, baseUrl: server.baseUrl })
  const save = () =>
    memberships.saveTerms(demo.ids.membershipId, { rules: buildTermsRules() }, { idempotencyKey: 'socket-1' })

  const first = await save()
  const second = await save()

  expect(second.id).toBe(first.id)
  expect([first, second].map((version) => callDetails(version)?.replayed)).toEqual([false, true])
})

test('walks every payout over a real socket, and formats amounts to 38 digits [4.2-2]', async () => {
  const { payouts } = new AffiliateClient({ apiKey: demo.keys.affiliate, baseUrl: server.baseUrl })
  const ids = new Set<string>()
  let longest = ''
  for await (const payout of payouts.list()) {
    ids.add(payout.id)
    const text = formatMoney(payout.amount, 'en-US')
    if (text.length > longest.length) longest = text
  }

  expect(ids.size).toBe(1037)
  expect(longest.replaceAll(/\D/g, '')).toHaveLength(38)
  expect((await payouts.listPage({ limit: 3 })).items).toHaveLength(3)
})

test('identifies a shop over a real socket, and reports a rejection without throwing [4.3-install]', async () => {
  const [shop] = demo.shops
  const variant = {
    myshopifyDomain: shop?.domain ?? '',
    accessToken: shop?.accessToken ?? '',
    appId: demo.ids.appId,
  }
  const identification = new IdentifyClient({ apiKey: demo.keys.workspace, baseUrl: server.baseUrl })

  expect(await identification.identify(variant)).toMatchObject({ ok: true, contact: 'read' })
  const rejected = await identification.tryIdentify({ ...variant, accessToken: 'shpat_of_somebody_else' })
  expect(rejected).toMatchObject({ ok: false, error: { code: 'platform_token_rejected', status: 400 } })
})

test('tells a revoked key over a real socket [5-5]', async () => {
  const { payouts } = new AffiliateClient({ apiKey: demo.keys.affiliateRevoked, baseUrl: server.baseUrl })

  await expect(payouts.listPage()).rejects.toSatisfy(isAuthenticationError)
})
