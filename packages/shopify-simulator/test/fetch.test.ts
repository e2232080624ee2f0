import { createShopifySimulator } from '@affiliate-platform/shopify-simulator'
import { describe, expect, it } from 'vitest'
import { accessToken, domain, graphqlUrl, sendGraphql } from './graphql-request.ts'

const networkFailure = expect.objectContaining({ name: 'TypeError', message: 'fetch failed' })

describe('the host gate', () => {
  it.each([
    'https://attacker.example/admin/api/2026-10/graphql.json',
    'http://maple-lantern.myshopify.com/admin',
    'https://maple-lantern.myshopify.com:8443/admin',
    'https://a.maple-lantern.myshopify.com/admin',
    'https://maple-lantern.myshopify.com.attacker.example/admin',
    'http://169.254.169.254/latest/meta-data',
  ])('rejects and records %s', async (url) => {
    const simulator = createShopifySimulator({ shops: [{ domain }] })
    await expect(simulator.fetch(url)).rejects.toThrow(networkFailure)
    expect(simulator.outsideRequests()).toHaveLength(1)
    expect(simulator.outsideRequests()[0]?.domain).toBeUndefined()
  })

  it('rejects an address with credentials, as fetch does', async () => {
    await expect(createShopifySimulator().fetch(`https://user@${domain}/admin`)).rejects.toThrow(TypeError)
  })

  it('responds with 404 for a shop that does not exist', async () => {
    const { fetch, outsideRequests } = createShopifySimulator()
    expect((await sendGraphql(fetch)).status).toBe(404)
    expect(outsideRequests()).toEqual([])
  })

  it.each([
    ['GET', graphqlUrl],
    ['POST', `https://${domain}/admin/api/2026-10/shop.json`],
    ['GET', `https://${domain}/`],
  ])('responds with 404 for %s %s', async (method, url) => {
    const { fetch } = createShopifySimulator({ shops: [{ domain, accessToken }] })
    expect((await fetch(url, { method })).status).toBe(404)
  })

  it('takes a Request, a URL and a text', async () => {
    const { fetch, requests } = createShopifySimulator({ now: () => 7, shops: [{ domain }] })
    for (const input of [new Request(graphqlUrl), new URL(graphqlUrl), graphqlUrl]) await fetch(input)
    const request = { atMs: 7, method: 'GET', url: graphqlUrl, domain, headers: {}, body: '' }
    expect(requests).toEqual([request, request, request])
  })

  it('sends nothing where the signal was aborted before', async () => {
    const { fetch, requests } = createShopifySimulator({ shops: [{ domain }] })
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(fetch(graphqlUrl, { signal })).rejects.toThrow('too late')
    await expect(fetch(new Request(graphqlUrl, { signal }))).rejects.toThrow('too late')
    expect(requests).toEqual([])
  })
})

describe('redirects', () => {
  const build = (status?: number) =>
    createShopifySimulator({
      shops: [
        { domain, accessToken, behaviour: 'redirect', ...(status ? { behaviourDetails: { status } } : {}) },
      ],
    })

  it.each([302, 307])('hands a %i over where the caller follows by hand', async (status) => {
    const response = await sendGraphql(build(status).fetch, { init: { redirect: 'manual' } })
    expect(response.status).toBe(status)
    expect(response.headers.get('location')).toBe('https://elsewhere.example/admin')
  })

  it('rejects where the caller rejects redirects, and goes nowhere', async () => {
    const simulator = build()
    await expect(sendGraphql(simulator.fetch, { init: { redirect: 'error' } })).rejects.toThrow(
      networkFailure,
    )
    expect(simulator.outsideRequests()).toEqual([])
  })

  it.each([
    [302, 'GET'],
    [307, 'POST'],
  ])('shows the token that a careless caller sends along a %i as %s', async (status, method) => {
    const simulator = build(status)
    await expect(sendGraphql(simulator.fetch)).rejects.toThrow(networkFailure)
    expect(simulator.outsideRequests()).toMatchObject([
      {
        method,
        url: 'https://elsewhere.example/admin',
        headers: { 'x-shopify-access-token': accessToken },
      },
    ])
  })

  it('follows one hop to another shop', async () => {
    const simulator = createShopifySimulator({ shops: [{ domain: 'other.myshopify.com', accessToken }] })
    const location = 'https://other.myshopify.com/admin/api/2026-10/graphql.json'
    simulator.addShop({ domain, behaviour: 'redirect', behaviourDetails: { status: 308, location } })
    expect(await (await sendGraphql(simulator.fetch)).json()).toMatchObject({
      data: { shop: { myshopifyDomain: 'other.myshopify.com' } },
    })
  })
})

describe('shops', () => {
  it.each([
    '',
    'Maple.myshopify.com',
    'maple.example',
    '-maple.myshopify.com',
    `${'m'.repeat(64)}.myshopify.com`,
  ])('will not add %j', (text) => {
    expect(() => createShopifySimulator({ shops: [{ domain: text }] })).toThrow(RangeError)
  })

  it('adds the longest domain', () => {
    const longest = `${'m'.repeat(63)}.myshopify.com`
    expect(createShopifySimulator().addShop({ domain: longest }).domain).toBe(longest)
  })

  it('rejects a domain twice, and a shop that was never added', () => {
    const simulator = createShopifySimulator({ shops: [{ domain }] })
    expect(() => simulator.addShop({ domain })).toThrow('exists already')
    expect(() => simulator.setBehaviour('other.myshopify.com', 'ok')).toThrow('no shop')
  })

  it('shows a shop without apps as it is', () => {
    const shop = createShopifySimulator().addShop({ domain, apps: [], contact: { phone: null } })
    expect(shop).toMatchObject({ domain, behaviour: 'ok', installedClientIds: [], accessTokens: [] })
    expect(shop.contact).toMatchObject({ phone: null, email: 'owner@maple-lantern.example' })
  })
})
