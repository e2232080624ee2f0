import {
  type BackfillPage,
  backfillRoute,
  createMemoryLedger,
  handleUninstall,
  type InstallResult,
  identifyOnInstall,
} from '@affiliate-platform/shopify-recipes'
import { expect, it, vi } from 'vitest'
import { runCommand } from '../src/cli/run-command.ts'
import { createCommandIo } from './support/command-io.ts'
import { buildRejection, createFakeIdentify } from './support/fake-identify.ts'
import { accessToken, apiKey, appId, buildRequest, payload, secret } from './support/fixtures.ts'

const shops = Array.from({ length: 60 }, (_, index) => `shop-${index}.myshopify.com`)
const url = 'https://my-app.example/backfill'

const buildUninstall = (shop: string, triggeredAt = new Date()) =>
  buildRequest(
    { domain: shop, payload: { ...payload, myshopify_domain: shop, domain: shop } },
    { headers: { 'X-Shopify-Triggered-At': triggeredAt.toISOString() } },
  )

/** An app with a backfill route and a hook on one ledger; `rejected` shops are not identified. */
function setUp(rejected = new Set<string>()) {
  const client = createFakeIdentify(({ myshopifyDomain }) => {
    if (rejected.has(myshopifyDomain)) throw buildRejection(500, 'internal_error')
    return { ok: true }
  })
  const ledger = createMemoryLedger()
  const listShops = vi.fn(async ({ offset = 0, limit = 0 }) => shops.slice(offset, offset + limit))
  const readShop = vi.fn(async () => ({ accessToken }))
  const options = { client, apiKey, appId, listShops, readShop }
  const route = backfillRoute({ ...options, ledger })
  const headers = { Authorization: `Bearer ${apiKey}` }
  const call = async (query: string, to = route) => {
    const response = await to(new Request(`${url}?${query}`, { method: 'POST', headers }))
    return (await response.json()) as BackfillPage
  }
  const authorize = (shop: string) =>
    new Promise<InstallResult>((onResult) => {
      identifyOnInstall({ client, appId, ledger, onResult })({ session: { shop, accessToken } })
    })
  return { client, ledger, listShops, readShop, options, route, call, authorize, rejected }
}

it('takes no shop for an install that the backfill has sent [4.4-2] [4.4-4]', async () => {
  const { client, call, authorize } = setUp(new Set([shops[1] ?? '']))
  await call('offset=0')
  const sentBefore = client.sent.length
  expect(await authorize(shops[0] ?? '')).toMatchObject({ outcome: 'already_identified' })
  expect(client.sent).toHaveLength(sentBefore)
  expect(await authorize(shops[1] ?? '')).toMatchObject({ outcome: 'failed' })
})

it('primes the ledger with the shops there are, reads none and sends nothing [4.4-2]', async () => {
  const { client, call, authorize, readShop, ledger, rejected } = setUp()
  rejected.add(shops[3] ?? '')
  await authorize(shops[3] ?? '')
  client.sent.length = 0
  expect(await call('offset=0&prime=1')).toMatchObject({ skipped: 50, sent: 0, failed: 0, nextOffset: 50 })
  expect(await call('offset=50&prime=1')).toMatchObject({ skipped: 10, done: true })
  expect(readShop).not.toHaveBeenCalled()
  expect(client.sent).toEqual([])
  expect(await authorize(shops[7] ?? '')).toMatchObject({ outcome: 'already_identified' })
  // What is known to be missed stays so.
  expect(await ledger.read(`install:${shops[3]}`)).toMatchObject({ state: 'missed' })
})

it('sends the missed shops alone, also before they are due, and ends [D67]', async () => {
  const { client, call, authorize, listShops, rejected } = setUp()
  for (const shop of shops) rejected.add(shop)
  for (const shop of shops.slice(0, 55)) await authorize(shop)
  client.sent.length = 0
  const last = shops[54] ?? ''
  for (const shop of shops) if (shop !== last) rejected.delete(shop)
  const first = await call('offset=0&missed=1')
  expect(first).toMatchObject({ sent: 50, failed: 0, nextOffset: 50 })
  expect(await call('offset=50&missed=1')).toMatchObject({ sent: 4, failed: 1, nextOffset: null })
  expect(await call('offset=0&missed=1')).toMatchObject({ sent: 0, failed: 1, nextOffset: null })
  expect(listShops).not.toHaveBeenCalled()
  rejected.clear()
  expect(await call('offset=0&missed=1')).toMatchObject({ sent: 1, done: true })
  expect(await call('offset=0&missed=1')).toMatchObject({ processed: 0, done: true })
  expect(new Set(client.sent.map(({ myshopifyDomain }) => myshopifyDomain)).size).toBe(55)
})

it('ends a dry run over missed shops, and claims no more than it did [4.4-5] [D67]', async () => {
  const { client, call, authorize, ledger, rejected } = setUp()
  for (const shop of shops) rejected.add(shop)
  for (const shop of shops) await authorize(shop)
  client.sent.length = 0
  const first = await call('offset=0&missed=1&dryRun=1')
  expect(first).toMatchObject({ sent: 50, nextOffset: 50 })
  const second = await call('offset=50&missed=1&dryRun=1')
  expect(second).toMatchObject({ sent: 10, nextOffset: null })
  expect([first.next, second.next].every((text) => text.startsWith('Dry run: nothing was sent.'))).toBe(true)
  expect(client.sent).toEqual([])
  expect(await ledger.read(`install:${shops[0]}`)).toMatchObject({ state: 'missed' })
})

it('reads and records no shop in a dry run of prime [4.4-4]', async () => {
  const { call, readShop, ledger } = setUp()
  const page = await call('offset=0&prime=1&dryRun=1')
  expect(page).toMatchObject({ skipped: 50, sent: 0 })
  expect(page.next).toMatch(/^Dry run: nothing was recorded\./)
  expect(readShop).not.toHaveBeenCalled()
  expect(await ledger.read(`install:${shops[0]}`)).toBeNull()
})

it('lets an uninstall end a shop that was primed before it was delivered [4.4-2]', async () => {
  const { call, authorize, ledger } = setUp()
  await call('offset=0&prime=1')
  const shop = shops[0] ?? ''
  const onUninstalled = vi.fn()
  const uninstall = handleUninstall({ ledger, secrets: secret, onUninstalled })
  const anHourAgo = new Date(Date.now() - 3_600_000)
  const response = await uninstall(buildUninstall(shop, anHourAgo))
  expect(await response.json()).toEqual({ code: 'handled' })
  expect(onUninstalled).toHaveBeenCalledOnce()
  expect(await authorize(shop)).toMatchObject({ outcome: 'identified' })
})

it.each([
  ['that the ledger knows', true],
  ['that it does not know [D121]', false],
])('identifies a reinstall of a shop that left while it was sent, one %s [4.4-2]', async (_, isKnown) => {
  const { client, options, call, authorize, ledger } = setUp()
  const [shop = ''] = shops
  if (isKnown) await authorize(shop)
  const uninstall = handleUninstall({ ledger, secrets: secret })
  const readShop = async (domain: string) => {
    if (domain === shop) await uninstall(buildUninstall(shop))
    return { accessToken }
  }
  await call('offset=0', backfillRoute({ ...options, readShop, ledger }))
  client.sent.length = 0
  expect(await authorize(shop)).toMatchObject({ outcome: 'identified' })
})

it('rejects both with 400 where the route has no ledger', async () => {
  const { call, options } = setUp()
  for (const query of ['prime=1', 'missed=1']) {
    expect(await call(query, backfillRoute(options))).toEqual({ code: 'ledger_not_given' })
  }
})

it('is driven by the command, with a state file of its own [4.4-4] [D67]', async () => {
  const { route, client, ledger } = setUp()
  const { folder } = (await createCommandIo()).io
  const run = async (...words: string[]) => {
    const fetch = (...input: Parameters<typeof globalThis.fetch>) => route(new Request(...input))
    const command = await createCommandIo({ folder, fetch, env: { AFFILIATE_WORKSPACE_API_KEY: apiKey } })
    return runCommand(['backfill', 'run', '--url', url, ...words], command.io)
  }
  expect(await run('--prime')).toBe(0)
  expect(client.sent).toEqual([])
  expect(await ledger.read(`install:${shops[59]}`)).toMatchObject({ state: 'done' })
  expect(await run('--missed')).toBe(0)
  expect(client.sent).toEqual([])
  expect(await run('--missed', '--prime')).toBe(2)
})
