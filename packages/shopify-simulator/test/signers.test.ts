import {
  createWebhookDelivery,
  signSessionToken,
  signWebhook,
  uninstalledPayload,
} from '@affiliate-platform/shopify-simulator'
import { expect, it } from 'vitest'

it('signs a body with HMAC-SHA256 in base64, over its bytes', () => {
  // RFC 4231, test case 2.
  const body = 'what do ya want for nothing?'
  const signature = Buffer.from(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    'hex',
  ).toString('base64')
  expect(signWebhook(body, 'Jefe')).toBe(signature)
  expect(signWebhook(new TextEncoder().encode(body), 'Jefe')).toBe(signature)
  expect(signWebhook(`\uFEFF${body}`, 'Jefe')).not.toBe(signature)
})

it('signs a session token with the claims of an embedded app', () => {
  const token = signSessionToken({
    clientId: 'app-1',
    clientSecret: 'secret-1',
    domain: 'maple-lantern.myshopify.com',
    nowMs: 1_000_999,
    claims: { sub: '42' },
  })
  const [header = '', payload = ''] = token.split('.')
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown
  expect(parse(header)).toEqual({ alg: 'HS256', typ: 'JWT' })
  expect(parse(payload)).toEqual({
    iss: 'https://maple-lantern.myshopify.com/admin',
    dest: 'https://maple-lantern.myshopify.com',
    aud: 'app-1',
    sub: '42',
    exp: 1_060,
    nbf: 1_000,
    iat: 1_000,
    jti: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    sid: 'simulated-session',
  })
})

it('never signs the same session token twice, also not within one second', () => {
  const options = {
    clientId: 'app-1',
    clientSecret: 'secret-1',
    domain: 'maple-lantern.myshopify.com',
    nowMs: 0,
  }
  expect(new Set(Array.from({ length: 100 }, () => signSessionToken(options))).size).toBe(100)
})

it('builds a sample payload with nulls and a phone', () => {
  expect(uninstalledPayload({ email: 'a@b.example' })).toMatchObject({
    domain: null,
    myshopify_domain: null,
    iana_timezone: null,
    created_at: null,
    phone: '+1 613 555 0142',
    email: 'a@b.example',
  })
})

it('sends a payload that is text as it is', () => {
  const delivery = createWebhookDelivery({
    url: 'https://app.example/hook',
    secret: 'secret-1',
    domain: 'maple-lantern.myshopify.com',
    payload: '{ "id":1 }',
    triggeredAtMs: 0,
  })
  expect(delivery.body).toBe('{ "id":1 }')
  expect(delivery.headers).toMatchObject({
    'X-Shopify-Hmac-Sha256': signWebhook('{ "id":1 }', 'secret-1'),
    'X-Shopify-Triggered-At': '1970-01-01T00:00:00.000Z',
  })
})
