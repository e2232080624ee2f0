import { DatabaseSync } from 'node:sqlite'
import {
  type ComplianceOptions,
  type ComplianceResult,
  createMemoryLedger,
  createSqlLedger,
  handleCompliance,
} from '@affiliate-platform/shopify-recipes'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { endInstall } from '../src/lib/ledger/end-install.ts'
import { primeInstall } from '../src/lib/ledger/install-entry.ts'
import { entries } from './support/entries.ts'
import { apiKey, buildRequest, secret, shop } from './support/fixtures.ts'

const customer = { id: 191167, email: 'john@example.com', phone: '+1 555 625 1199' }
const about = { shop_id: 954889, shop_domain: shop }
const payloads = {
  'customers/data_request': {
    ...about,
    orders_requested: [299938, 280263],
    customer,
    data_request: { id: 9 },
  },
  'customers/redact': { ...about, orders_to_redact: [299938], customer },
  'shop/redact': about,
} as const
const topics = Object.keys(payloads) as (keyof typeof payloads)[]

function redactRequest(
  topic: keyof typeof payloads = 'shop/redact',
  more: Parameters<typeof buildRequest>[0] = {},
) {
  return buildRequest({ topic, payload: payloads[topic], ...more })
}

function setUp(options: ComplianceOptions = {}) {
  const results: ComplianceResult[] = []
  const callbacks = { onCustomerDataRequest: vi.fn(), onCustomerRedact: vi.fn(), onShopRedact: vi.fn() }
  const onResult = (result: ComplianceResult) => void results.push(result)
  const called = () => Object.values(callbacks).flatMap(({ mock }) => mock.calls.flat())
  const ledger = createMemoryLedger()
  return {
    results,
    callbacks,
    called,
    options: { secrets: secret, ledger, onResult, ...callbacks, ...options },
  }
}

describe.each(entries)('compliance webhook in $name', (entry) => {
  it('tells the app who asks for what, each topic to its own callback', async () => {
    const { results, callbacks, called, options } = setUp()
    const send = await entry.handleCompliance(options)
    for (const topic of topics) {
      const response = await send(redactRequest(topic, { eventId: topic }))
      expect([response.status, await response.json()]).toEqual([200, { code: 'handled' }])
    }
    const asked = { shop, triggeredAt: expect.any(Date) }
    const data = {
      ...asked,
      customer,
      orderIds: [299938, 280263],
      payload: payloads['customers/data_request'],
    }
    const redact = { ...asked, customer, orderIds: [299938], payload: payloads['customers/redact'] }
    expect(callbacks.onCustomerDataRequest).toHaveBeenCalledExactlyOnceWith(data)
    expect(callbacks.onCustomerRedact).toHaveBeenCalledExactlyOnceWith(redact)
    expect(callbacks.onShopRedact).toHaveBeenCalledExactlyOnceWith({ ...asked, payload: about })
    expect(called()).toHaveLength(3)
    expect(results).toEqual(topics.map((topic) => ({ outcome: 'handled', shop, topic })))
  })

  it.each(topics)(
    'rejects %s with 401 under a wrong or without a signature, and does nothing [5-7] [D37]',
    async (topic) => {
      const { called, options } = setUp()
      await primeInstall(options.ledger, shop)
      const send = await entry.handleCompliance(options)
      expect((await send(redactRequest(topic, { secret: 'another' }))).status).toBe(401)
      const headers = { 'X-Shopify-Hmac-Sha256': null }
      expect((await send(buildRequest({ topic, payload: payloads[topic] }, { headers }))).status).toBe(401)
      expect(called()).toEqual([])
      expect(await options.ledger.read(`install:${shop}`)).not.toBeNull()
    },
  )

  it('responds with 500 when a callback throws, and calls it again at the next delivery, once [D39]', async () => {
    const onCustomerRedact = vi.fn().mockRejectedValueOnce(new Error(`no database for ${customer.email}`))
    const { results, options } = setUp({ onCustomerRedact })
    const send = await entry.handleCompliance(options)
    const statuses: number[] = []
    for (let delivery = 0; delivery < 3; delivery += 1) {
      statuses.push((await send(redactRequest('customers/redact'))).status)
    }
    expect(statuses).toEqual([500, 200, 200])
    expect(onCustomerRedact).toHaveBeenCalledTimes(2)
    const topic = 'customers/redact'
    expect(results).toEqual([
      { outcome: 'failed', shop, topic, stage: 'callback', code: 'unexpected' },
      { outcome: 'handled', shop, topic },
      { outcome: 'duplicate', shop },
    ])
  })
})

it('handles a delivery once over processes that share the ledger', async () => {
  const { callbacks, options } = setUp()
  for (let process = 0; process < 3; process += 1) {
    expect((await handleCompliance(options)(redactRequest())).status).toBe(200)
  }
  expect(callbacks.onShopRedact).toHaveBeenCalledOnce()
})

it('takes a shop out of the ledger at shop/redact, and at no other topic', async () => {
  const { options } = setUp()
  const { ledger } = options
  await primeInstall(ledger, shop)
  await endInstall(ledger, shop, Date.now())
  for (const topic of topics) {
    expect(await ledger.read(`install:${shop}`)).toMatchObject({ state: 'ended' })
    await handleCompliance(options)(redactRequest(topic, { eventId: topic }))
  }
  expect(await ledger.read(`install:${shop}`)).toBeNull()
  const left = JSON.stringify(await ledger.listDue('delivery', Number.MAX_SAFE_INTEGER, 10))
  expect(left).toContain('delivery:shop/redact')
  expect(left).not.toContain(shop)
})

it('keeps a shop in the ledger that has installed again since the redaction was asked for', async () => {
  const { options, callbacks } = setUp()
  await primeInstall(options.ledger, shop)
  const route = handleCompliance(options)
  await route(redactRequest('shop/redact', { triggeredAtMs: Date.now() - 1000, eventId: 'late' }))
  expect(await options.ledger.read(`install:${shop}`)).toMatchObject({ state: 'done' })
  expect(callbacks.onShopRedact).toHaveBeenCalledOnce()
  const payload = { ...payloads['shop/redact'], shop_id: 2 }
  await route(redactRequest('shop/redact', { triggeredAtMs: Date.now() + 1000, payload }))
  expect(await options.ledger.read(`install:${shop}`)).toBeNull()
})

it('responds with 500 when the ledger cannot forget, and with 200 when it has no table', async () => {
  const { results, options } = setUp()
  await primeInstall(options.ledger, shop)
  const replace: typeof options.ledger.replace = (key, expected, next) =>
    key.startsWith('install:')
      ? Promise.reject(new Error('down'))
      : options.ledger.replace(key, expected, next)
  const down = handleCompliance({ ...options, ledger: { ...options.ledger, replace } })
  expect((await down(redactRequest())).status).toBe(500)
  expect(results).toMatchObject([{ outcome: 'failed', topic: 'shop/redact', stage: 'ledger' }])
  const ledger = createSqlLedger({ dialect: 'sqlite', client: new DatabaseSync(':memory:') })
  expect((await handleCompliance({ ...options, ledger })(redactRequest())).status).toBe(200)
})

describe('the affiliate platform', () => {
  /** A service that keeps what it is sent, and responds with the statuses given, then with 200. */
  function setService(...statuses: readonly number[]) {
    const calls: { url: string; authorization: string | null; body: unknown }[] = []
    const left = [...statuses]
    vi.stubEnv('AFFILIATE_WORKSPACE_API_KEY', apiKey)
    vi.stubEnv('AFFILIATE_BASE_URL', 'https://affiliates.example/')
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const authorization = new Headers(init.headers).get('Authorization')
      calls.push({ url, authorization, body: JSON.parse(String(init.body)) })
      return new Response(null, { status: left.shift() ?? 200 })
    })
    onTestFinished(() => {
      vi.unstubAllEnvs()
      vi.unstubAllGlobals()
    })
    return calls
  }

  it('is told of shop/redact and of no other topic [D75]', async () => {
    const calls = setService()
    const route = handleCompliance(setUp().options)
    for (const topic of topics) await route(redactRequest(topic, { eventId: topic }))
    const url = 'https://affiliates.example/api/compliance/shop-redact'
    expect(calls).toEqual([{ url, authorization: `Bearer ${apiKey}`, body: { myshopifyDomain: shop } }])
  })

  it('is told again at the next delivery when it did not erase the shop [D75]', async () => {
    const calls = setService(503, 401)
    const { options, results } = setUp()
    const route = handleCompliance(options)
    const statuses = []
    for (let delivery = 0; delivery < 4; delivery += 1) statuses.push((await route(redactRequest())).status)
    expect(statuses).toEqual([500, 500, 200, 200])
    expect(calls).toHaveLength(3)
    expect(results.slice(0, 2)).toMatchObject([
      { outcome: 'failed', stage: 'service', code: 'http_503' },
      { outcome: 'failed', stage: 'service', code: 'http_401' },
    ])
    expect(JSON.stringify(results)).not.toContain(apiKey)
  })

  it('keeps a shop that has installed again since [D75]', async () => {
    const calls = setService()
    const { options } = setUp()
    await primeInstall(options.ledger, shop)
    await handleCompliance(options)(redactRequest('shop/redact', { triggeredAtMs: Date.now() - 1000 }))
    expect(calls).toEqual([])
  })
})

it('handles a topic without a callback, and rejects other topics and none', async () => {
  const route = handleCompliance({ secrets: secret, ledger: createMemoryLedger(), onResult: () => undefined })
  for (const topic of topics) expect((await route(redactRequest(topic, { eventId: topic }))).status).toBe(200)
  expect((await route(buildRequest())).status).toBe(404)
  const headers = { 'X-Shopify-Topic': null }
  expect((await route(buildRequest({ payload: about }, { headers }))).status).toBe(404)
})

it('rejects another shop than the header names with 400', async () => {
  const route = handleCompliance(setUp().options)
  expect((await route(redactRequest('shop/redact', { domain: 'other.myshopify.com' }))).status).toBe(400)
})

it('takes a payload without customer and orders, and passes on nothing of another type', async () => {
  const { callbacks, options } = setUp()
  const payload = { shop_domain: shop, customer: { id: '1', email: null }, orders_to_redact: ['2', 3] }
  await handleCompliance(options)(buildRequest({ topic: 'customers/redact', payload }))
  await handleCompliance(options)(redactRequest('customers/redact', { payload: about, eventId: 'bare' }))
  const unknown = { id: undefined, email: undefined, phone: undefined }
  expect(
    callbacks.onCustomerRedact.mock.calls.map(([{ customer: who, orderIds }]) => [who, orderIds]),
  ).toEqual([
    [unknown, [3]],
    [unknown, []],
  ])
})

it('warns of a failure without any data of a customer', async () => {
  const emit = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  onTestFinished(() => emit.mockRestore())
  const { onResult: _, ...options } = setUp({
    onCustomerRedact: () => Promise.reject(new Error(customer.email)),
  }).options
  await handleCompliance(options)(redactRequest('customers/redact'))
  await handleCompliance({ ...options, secrets: [] })(redactRequest())
  expect(emit.mock.calls.map(([text]) => text)).toEqual([
    `customers/redact of ${shop} gets 500: the callback failed with unexpected.`,
    'Compliance webhooks get 500: secret_missing. Set SHOPIFY_API_SECRET or the option secrets.',
  ])
})
