import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { createShopifySimulator, type ShopOptions } from '@affiliate-platform/shopify-simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Fetch } from '../../src/shopify/guarded-fetch.ts'
import { createShopifyAdmin } from '../../src/shopify/shopify-admin.ts'

const shopDomain = 'maple.myshopify.com'
const accessToken = 'shpat_canary_0123456789'
const uri = 'https://app.example/webhooks/app/uninstalled'

/** One shop on a simulator whose slow responses outlast the budget, and the adapter in front of it. */
function setUp(shop: Partial<ShopOptions> = {}) {
  const budget = new AbortController()
  const simulator = createShopifySimulator({
    shops: [{ domain: shopDomain, accessToken, ...shop }],
    delay: async (_delayMs, signal) => {
      budget.abort()
      signal?.throwIfAborted()
    },
  })
  const question = { shopDomain, clientId: 'simulated-client-id', signal: budget.signal }
  return { simulator, budget, question, admin: createShopifyAdmin({ fetch: simulator.fetch }) }
}

/** Reads the shop through a `fetch` of the test's own. */
function readThrough(fetch: Fetch, signal = new AbortController().signal) {
  const question = { shopDomain, clientId: undefined, signal }
  return createShopifyAdmin({ fetch }).readShop(question, accessToken)
}

/** Serves on the loopback until the test is over. */
async function serve(respond: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => respond(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}/`
}

const readResponse = (body: unknown) => readThrough(async () => Response.json(body))

function buildResponse(shop: Readonly<Record<string, unknown>> = {}) {
  return {
    data: {
      shop: {
        myshopifyDomain: shopDomain,
        email: 'owner@maple.example',
        shopOwnerName: 'Robin Example',
        plan: { publicDisplayName: 'Basic' },
        shopAddress: { country: 'Canada' },
        ...shop,
      },
      currentAppInstallation: { app: { apiKey: 'simulated-client-id' } },
    },
  }
}

describe('readShop', () => {
  it('reads the business contact, and no phone [4.3]', async () => {
    const { admin, question } = setUp()
    expect(await admin.readShop(question, accessToken)).toEqual({
      kind: 'read',
      contact: {
        email: 'owner@maple.example',
        ownerName: 'Robin Example',
        country: 'Canada',
        shopifyPlan: 'Basic',
      },
    })
  })

  it('asks once, in the pinned version, with the token in its header alone [D36]', async () => {
    const { admin, question, simulator } = setUp()
    await admin.readShop(question, accessToken)
    expect(simulator.requests).toHaveLength(1)
    const [sent] = simulator.requests
    expect(sent?.url).toBe(`https://${shopDomain}/admin/api/2026-10/graphql.json`)
    expect(sent?.headers['x-shopify-access-token']).toBe(accessToken)
    expect(sent?.body).not.toContain(accessToken)
    expect(sent?.body).not.toMatch(/phone|address1|customer/)
  })

  it.each([
    ['revoked', { kind: 'token_rejected' }],
    ['forbidden', { kind: 'access_denied' }],
    ['frozen', { kind: 'shop_unavailable' }],
    ['gone', { kind: 'shop_unavailable' }],
    ['locked', { kind: 'shop_unavailable' }],
    ['mismatch', { kind: 'shop_mismatch' }],
    ['rate_limited', { kind: 'unavailable', retryAfterSeconds: 2 }],
    ['throttled', { kind: 'unavailable' }],
    ['server_error', { kind: 'unavailable' }],
    ['html_error', { kind: 'unavailable' }],
    ['redirect', { kind: 'unavailable' }],
    ['reset', { kind: 'unavailable' }],
    ['slow', { kind: 'unavailable' }],
  ] as const)('meets a shop that is %s and asks only once [D32]', async (behaviour, rejection) => {
    const { admin, question, simulator } = setUp({ behaviour })
    expect(await admin.readShop(question, accessToken)).toMatchObject(rejection)
    expect(simulator.requests).toHaveLength(1)
  })

  it.each([301, 302, 303, 307, 308])('follows no redirect %i: the token stays here [D36]', async (status) => {
    const location = 'https://thief.example/admin'
    const { admin, question, simulator } = setUp({
      behaviour: 'redirect',
      behaviourDetails: { status, location },
    })
    expect(await admin.readShop(question, accessToken)).toMatchObject({ kind: 'unavailable' })
    expect(simulator.outsideRequests()).toEqual([])
  })

  it('gives up on a shop that never responds when the budget ends [D32]', async () => {
    const { admin, question, budget } = setUp({ behaviour: 'hang' })
    const reading = admin.readShop(question, accessToken)
    budget.abort()
    expect(await reading).toMatchObject({ kind: 'unavailable' })
  })

  it('gives up on a body that stops half way when the budget ends, over a real socket [D32]', async () => {
    const budget = new AbortController()
    const origin = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":', () => budget.abort())
    })
    const reading = readThrough((_url, init) => fetch(origin, init), budget.signal)
    expect(await reading).toMatchObject({ kind: 'unavailable' })
  })

  it('follows no redirect over a real socket [D36]', async () => {
    let followed = 0
    const elsewhere = await serve((response) => {
      followed += 1
      response.end()
    })
    const origin = await serve((response) => response.writeHead(307, { location: elsewhere }).end())
    expect(await readThrough((_url, init) => fetch(origin, init))).toMatchObject({ kind: 'unavailable' })
    expect(followed).toBe(0)
  })

  it('starts nothing once the budget has ended [D32]', async () => {
    const { admin, question, budget, simulator } = setUp()
    budget.abort()
    expect(await admin.readShop(question, accessToken)).toMatchObject({ kind: 'unavailable' })
    expect(simulator.requests).toEqual([])
  })

  it('rejects a token of another app than the registered one [D36]', async () => {
    const { admin, question } = setUp({ apps: [{ clientId: 'another-app', clientSecret: 'secret' }] })
    expect(await admin.readShop(question, accessToken)).toEqual({ kind: 'shop_mismatch' })
  })

  it('takes the token of any app when none is registered [D36]', async () => {
    const { admin, question } = setUp({ apps: [{ clientId: 'another-app', clientSecret: 'secret' }] })
    const unregistered = { ...question, clientId: undefined }
    expect(await admin.readShop(unregistered, accessToken)).toMatchObject({ kind: 'read' })
  })

  it('takes the domain in whatever case the platform writes it', async () => {
    const reading = readResponse(buildResponse({ myshopifyDomain: 'Maple.MyShopify.com' }))
    expect(await reading).toMatchObject({ kind: 'read' })
  })

  it.each([
    ['null', null],
    ['blank', '  '],
    ['no text', 42],
    ['256 characters long', 'x'.repeat(256)],
    ['with a NUL character', 'Robin\u0000'],
    ['with half a surrogate pair', 'Robin\ud800'],
  ])('treats an owner name that is %s as unknown', async (_how, shopOwnerName) => {
    const reading = await readResponse(buildResponse({ shopOwnerName }))
    expect(reading).toMatchObject({ contact: { email: 'owner@maple.example', ownerName: undefined } })
  })

  it('keeps an owner name of 255 characters', async () => {
    const shopOwnerName = 'x'.repeat(255)
    expect(await readResponse(buildResponse({ shopOwnerName }))).toMatchObject({
      contact: { ownerName: shopOwnerName },
    })
  })

  it('takes a response without any contact field for none [D32]', async () => {
    const blank = {
      email: '',
      shopOwnerName: '',
      plan: { publicDisplayName: '' },
      shopAddress: { country: null },
    }
    expect(await readResponse(buildResponse(blank))).toMatchObject({ kind: 'unavailable' })
  })

  it.each([
    ['null', null],
    ['a list', []],
    ['no data', {}],
    ['null data', { data: null }],
    ['another shape', { data: { shop: 'maple' } }],
    ['no installation', { data: { shop: buildResponse().data.shop, currentAppInstallation: null } }],
    ['an error text', { errors: 'Something' }],
    ['data beside an error', { ...buildResponse(), errors: [{ message: 'Partly' }] }],
  ])('takes JSON with %s for no response [D32]', async (_what, body) => {
    expect(await readResponse(body)).toMatchObject({ kind: 'unavailable' })
  })

  it('takes broken JSON for no response [D32]', async () => {
    const headers = { 'content-type': 'application/json' }
    const reading = readThrough(async () => new Response('{"data":', { headers }))
    expect(await reading).toMatchObject({ kind: 'unavailable' })
  })

  it('takes a response beyond 256 KiB for none [D36]', async () => {
    const reading = readResponse({ ...buildResponse(), padding: 'x'.repeat(262_144) })
    expect(await reading).toMatchObject({ kind: 'unavailable' })
  })

  it.each([
    'evil.example',
    'evil.example/maple.myshopify.com',
    'maple.myshopify.com@evil.example',
    'http://127.0.0.1',
    'maple.myshopify.com:8443',
    'no domain at all',
  ])('makes no connection for %s, whoever let it through [D36]', async (hostile) => {
    const { admin, question, simulator } = setUp()
    const reading = admin.readShop({ ...question, shopDomain: hostile }, accessToken)
    expect(await reading).toMatchObject({ kind: 'unavailable' })
    expect(simulator.requests).toEqual([])
  })
})

describe('watchUninstall', () => {
  it('registers a watch at the address of the app, for the contact fields alone [D31]', async () => {
    const { admin, question, simulator } = setUp()
    expect(await admin.watchUninstall(question, uri, accessToken)).toBe('registered')
    expect(simulator.subscriptions(shopDomain)).toMatchObject([
      {
        topic: 'APP_UNINSTALLED',
        uri,
        format: 'JSON',
        includeFields: ['myshopify_domain', 'email', 'shop_owner', 'country_name', 'plan_display_name'],
      },
    ])
  })

  it('takes a watch that exists for success [D31]', async () => {
    const { admin, question, simulator } = setUp()
    await admin.watchUninstall(question, uri, accessToken)
    expect(await admin.watchUninstall(question, uri, accessToken)).toBe('already_registered')
    expect(simulator.subscriptions(shopDomain)).toHaveLength(1)
  })

  it.each([
    ['revoked', 'denied'],
    ['forbidden', 'denied'],
    ['frozen', 'failed'],
    ['rate_limited', 'failed'],
    ['throttled', 'failed'],
    ['server_error', 'failed'],
    ['html_error', 'failed'],
    ['redirect', 'failed'],
    ['reset', 'failed'],
    ['slow', 'failed'],
  ] as const)('meets a shop that is %s: %s [D31]', async (behaviour, outcome) => {
    const { admin, question, simulator } = setUp({ behaviour })
    expect(await admin.watchUninstall(question, uri, accessToken)).toBe(outcome)
    expect(simulator.subscriptions(shopDomain)).toEqual([])
  })

  it('fails for an address that the platform rejects [D31]', async () => {
    const { admin, question } = setUp()
    expect(await admin.watchUninstall(question, 'https://localhost/uninstalled', accessToken)).toBe('failed')
  })

  it('fails without a subscription in the response [D31]', async () => {
    const response = { data: { webhookSubscriptionCreate: { webhookSubscription: null, userErrors: [] } } }
    const admin = createShopifyAdmin({ fetch: async () => Response.json(response) })
    const { question } = setUp()
    expect(await admin.watchUninstall(question, uri, accessToken)).toBe('failed')
  })
})

describe('the access token', () => {
  const leaks: readonly [string, Fetch][] = [
    [
      'a fetch that quotes it in its error',
      (_url, init) => Promise.reject(new TypeError(`invalid header in ${inspect(init)}`)),
    ],
    ['a text response that quotes it', async () => new Response(accessToken)],
    [
      'broken JSON that quotes it',
      async () => new Response(accessToken, { headers: { 'content-type': 'application/json' } }),
    ],
    ['a GraphQL error that quotes it', async () => Response.json({ errors: [{ message: accessToken }] })],
    ['a status text that quotes it', async () => new Response('', { status: 400, statusText: accessToken })],
    [
      'a response of another shape that quotes it',
      async () => Response.json({ data: { shop: accessToken } }),
    ],
    ['a user error that quotes it', async () => Response.json(buildUserError(accessToken))],
  ]

  it.each(leaks)('is in nothing that comes back from %s [D36]', async (_who, fetch) => {
    const admin = createShopifyAdmin({ fetch })
    const { question } = setUp()
    const outcomes = [
      await admin.readShop(question, accessToken),
      await admin.watchUninstall(question, uri, accessToken),
      admin,
    ]
    expect(inspect(outcomes, { depth: 12, showHidden: true })).not.toContain(accessToken)
  })
})

function buildUserError(message: string) {
  return { data: { webhookSubscriptionCreate: { webhookSubscription: null, userErrors: [{ message }] } } }
}
