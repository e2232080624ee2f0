import { buildTermsRules } from '@affiliate-platform/sdk/testing'
import { describe, expect, test } from 'vitest'
import type { MakeTarget, Target } from './target.ts'

const payoutsPath = '/api/affiliate-platform/v1/payouts'
const terms = JSON.stringify({ rules: buildTermsRules() })

/** What the clients never send or show: the raw requests and responses. */
export function describeWire(makeTarget: MakeTarget): void {
  describe('the wire', () => {
    test('carries the fixed headers on every response [D8]', async () => {
      await using target = await makeTarget()
      const good = await get(target, payoutsPath)
      const rejected = await get(target, `${payoutsPath}?limit=0`)

      for (const { headers } of [good, rejected]) {
        expect(headers.get('X-Request-Id')).toBeTruthy()
        expect(headers.get('Cache-Control')).toBe('no-store')
        expect(headers.get('X-Affiliate-Schema-Version')).toBe('1')
        expect(headers.has('RateLimit')).toBe(true)
        expect(headers.has('RateLimit-Policy')).toBe(true)
      }
      expect(good.headers.get('Content-Type')).toMatch(/^application\/json/)
    })

    test('carries rejections as problem documents [D1]', async () => {
      await using target = await makeTarget()

      const response = await get(target, `${payoutsPath}?limit=0`)

      expect(response.headers.get('Content-Type')).toMatch(/^application\/problem\+json/)
      expect(await response.json()).toEqual({
        type: expect.stringMatching(/\/docs\/errors\/invalid_parameter$/),
        title: expect.any(String),
        detail: expect.any(String),
        status: 400,
        code: 'invalid_parameter',
        requestId: response.headers.get('X-Request-Id'),
        errors: [{ parameter: 'limit', code: expect.any(String), message: expect.any(String) }],
      })
    })

    test.each([
      ['', 200],
      ['limit=1', 200],
      ['limit=050', 400],
      ['limit=+5', 400],
      ['limit=51', 400],
      ['limit=5&limit=5', 400],
      ['sort=asc', 400],
      ['status=', 400],
      ['search=', 200],
      ['appId=', 200],
      ['appId=null', 200],
      ['currency=us', 400],
      ['from=2026-02-30', 400],
      ['from=2026-01-01T00:00:00', 400],
      ['from=2026-01-01&to=2026-01-01', 200],
      ['from=2026-01-02&to=2026-01-01', 400],
    ])('responds to the query %j with %i [D19] [D20] [D24] [D25]', async (query, status) => {
      await using target = await makeTarget()

      const response = await get(target, `${payoutsPath}?${query}`)

      expect(response.status).toBe(status)
      if (status === 400) expect(await response.json()).toMatchObject({ code: 'invalid_parameter' })
    })

    test('knows no other path and no other method [D4]', async () => {
      await using target = await makeTarget()
      const unknown = await get(target, '/api/affiliate-platform/v1/nothings')
      const wrongMethod = await send(target, payoutsPath, { method: 'DELETE' })

      for (const response of [unknown, wrongMethod]) {
        expect(response.status).toBe(404)
        expect(await response.json()).toMatchObject({ code: 'not_found' })
      }
      expect(wrongMethod.headers.get('Allow')).toContain('GET')
    })

    test('asks for a key, and takes none from the query [D2] [D28]', async () => {
      await using target = await makeTarget()
      const bare = await target.fetch(`${target.baseUrl}${payoutsPath}`)
      const inQuery = await target.fetch(`${target.baseUrl}${payoutsPath}?apiKey=${target.apiKeys.affiliate}`)

      for (const response of [bare, inQuery]) {
        expect(response.status).toBe(401)
        expect(response.headers.get('WWW-Authenticate')).toMatch(/^Bearer/)
        expect(await response.json()).toMatchObject({ code: 'missing_credential' })
      }
    })

    test('rejects the other kind of key everywhere [5-4]', async () => {
      await using target = await makeTarget()
      const { affiliate, workspace } = target.apiKeys
      const responses = [
        await get(target, payoutsPath, workspace),
        await send(target, '/api/identify', { method: 'POST', body: '{}', headers: bearer(affiliate) }),
      ]

      for (const response of responses) {
        expect(response.status).toBe(401)
        expect(await response.json()).toMatchObject({ code: 'invalid_credential' })
      }
    })

    test.each([
      ['no JSON', terms.slice(1), {}, 400, 'invalid_json'],
      ['another media type', terms, { 'Content-Type': 'text/plain' }, 415, 'unsupported_media_type'],
      ['65,537 bytes', terms.padEnd(65_537), {}, 413, 'body_too_large'],
      [
        'an idempotency key of 256 characters',
        terms,
        { 'Idempotency-Key': 'k'.repeat(256) },
        400,
        'invalid_idempotency_key',
      ],
    ])('rejects terms with %s [4.1-5] [D6] [D9]', async (_, body, headers, status, code) => {
      await using target = await makeTarget()

      const response = await patchTerms(target, target.membershipId, { body, headers })

      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ code })
    })

    test('accepts terms of 65,536 bytes, and without an idempotency key [4.1-5] [D9]', async () => {
      await using target = await makeTarget()

      const response = await patchTerms(target, target.membershipId, { body: terms.padEnd(65_536) })

      expect(response.status).toBe(200)
    })

    test('rejects a record id that is no UUID [D5]', async () => {
      await using target = await makeTarget()

      const response = await patchTerms(target, 'me', { body: terms })

      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        code: 'invalid_parameter',
        errors: [{ parameter: 'id' }],
      })
    })

    test.each([
      [{ myshopifyDomain: 'a.myshopify.com' }, 400, 'nothing_to_identify'],
      [{ myshopifyDomain: 'https://a.myshopify.com', country: 'Peru' }, 400, 'invalid_request'],
      [{ myshopifyDomain: 'a.myshopify.com', country: null }, 400, 'invalid_request'],
      [{ myshopifyDomain: 'a.myshopify.com', accessToken: 'shpat_1' }, 400, 'invalid_request'],
    ])('will not identify %o, with ok false [D1] [D30]', async (identification, status, code) => {
      await using target = await makeTarget()
      const headers = { ...bearer(target.apiKeys.workspace), 'Content-Type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(identification) }

      const response = await send(target, '/api/identify', init)

      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ ok: false, code })
    })
  })
}

const bearer = (apiKey: string) => ({ Authorization: `Bearer ${apiKey}` })

const send = (target: Target, path: string, init: RequestInit): Promise<Response> =>
  target.fetch(`${target.baseUrl}${path}`, { headers: bearer(target.apiKeys.affiliate), ...init })

const get = (target: Target, path: string, apiKey = target.apiKeys.affiliate): Promise<Response> =>
  send(target, path, { headers: bearer(apiKey) })

function patchTerms(
  target: Target,
  id: string,
  { body, headers = {} }: { readonly body: string; readonly headers?: Readonly<Record<string, string>> },
): Promise<Response> {
  return send(target, `/api/affiliate-platform/v1/memberships/${id}/terms`, {
    method: 'PATCH',
    headers: { ...bearer(target.apiKeys.affiliate), 'Content-Type': 'application/json', ...headers },
    body,
  })
}
