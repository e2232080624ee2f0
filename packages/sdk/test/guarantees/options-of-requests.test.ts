import { AffiliateClient, type ClientOptions, IdentifyClient } from '@affiliate-platform/sdk'
import {
  createFakeService,
  createFakeTime,
  fakeApiKeys,
  responses,
  withFakeTime,
} from '@affiliate-platform/sdk/testing'
import { describe, expect, test } from 'vitest'
import { errorOf } from '../error-of.ts'
import { expectNoCanary } from '../failure-modes/failure-mode.ts'
import { json, startHostileServer } from '../failure-modes/hostile-server.ts'

function start(options: ClientOptions = {}) {
  const service = createFakeService()
  const time = createFakeTime()
  const affiliate = new AffiliateClient(withFakeTime({ ...service.affiliateOptions, ...options }, time))
  const sent = (name: string) => service.requests.map(({ headers }) => headers[name])
  return { service, affiliate, sent }
}

describe('headers of the caller', () => {
  test('go with every attempt, those of the call first [D103]', async () => {
    const { affiliate, service, sent } = start({ headers: { 'X-Gateway': 'a', 'X-Region': 'eu' } })
    service.script('listPayouts', responses.status(503))

    await affiliate.payouts.listPage(
      {},
      { headers: new Headers({ traceparent: '00-1-2-01', 'x-gateway': 'b' }) },
    )
    await affiliate.payouts.listPage({}, { headers: { 'x-region': undefined } })

    expect(sent('x-gateway')).toEqual(['b', 'b', 'a'])
    expect(sent('x-region')).toEqual(['eu', 'eu', 'eu'])
    expect(sent('traceparent')).toEqual(['00-1-2-01', '00-1-2-01', undefined])
  })

  test.each([
    { authorization: 'Bearer x' },
    { 'Idempotency-Key': 'k' },
    { 'CONTENT-TYPE': 'text/plain' },
    { 'User-Agent': 'x' },
    { Host: 'x' },
    { 'Transfer-Encoding': 'chunked' },
    { 'a b': '1' },
    { a: 'line\nbreak' },
    { a: 'Ω' },
    { a: 1 as unknown as string },
  ])('cannot be %o, for a client or a call [D103]', async (headers) => {
    const { affiliate, service } = start()

    const error = await errorOf(
      affiliate.payouts.listPage({}, { headers: headers as Record<string, string> }),
    )
    expect(error).toMatchObject({ kind: 'configuration', code: 'invalid_option' })
    expect(() => start({ headers: headers as Record<string, string> })).toThrow(/header/)
    expect(service.requests).toEqual([])
  })

  test('are taken out where a server echoes them, but not out of a code [D103]', async () => {
    const echo = { code: 'invalid_request', detail: 'gateway-secret-1 and call-secret-2', errors: [] }
    await using server = await startHostileServer([json(400, echo)])
    const headers = { 'X-Gateway-Token': 'gateway-secret-1', 'X-Short': 'req' }
    const affiliate = new AffiliateClient({ baseUrl: server.baseUrl, apiKey: fakeApiKeys.affiliate, headers })

    const error = await errorOf(affiliate.payouts.listPage({}, { headers: { 'X-Call': 'call-secret-2' } }))

    expect(error).toMatchObject({ code: 'invalid_request' })
    expect(JSON.stringify(error)).not.toContain('secret')
  })
})

describe('a key that a function gives', () => {
  const { affiliate: apiKey, workspace } = fakeApiKeys

  test('is asked for before each attempt [D27, D103]', async () => {
    let asked = 0
    const readKey = async () => {
      asked += 1
      return apiKey
    }
    const { affiliate, service, sent } = start({ apiKey: readKey })
    service.script('listPayouts', responses.status(503))
    expect(asked).toBe(0)

    await affiliate.payouts.listPage()

    expect(asked).toBe(2)
    expect(sent('authorization')).toEqual([`Bearer ${apiKey}`, `Bearer ${apiKey}`])
  })

  test('ends the call with its own error, that is not retried [D103]', async () => {
    const cause = new Error('The vault is sealed.')
    const readKey = () => {
      throw cause
    }
    const { affiliate, service } = start({ apiKey: readKey })

    expect(await errorOf(affiliate.payouts.listPage())).toMatchObject({
      kind: 'configuration',
      code: 'faulty_api_key',
      operation: 'listPayouts',
      attempts: 0,
      cause,
    })
    expect(service.requests).toEqual([])
  })

  test.each([workspace, apiKey.slice(1), 42 as unknown as string])(
    'must be of the right kind [D103, 5-4]',
    async (wrong) => {
      const { affiliate } = start({ apiKey: () => wrong })

      const error = await errorOf(affiliate.payouts.listPage())

      expect(error).toMatchObject({ code: 'wrong_api_key', attempts: 0 })
      expectNoCanary(error as never)
    },
  )

  test('must come in the time of an attempt, and an abort ends the wait [D103]', async () => {
    const { affiliate } = start({ apiKey: () => new Promise(() => undefined), timeoutMs: 30 })
    const controller = new AbortController()

    expect(await errorOf(affiliate.payouts.listPage())).toMatchObject({
      code: 'attempt_timeout',
      attempts: 0,
    })
    const reading = errorOf(affiliate.payouts.listPage({}, { timeoutMs: 60_000, signal: controller.signal }))
    controller.abort('left')
    expect(await reading).toMatchObject({ kind: 'aborted', cause: 'left', attempts: 0 })
  })

  test('is never shown, though each attempt has another one [D103]', async () => {
    await using server = await startHostileServer([
      (request, response, body) =>
        json(400, { code: 'invalid_request', detail: request.headers.authorization })(
          request,
          response,
          body,
        ),
    ])
    const affiliate = new AffiliateClient({ baseUrl: server.baseUrl, apiKey: async () => apiKey })

    expectNoCanary((await errorOf(affiliate.payouts.listPage())) as never)
  })
})

describe('a client with other options', () => {
  test('keeps the rest, joins headers, and leaves the first one alone [D103]', async () => {
    const { affiliate, service, sent } = start({ headers: { 'X-A': '1', 'X-B': '1' } })
    const other = affiliate.withOptions({ headers: { 'x-b': '2' }, retries: 0 })
    service.script('listPayouts', responses.status(503))

    expect(await errorOf(other.payouts.listPage())).toMatchObject({ kind: 'server', attempts: 1 })
    await affiliate.payouts.listPage()

    expect(sent('x-a')).toEqual(['1', '1'])
    expect(sent('x-b')).toEqual(['2', '1'])
    expect(() => affiliate.withOptions({ retries: 99 })).toThrow(/retries/)
    expect(new IdentifyClient(service.identifyOptions).withOptions({ retries: 0 })).toBeInstanceOf(
      IdentifyClient,
    )
  })

  test('names its app in the User-Agent, as one word [D103]', async () => {
    const { affiliate, sent } = start({ appInfo: { name: 'my-app', version: '1.2.0' } })

    await affiliate.payouts.listPage()
    await affiliate.withOptions({ appInfo: { name: 'other' } }).payouts.listPage()

    expect(sent('user-agent')[0]).toMatch(/^affiliate-platform-sdk\/\S+ node\/\S+ my-app\/1\.2\.0$/)
    expect(sent('user-agent')[1]).toMatch(/ other$/)
    for (const name of ['', 'my app', 'a\n', 'Ω'])
      expect(() => start({ appInfo: { name } })).toThrow(/appInfo/)
  })
})
