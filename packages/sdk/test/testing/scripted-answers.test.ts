import { AffiliateClient, type ClientOptions, IdentifyClient } from '@affiliate-platform/sdk'
import {
  answers,
  createFakeService,
  type FakeService,
  type ScriptedAnswer,
} from '@affiliate-platform/sdk/testing'
import { setupServer } from 'msw/node'
import { describe, expect, test } from 'vitest'
import { errorOf } from '../error-of.ts'

const inOneMinute = new Date(Date.now() + 60_000)

const rows: readonly (readonly [answer: ScriptedAnswer, error: string, code: string])[] = [
  [answers.refusal('scope_denied'), 'PermissionError', 'scope_denied'],
  [answers.refusal('terms_rejected', { issues: [] }), 'TermsRejectedError', 'terms_rejected'],
  [answers.quotaExceeded(60), 'RateLimitError', 'quota_exceeded'],
  [answers.quotaExceeded(inOneMinute), 'RateLimitError', 'quota_exceeded'],
  [answers.quotaExceeded('soon'), 'RateLimitError', 'quota_exceeded'],
  [answers.quotaExceeded(null), 'RateLimitError', 'quota_exceeded'],
  [answers.status(503), 'ServerError', 'http_503'],
  [answers.html(502), 'ServerError', 'http_502'],
  [answers.malformedJson(), 'InvalidResponseError', 'malformed_json'],
  [answers.emptyBody(), 'InvalidResponseError', 'malformed_json'],
  [answers.noContent(), 'InvalidResponseError', 'malformed_json'],
  [answers.changed(({ items }) => ({ items })), 'InvalidResponseError', 'invalid_shape'],
  [answers.withHeaders({ 'Content-Type': 'text/html' }), 'InvalidResponseError', 'unexpected_media_type'],
  [answers.redirect('https://elsewhere.test/'), 'InvalidResponseError', 'unexpected_status'],
  [answers.networkError(), 'NetworkError', 'network_error'],
  [answers.hang(), 'TimeoutError', 'attempt_timeout'],
  [answers.stalledBody(), 'TimeoutError', 'attempt_timeout'],
]

const listPage = (service: FakeService, options: ClientOptions) =>
  new AffiliateClient({
    ...service.affiliateOptions,
    retries: 0,
    timeoutMs: 1000,
    ...options,
  }).payouts.listPage()

describe('a scripted answer', () => {
  test.each(rows)('number %# ends in the right class', async (answer, name, code) => {
    const service = createFakeService()
    service.script('listPayouts', answer)

    expect(await errorOf(listPage(service, {}))).toMatchObject({ name, code })
    expect(await errorOf(listPage(service, {}))).toBeUndefined()
  })

  test.each(rows)('number %# does the same behind msw [D105]', async (answer, name, code) => {
    const service = createFakeService()
    service.script('listPayouts', answer)
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
    service.script('identify', answers.usual(), answers.notOk())

    expect(await errorOf(listPage(service, {}))).toBeUndefined()
    expect(await errorOf(identify.identify(identification))).toBeUndefined()
    expect(await errorOf(identify.identify(identification))).toMatchObject({ code: 'not_ok' })
  })

  test('with a code that the service does not have is a mistake of the test', async () => {
    const service = createFakeService()
    service.script('listPayouts', answers.refusal('no_such_code'))

    await expect(service.fetch(`${service.baseUrl}/api/affiliate-platform/v1/payouts`)).rejects.toThrow(
      RangeError,
    )
  })
})
