import { createMemoryLedger, type UninstallResult } from '@affiliate-platform/shopify-recipes'
import { createWebhookDelivery, signWebhook } from '@affiliate-platform/shopify-simulator'
import { describe, expect, it, vi } from 'vitest'
import { primeInstall } from '../src/lib/ledger/install-entry.ts'
import { entries } from './support/entries.ts'
import { buildRejection, createFakeIdentify } from './support/fake-identify.ts'
import { buildDelivery, buildRequest, payload, phone, secret, shop } from './support/fixtures.ts'

const contact = {
  myshopifyDomain: shop,
  email: 'owner@maple-lantern.example',
  ownerName: 'Robin Example',
  country: 'Canada',
  shopifyPlan: 'Shopify Plus',
}

describe.each(entries)('uninstall webhook in $name', (entry) => {
  async function mount(options: Parameters<typeof entry.forwardUninstall>[0] = {}) {
    const client = createFakeIdentify()
    const results: UninstallResult[] = []
    const onUninstalled = vi.fn()
    const send = await entry.forwardUninstall({
      client,
      secrets: secret,
      onUninstalled,
      onResult: (result) => void results.push(result),
      ...options,
    })
    return { send, results, onUninstalled, sent: client.sent }
  }

  it('forwards the contact without a phone and without a token, then runs the cleanup [4.3-uninstall] [4.4-3]', async () => {
    const order: string[] = []
    const client = createFakeIdentify(() => {
      order.push('forward')
      return { ok: true, requestId: 'req-1', receiptId: 'rec-1' }
    })
    const { send, results } = await mount({ client, onUninstalled: () => void order.push('cleanup') })
    const response = await send(buildRequest())
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(client.sent).toEqual([contact])
    expect(order).toEqual(['forward', 'cleanup'])
    expect(results).toEqual([
      { outcome: 'forwarded', shop, requestId: 'req-1', receiptId: 'rec-1' },
      { outcome: 'handled', shop },
    ])
  })

  it('sends the phone only by the option [4.3-phone]', async () => {
    const { send, sent } = await mount({ includePhone: true })
    await send(buildRequest())
    expect(sent).toEqual([{ ...contact, phone }])
  })

  it.each([
    ['no signature', { headers: { 'X-Shopify-Hmac-Sha256': null } }, 'hmac_missing'],
    ['an empty signature', { headers: { 'X-Shopify-Hmac-Sha256': '' } }, 'hmac_missing'],
    ['a signature of another length', { headers: { 'X-Shopify-Hmac-Sha256': 'YWJj' } }, 'hmac_invalid'],
    ['text that is no base64', { headers: { 'X-Shopify-Hmac-Sha256': '*'.repeat(44) } }, 'hmac_invalid'],
    ['one changed byte', { body: buildDelivery().body.replace('Maple', 'maple') }, 'hmac_invalid'],
    ['a re-serialised body', { body: JSON.stringify(payload, null, 1) }, 'hmac_invalid'],
    ['an empty body', { body: '' }, 'hmac_invalid'],
  ])('rejects %s with 401 and does nothing [5-7] [D37]', async (_, changes, code) => {
    const { send, results, onUninstalled, sent } = await mount()
    const response = await send(buildRequest({}, changes))
    expect(response.status).toBe(401)
    expect(results).toEqual([{ outcome: 'rejected', status: 401, code }])
    expect(onUninstalled).not.toHaveBeenCalled()
    expect(sent).toEqual([])
  })

  it('rejects a signature under another secret [5-7]', async () => {
    const { send } = await mount()
    expect((await send(buildRequest({ secret: 'another' }))).status).toBe(401)
  })

  it('accepts the old and the new secret while one is rotated [D37]', async () => {
    const { send } = await mount({ secrets: ['new-secret', secret] })
    expect((await send(buildRequest({ secret: 'new-secret', eventId: 'e1' }))).status).toBe(200)
    expect((await send(buildRequest({ secret, eventId: 'e2' }))).status).toBe(200)
  })

  it.each(['X-Shopify-Hmac-Sha256', 'Shopify-Hmac-Sha256', 'X-Platform-Hmac-Sha256'])(
    'verifies the signature in %s [D37]',
    async (name) => {
      const { send } = await mount()
      const headers = { 'X-Shopify-Hmac-Sha256': null, [name]: signWebhook(buildDelivery().body, secret) }
      expect((await send(buildRequest({}, { headers }))).status).toBe(200)
    },
  )

  it('verifies the first header present: a right one cannot make up for it [D37]', async () => {
    const { send } = await mount()
    const right = signWebhook(buildDelivery().body, secret)
    const headers = { 'X-Shopify-Hmac-Sha256': signWebhook('other', secret), 'X-Platform-Hmac-Sha256': right }
    expect((await send(buildRequest({}, { headers }))).status).toBe(401)
  })

  it('verifies only the headers it is told to [D37]', async () => {
    const { send } = await mount({ hmacHeaders: ['X-Own-Hmac'] })
    expect((await send(buildRequest())).status).toBe(401)
    const headers = { 'X-Own-Hmac': signWebhook(buildDelivery().body, secret) }
    expect((await send(buildRequest({}, { headers }))).status).toBe(200)
  })

  it('takes a delivery of the Events preview', async () => {
    const { send, sent } = await mount()
    expect((await send(buildRequest({ headerFamily: 'events' }))).status).toBe(200)
    expect(sent).toEqual([contact])
  })

  it('takes a delivery that carries nothing but the interface’s own header [5-7]', async () => {
    const { send, sent } = await mount()
    const { body, url } = buildDelivery()
    const headers = { 'X-Platform-Hmac-Sha256': signWebhook(body, secret) }
    expect((await send(new Request(url, { method: 'POST', headers, body }))).status).toBe(200)
    expect(sent).toEqual([contact])
  })

  it('responds with 500 without any secret, instead of verifying under an empty one', async () => {
    const { send, results } = await mount({ secrets: ['', undefined] })
    expect((await send(buildRequest({ secret: 'x' }))).status).toBe(500)
    expect(results).toEqual([{ outcome: 'rejected', status: 500, code: 'secret_missing' }])
  })

  it('rejects another method with 405', async () => {
    const { send } = await mount()
    const response = await send(buildRequest({}, { method: 'GET' }))
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })

  it('takes a body of 65,536 bytes and rejects one byte more with 413', async () => {
    const { send } = await mount()
    const filler = 65_536 - JSON.stringify({ ...payload, filler: '' }).length
    const filled = (length: number) => ({ payload: { ...payload, filler: 'x'.repeat(length) } })
    expect((await send(buildRequest(filled(filler)))).status).toBe(200)
    expect((await send(buildRequest(filled(filler + 1)))).status).toBe(413)
  })

  it('ignores the case of topic and domain', async () => {
    const { send, sent } = await mount()
    const headers = { 'X-Shopify-Topic': 'App/Uninstalled', 'X-Shopify-Shop-Domain': shop.toUpperCase() }
    expect((await send(buildRequest({}, { headers }))).status).toBe(200)
    expect(sent).toEqual([contact])
  })

  it('rejects another topic with 404', async () => {
    const { send, onUninstalled } = await mount()
    expect((await send(buildRequest({ topic: 'shop/redact' }))).status).toBe(404)
    expect(onUninstalled).not.toHaveBeenCalled()
  })

  it.each([
    ['no JSON', { payload: 'not json' }, 'invalid_payload'],
    ['a list', { payload: '[]' }, 'invalid_payload'],
    [
      'a domain that is no shop',
      { payload: { ...payload, myshopify_domain: 'example.com' } },
      'shop_missing',
    ],
    [
      'a payload without a shop, whatever the header says [5-7, D261]',
      { payload: { ...payload, myshopify_domain: null } },
      'shop_missing',
    ],
    ['another shop than the header', { domain: 'other.myshopify.com' }, 'shop_mismatch'],
  ])('rejects %s with 400', async (_, overrides, code) => {
    const { send, results, onUninstalled } = await mount()
    expect((await send(buildRequest(overrides))).status).toBe(400)
    expect(results).toEqual([{ outcome: 'rejected', status: 400, code }])
    expect(onUninstalled).not.toHaveBeenCalled()
  })

  it('leaves out fields that the service would reject, so that the others arrive', async () => {
    const { send, sent } = await mount()
    await send(
      buildRequest({ payload: { ...payload, email: 'no address', country_name: null, shop_owner: ' ' } }),
    )
    expect(sent).toEqual([{ myshopifyDomain: shop, shopifyPlan: 'Shopify Plus' }])
  })

  it('responds with 200 and runs the cleanup when forwarding fails [4.4-3] [D39]', async () => {
    const client = createFakeIdentify(() => {
      throw buildRejection(401, 'invalid_credential')
    })
    const { send, results, onUninstalled } = await mount({ client })
    expect((await send(buildRequest())).status).toBe(200)
    expect(onUninstalled).toHaveBeenCalledOnce()
    expect(results[0]).toEqual({ outcome: 'forward_failed', shop, code: 'invalid_credential', status: 401 })
  })

  it('counts a response that is not ok as a failed forward [4.3-ok]', async () => {
    const { send, results } = await mount({ client: createFakeIdentify(() => ({ ok: false })) })
    expect((await send(buildRequest())).status).toBe(200)
    expect(results[0]).toMatchObject({ outcome: 'forward_failed', code: 'not_ok' })
  })

  it('responds with 500 when the cleanup throws, and takes the next delivery of the event [D39]', async () => {
    const onUninstalled = vi.fn().mockRejectedValueOnce(new Error('database is down'))
    const { send, results } = await mount({ onUninstalled })
    expect((await send(buildRequest())).status).toBe(500)
    expect(results.at(-1)).toEqual({ outcome: 'failed', shop, stage: 'cleanup', code: 'unexpected' })
    expect((await send(buildRequest())).status).toBe(200)
    expect((await send(buildRequest())).status).toBe(200)
    expect(onUninstalled).toHaveBeenCalledTimes(2)
    expect(results.at(-1)).toEqual({ outcome: 'duplicate', shop })
  })

  it('handles an event once, however often and by whatever subscription it is delivered', async () => {
    const { send, sent, onUninstalled } = await mount()
    await send(buildRequest({ eventId: 'event-1', webhookId: 'webhook-1' }))
    await send(buildRequest({ eventId: 'event-1', webhookId: 'webhook-2' }))
    expect(onUninstalled).toHaveBeenCalledOnce()
    expect(sent).toHaveLength(1)
    await send(
      buildRequest({
        eventId: 'event-2',
        webhookId: 'webhook-1',
        payload: { ...payload, email: 'new@example.com' },
      }),
    )
    expect(onUninstalled).toHaveBeenCalledTimes(2)
  })

  it('falls back on the webhook id where no event id is sent', async () => {
    const { send, onUninstalled } = await mount()
    const request = () =>
      buildRequest({ webhookId: 'webhook-1' }, { headers: { 'X-Shopify-Event-Id': null } })
    await send(request())
    await send(request())
    expect(onUninstalled).toHaveBeenCalledOnce()
  })

  it('clears the install ledger and sends nothing beside identifyOnInstall [D38a]', async () => {
    const ledger = createMemoryLedger()
    await primeInstall(ledger, shop)
    const onUninstalled = vi.fn()
    const send = await entry.handleUninstall({
      ledger,
      secrets: secret,
      onUninstalled,
      onResult: () => undefined,
    })
    expect((await send(buildRequest())).status).toBe(200)
    expect(await ledger.read(`install:${shop}`)).toMatchObject({ state: 'ended' })
    expect(onUninstalled).toHaveBeenCalledWith({ shop, triggeredAt: expect.any(Date), isBack: false })
  })

  it('responds to the doctor’s check without doing anything', async () => {
    const { send, sent, onUninstalled } = await mount()
    const headers = { 'X-Affiliate-Recipes-Check': '1' }
    expect((await send(buildRequest({}, { headers }))).status).toBe(200)
    expect((await send(buildRequest({ secret: 'wrong' }, { headers }))).status).toBe(401)
    expect(sent).toEqual([])
    expect(onUninstalled).not.toHaveBeenCalled()
  })

  it('sends back the bytes of any simulated delivery as they are, a byte order mark included', async () => {
    const { send } = await mount()
    const { body, headers, url } = createWebhookDelivery({
      url: buildDelivery().url,
      secret,
      domain: shop,
      payload: `\uFEFF${buildDelivery().body}`,
    })
    expect((await send(new Request(url, { method: 'POST', headers, body }))).status).toBe(200)
  })
})
