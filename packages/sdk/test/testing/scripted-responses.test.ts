import { AffiliateClient, type ClientOptions, IdentifyClient } from '@affiliate-platform/sdk'
import {
  createFakeService,
  type FakeService,
  responses,
  type ScriptedResponse,
} from '@affiliate-platform/sdk/testing'
import { setupServer } from 'msw/node'
import { describe, expect, test } from 'vitest'
import { errorOf } from '../error-of.ts'

const inOneMinute = new Date(Date.now() + 60_000)

const rows: readonly (readonly [response: ScriptedResponse, error: string, code: string])[] = [
  [responses.rejection('scope_denied'), 'PermissionError', 'scope_denied'],
  [responses.rejection('terms_rejected', { issues: [] }), 'TermsRejectedError', 'terms_rejected'],
  [responses.quotaExceeded(60), 'RateLimitError', 'quota_exceeded'],
  [responses.quotaExceeded(inOneMinute), 'RateLimitError', 'quota_exceeded'],
  [responses.quotaExceeded('soon'), 'RateLimitError', 'quota_exceeded'],
  [responses.quotaExceeded(null), 'RateLimitError', 'quota_exceeded'],
  [responses.status(503), 'ServerError', 'http_503'],
  [responses.html(502), 'ServerError', 'http_502'],
  [responses.malformedJson(), 'InvalidResponseError', 'malformed_json'],
  [responses.emptyBody(), 'InvalidResponseError', 'malformed_json'],
  [responses.noContent(), 'InvalidResponseError', 'malformed_json'],
  [responses.changed(({ items }) => ({ items })), 'InvalidResponseError', 'invalid_shape'],
  [responses.withHeaders({ 'Content-Type': 'text/html' }), 'InvalidResponseError', 'unexpected_media_type'],
  [responses.redirect('https://elsewhere.test/'), 'InvalidResponseError', 'unexpected_status'],
  [responses.networkError(), 'NetworkError', 'network_error'],
  [responses.hang(), 'TimeoutError', 'attempt_timeout'],
  [responses.stalledBody(), 'TimeoutError', 'attempt_timeout'],
]

const listPage = (service: FakeService, options: ClientOptions) =>
  new AffiliateClient({
    ...service.affiliateOptions,
    retries: 0,
    timeoutMs: 1000,
    ...options,
  }).payouts.listPage()

describe('a scripted response', () => {
  test.each(rows)('number %# ends in the right class', async (response, name, code) => {
    const service = createFakeService()
    service.script('listPayouts', response)

    expect(await errorOf(listPage(service, {}))).toMatchObject({ name, code })
    expect(await errorOf(listPage(service, {}))).toBeUndefined()
  })

  test.each(rows)('number %# does the same behind msw [D105]', async (response, name, code) => {
    const service = createFakeService()
    service.script('listPayouts', response)
    const server = setupServer(...service.handlers)
    server.listen({ onUnhandledFrame: 'error' })

    const error = await errorOf(listPage(service, { fetch: globalThis.fetch }))
    server.close()

    expect(error).toMatchObject({ name, code })
  })

  test('is for one operation alone, in order', async () => {
    const service = createFakeService()
    const identify = new IdentifyClient(service.identifyOptions)
    const identification = { myshopifyDomain: 'example.myshopify.com', country: 'Peru' }
    service.script('identify', responses.usual(), responses.notOk())

    expect(await errorOf(listPage(service, {}))).toBeUndefined()
    expect(await errorOf(identify.identify(identification))).toBeUndefined()
    expect(await errorOf(identify.identify(identification))).toMatchObject({ code: 'not_ok' })
  })

  test('with a code that the service does not have is a mistake of the test', async () => {
    const service = createFakeService()
    service.script('listPayouts', responses.rejection('no_such_code'))

    await expect(service.fetch(`${service.baseUrl}/api/affiliate-platform/v1/payouts`)).rejects.toThrow(
      RangeError,
    )
  })
})
