import {
  createMemoryLedger,
  forwardUninstall,
  handleCompliance,
  handleUninstall,
} from '@affiliate-platform/shopify-recipes'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { endInstall } from '../src/lib/ledger/end-install.ts'
import { claimInstall } from '../src/lib/ledger/install-entry.ts'
import { useFakeClock } from './support/fake-clock.ts'
import { createFakeIdentify } from './support/fake-identify.ts'
import { accessToken, buildRequest, secret, shop } from './support/fixtures.ts'

const minute = 60_000
const day = 24 * 60 * minute

beforeEach(useFakeClock)

/** What a captured delivery can be sent with: only the body is signed. */
const disguises = [
  { 'X-Shopify-Event-Id': 'another' },
  { 'X-Shopify-Event-Id': null },
  { 'X-Shopify-Event-Id': null, 'X-Shopify-Webhook-Id': null },
  { 'X-Shopify-Event-Id': 'third', 'X-Shopify-Triggered-At': '2025-01-01T00:00:00Z' },
]

function setUp() {
  const ledger = createMemoryLedger()
  const onUninstalled = vi.fn()
  const handle = handleUninstall({ ledger, secrets: secret, onUninstalled, onResult: () => undefined })
  const send = async (headers: Record<string, string | null> = {}) => {
    const response = await handle(buildRequest({ eventId: crypto.randomUUID() }, { headers }))
    return response.json()
  }
  const install = () => claimInstall(ledger, shop, { tasks: ['identify'], seenAtMs: Date.now() })
  return { ledger, onUninstalled, handle, send, install }
}

describe('a body that was handled', () => {
  it.each(disguises)('is a duplicate with %o as well [5-7, D261]', async (headers) => {
    const { send, install, onUninstalled } = setUp()
    await install()
    expect(await send()).toEqual({ code: 'handled' })
    await vi.advanceTimersByTimeAsync(29 * day)
    expect(await send(headers)).toEqual({ code: 'duplicate' })
    expect(onUninstalled).toHaveBeenCalledOnce()
  })

  it('is the body of another uninstall once the shop has installed again [4.4-2, D261]', async () => {
    const { send, install, onUninstalled, ledger } = setUp()
    await install()
    await send()
    await vi.advanceTimersByTimeAsync(1000)
    await install()
    await vi.advanceTimersByTimeAsync(1000)
    expect(await send()).toEqual({ code: 'handled' })
    expect(onUninstalled).toHaveBeenCalledTimes(2)
    expect(await ledger.read(`install:${shop}`)).toMatchObject({ state: 'ended' })
  })

  it('is handled again where the first time failed [D39, D261]', async () => {
    const { send, install, onUninstalled } = setUp()
    await install()
    onUninstalled.mockRejectedValueOnce(new Error('down'))
    expect(await send()).toEqual({ code: 'cleanup_failed' })
    expect(await send({ 'X-Shopify-Event-Id': 'another' })).toEqual({ code: 'handled' })
  })

  it('is handled by one of two that arrive at once [D261]', async () => {
    const { send, onUninstalled } = setUp()
    const codes = await Promise.all([send(), send({ 'X-Shopify-Event-Id': 'another' })])
    expect(codes).toContainEqual({ code: 'handled' })
    expect(codes).toContainEqual({ code: 'duplicate' })
    expect(onUninstalled).toHaveBeenCalledOnce()
  })

  it('is a duplicate for a minute where nothing tells of installs [4.4-3, D261]', async () => {
    const onUninstalled = vi.fn()
    const client = createFakeIdentify()
    const options = { client, secrets: secret, onUninstalled, onResult: () => undefined }
    const forward = forwardUninstall({ ...options, ledger: createMemoryLedger() })
    const send = async () => (await forward(buildRequest({ eventId: crypto.randomUUID() }))).json()
    expect(await send()).toEqual({ code: 'handled' })
    await vi.advanceTimersByTimeAsync(minute)
    expect(await send()).toEqual({ code: 'duplicate' })
    await vi.advanceTimersByTimeAsync(1)
    expect(await send()).toEqual({ code: 'handled' })
    expect(client.sent).toHaveLength(2)
  })

  it('ends the install after a change of the variant [4.4-1, D261]', async () => {
    const { ledger, send, install, onUninstalled } = setUp()
    await install()
    const options = { client: createFakeIdentify(), secrets: secret, ledger, onResult: () => undefined }
    await forwardUninstall(options)(buildRequest({ eventId: crypto.randomUUID() }))
    expect(await ledger.read(`install:${shop}`)).not.toMatchObject({ state: 'ended' })
    expect(await send()).toEqual({ code: 'handled' })
    expect(await ledger.read(`install:${shop}`)).toMatchObject({ state: 'ended' })
    expect(onUninstalled).toHaveBeenCalledOnce()
  })

  it('is the body of another uninstall once the shop has a newer token [4.4-3, D261]', async () => {
    const sessions = { expires: new Date(Date.now() + 60 * minute) }
    const forward = forwardUninstall({
      ...{ client: createFakeIdentify(), secrets: secret, ledger: createMemoryLedger() },
      sessionStorage: { loadSession: async () => ({ shop, accessToken, ...sessions }) },
      onResult: () => undefined,
    })
    const send = async () => {
      const delivery = { eventId: crypto.randomUUID(), triggeredAtMs: Date.now() }
      return (await forward(buildRequest(delivery))).json()
    }
    expect(await send()).toEqual({ code: 'handled' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(await send()).toEqual({ code: 'duplicate' })
    sessions.expires = new Date(Date.now() + 60 * minute)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await send()).toEqual({ code: 'handled' })
  })
})

describe('a compliance topic', () => {
  const about = { shop_id: 1, shop_domain: shop }
  const customer = { id: 2, email: 'buyer@example.com', phone: null }

  function setUpCompliance() {
    const ledger = createMemoryLedger()
    const callbacks = { onCustomerDataRequest: vi.fn(), onCustomerRedact: vi.fn(), onShopRedact: vi.fn() }
    const handle = handleCompliance({ ledger, secrets: secret, onResult: () => undefined, ...callbacks })
    const send = async (topic: string, payload: Record<string, unknown>) => {
      const response = await handle(buildRequest({ topic, payload, eventId: crypto.randomUUID() }))
      const { code } = (await response.json()) as { readonly code: string }
      return { status: response.status, code }
    }
    return { ledger, callbacks, send }
  }

  it.each([
    ['shop/redact', { ...about, customer, orders_to_redact: [3] }],
    ['shop/redact', { ...about, customer, data_request: { id: 9 } }],
    ['customers/redact', { ...about, customer, data_request: { id: 9 } }],
  ])('rejects as %s what was signed for another: %o [5-7, D261]', async (topic, payload) => {
    const { ledger, callbacks, send } = setUpCompliance()
    await endInstall(ledger, shop, Date.now())
    expect(await send(topic, payload)).toEqual({ status: 400, code: 'topic_mismatch' })
    expect(await ledger.read(`install:${shop}`)).toMatchObject({ state: 'ended' })
    for (const callback of Object.values(callbacks)) expect(callback).not.toHaveBeenCalled()
  })

  it('takes the same body again after a day: a shop may leave twice [D261]', async () => {
    const { callbacks, send } = setUpCompliance()
    expect(await send('shop/redact', about)).toMatchObject({ code: 'handled' })
    await vi.advanceTimersByTimeAsync(day)
    expect(await send('shop/redact', about)).toMatchObject({ code: 'duplicate' })
    await vi.advanceTimersByTimeAsync(1)
    expect(await send('shop/redact', about)).toMatchObject({ code: 'handled' })
    expect(callbacks.onShopRedact).toHaveBeenCalledTimes(2)
  })

  it('does not take its shop from the header [5-7, D261]', async () => {
    const { callbacks, send } = setUpCompliance()
    expect(await send('shop/redact', { shop_id: 1 })).toEqual({ status: 400, code: 'shop_missing' })
    expect(callbacks.onShopRedact).not.toHaveBeenCalled()
  })
})
