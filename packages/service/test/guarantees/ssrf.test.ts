import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { buildHostileDomains, shopDomain } from '@affiliate-platform/test-support/guarantee-hostile-domains'
import { isSoak, report, scale, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { expectProblem, listFaults } from '@affiliate-platform/test-support/problem'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { guardFetch } from '../../src/shopify/guarded-fetch.ts'
import { createShopifyAdmin } from '../../src/shopify/shopify-admin.ts'

const domainsMin = scale({ quick: 700, soak: 5000 })
const accessToken = 'shpat_canary'

let service: TestService
/** Every address that anything here asked the network for. */
const asked: { readonly url: string; readonly init: RequestInit | undefined }[] = []
/** How many sockets this process opened, whoever did. */
let sockets = 0
const countSocket = (): void => {
  sockets += 1
}
/** How the network responds. */
let respond: () => Response

const spy: typeof fetch = async (input, init) => {
  asked.push({ url: input instanceof Request ? input.url : String(input), init })
  return respond()
}

beforeAll(async () => {
  // The pool of a server opens connections when it likes; the embedded database has none.
  service = await createTestService({ engine: 'pglite', platformFetch: spy })
  subscribe('net.client.socket', countSocket)
})

beforeEach(() => {
  asked.length = 0
  sockets = 0
  respond = () => Response.json({}, { status: 500 })
})

afterAll(async () => {
  unsubscribe('net.client.socket', countSocket)
  await service.close()
})

/** Whoever was asked was a shop, on its own default port and without a user name. */
function expectShopsAlone(): void {
  for (const { url } of asked) {
    const { protocol, hostname, port, username, password } = new URL(url)
    expect({ protocol, port, username, password }, url).toEqual({
      ...{ protocol: 'https:', port: '', username: '', password: '' },
    })
    expect(hostname).toMatch(shopDomain)
  }
  expect(sockets).toBe(0)
}

test('identify rejects every hostile domain, and calls no host [4.3-myshopifyDomain] [D30]', async () => {
  const domains = buildHostileDomains(startRandom(), domainsMin)
  expect(domains.length).toBeGreaterThanOrEqual(500)
  const receipts = await service.count('receipts')
  for (const myshopifyDomain of domains) {
    // Time goes on, or the quota's window would fill.
    service.clock.advance(100)
    const json = { myshopifyDomain, accessToken, appId: service.ids.appId }
    const response = await service.fetch('/api/identify', {
      method: 'POST',
      key: service.keys.workspace,
      json,
    })
    const problem = await expectProblem(response, 'invalid_request')
    expect(listFaults(problem), JSON.stringify(myshopifyDomain)).toEqual(['/myshopifyDomain invalid_format'])
  }
  expect(asked).toEqual([])
  expect(sockets).toBe(0)
  expect(await service.count('receipts')).toBe(receipts)
  report(`${domains.length} hostile domains: all rejected, no call and no socket`)
})

test('the platform adapter alone reaches only shops, whatever domain it is given [D36]', async () => {
  const domains = buildHostileDomains(startRandom(), domainsMin)
  const platform = createShopifyAdmin({ fetch: spy })
  for (const domain of domains) {
    const question = { shopDomain: domain, clientId: undefined, signal: AbortSignal.timeout(5000) }
    expect((await platform.readShop(question, accessToken)).kind).toBe('unavailable')
    expect(await platform.watchUninstall(question, 'https://app.example/hook', accessToken)).toBe('failed')
  }
  expectShopsAlone()
})

test('the guard alone lets no address through that is not a shop [D36]', async () => {
  const domains = buildHostileDomains(startRandom(), domainsMin)
  const guarded = guardFetch(spy, AbortSignal.timeout(30_000))
  for (const domain of domains) {
    for (const url of [`https://${domain}`, `https://${domain}/admin/api`, `http://${domain}/`, domain]) {
      await guarded(url).catch(() => undefined)
    }
  }
  for (const url of [
    'http://shop.myshopify.com/',
    'HTTPS://shop.myshopify.com/',
    'https://shop.myshopify.com',
  ]) {
    await expect(guarded(url)).rejects.toThrow('not that of a shop')
  }
  expectShopsAlone()
})

test('no redirect is followed, wherever it leads [4.3-accessToken] [D32] [D36]', async () => {
  const hostile = buildHostileDomains(startRandom(), 500).filter((_, index) => isSoak || index % 4 === 0)
  const locations = [...hostile, 'other.myshopify.com', '/admin/elsewhere']
  const statuses = [301, 302, 303, 307, 308]
  for (const [index, location] of locations.entries()) {
    service.clock.advance(100)
    asked.length = 0
    const headers = { Location: encodeURI(`https://${location}`) }
    respond = () => new Response(null, { status: statuses[index % statuses.length] ?? 302, headers })
    const json = { myshopifyDomain: 'shop.myshopify.com', accessToken, appId: service.ids.appId }
    const response = await service.fetch('/api/identify', {
      method: 'POST',
      key: service.keys.workspace,
      json,
    })
    expect(response.status).toBe(503)
    expect(asked.map(({ url, init }) => [new URL(url).hostname, init?.redirect])).toEqual([
      ['shop.myshopify.com', 'manual'],
    ])
  }
  expect(sockets).toBe(0)
})
