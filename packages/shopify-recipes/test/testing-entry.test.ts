import { forwardUninstall } from '@affiliate-platform/shopify-recipes'
import {
  type DeliveryFault,
  uninstallPayload,
  uninstallRequest,
} from '@affiliate-platform/shopify-recipes/testing'
import { expect, it } from 'vitest'
import { createFakeIdentify } from './support/fake-identify.ts'

const url = 'https://my-app.example/webhooks/app/uninstalled'
const secret = 'my-secret'

function mount(secrets: string | readonly string[] = secret) {
  const client = createFakeIdentify()
  return { route: forwardUninstall({ client, secrets, onResult: () => undefined }), client }
}

const faults: readonly DeliveryFault[] = [
  'wrong_secret',
  'missing_signature',
  'empty_signature',
  'changed_byte',
  'reserialised_body',
]

it.each(faults)('builds a delivery that must be rejected: %s [5-7]', async (fault) => {
  expect((await mount().route(uninstallRequest({ url, secret, fault }))).status).toBe(401)
})

it('builds a delivery that must be handled, also under a rotated secret', async () => {
  expect((await mount().route(uninstallRequest({ url, secret }))).status).toBe(200)
  expect((await mount(['new', secret]).route(uninstallRequest({ url, secret }))).status).toBe(200)
})

it('builds a new delivery each time, and the same event on demand', async () => {
  const { route, client } = mount()
  const deliver = (shop: string, eventId?: string) =>
    route(uninstallRequest({ url, secret, shop, ...(eventId && { eventId }) }))
  await deliver('first.myshopify.com', 'a')
  await deliver('second.myshopify.com', 'a')
  await deliver('second.myshopify.com', 'b')
  await deliver('third.myshopify.com')
  await deliver('fourth.myshopify.com')
  const shops = client.sent.map(({ myshopifyDomain }) => myshopifyDomain)
  expect(shops).toEqual(['first', 'second', 'third', 'fourth'].map((name) => `${name}.myshopify.com`))
})

it('has a sample with what must not be forwarded', () => {
  expect(uninstallPayload()).toMatchObject({ phone: expect.any(String), myshopify_domain: null })
  expect(uninstallPayload({ phone: null })).toMatchObject({ phone: null })
})
