import { AffiliateClient, type ClientOptions, IdentifyClient, parseMoney } from '@affiliate-platform/sdk'
import { createFakeService, fakeApiKeys, fakeIds } from '@affiliate-platform/sdk/testing'
import { describe, expect, test } from 'vitest'
import { errorOf } from '../error-of.ts'
import { expectNoCanary } from './failure-mode.ts'
import { goodPage } from './good-response.ts'
import { type HostileResponse, json, startHostileServer } from './hostile-server.ts'

const uuid = '019a2b3c-0000-7000-8000-000000000001'

describe('what the caller sends changes no error code', () => {
  test.each(['val', 'inv', 'curs', 'cursor', 'invalid_cursor'])('a search for %j', async (search) => {
    const service = createFakeService()
    const affiliate = new AffiliateClient(service.affiliateOptions)

    const error = await errorOf(affiliate.payouts.listPage({ search, cursor: 'abc' }))

    expect(error).toMatchObject({ code: 'invalid_cursor', body: { code: 'invalid_cursor' } })
  })

  test('an owner whose name is in a code, a pointer, a parameter and a request id', async () => {
    const problem = {
      code: 'invalid_request',
      detail: 'Ali is no name',
      requestId: uuid,
      errors: [{ pointer: '/validFrom', parameter: 'validFrom', code: 'invalid_format', message: 'Not Ali' }],
    }
    const response: HostileResponse = json(400, problem, { 'X-Request-Id': uuid })
    const identification = { myshopifyDomain: 'a.myshopify.com', ownerName: 'Ali', phone: '019' }

    const error = await identifyWith(response, identification)

    expect(error).toMatchObject({
      code: 'invalid_request',
      requestId: uuid,
      issues: [
        { pointer: '/validFrom', parameter: 'validFrom', code: 'invalid_format', message: 'Not [redacted]' },
      ],
      body: { ...problem, detail: '[redacted] is no name', errors: [{ code: 'invalid_format' }] },
    })
    expect(String(error)).toContain('[redacted] is no name (400 invalid_request)')
  })

  test('but a token, an e-mail or a name in their place is taken out', async () => {
    const accessToken = 'tokentokentoken'
    const secrets = { accessToken, email: 'zoe@example.com', ownerName: 'Zoe', appId: fakeIds.appId }
    const problem = {
      code: accessToken,
      requestId: 'Zoe',
      errors: [{ pointer: '/zoe@example.com', parameter: 'Zoe', code: accessToken, message: 'm' }],
      'zoe@example.com': 1,
    }
    const response: HostileResponse = json(400, problem, { 'X-Request-Id': accessToken })

    const error = await identifyWith(response, { myshopifyDomain: 'a.myshopify.com', ...secrets })

    expect(error).toMatchObject({ code: 'http_400', requestId: '[redacted]' })
    expect(JSON.stringify(error)).not.toMatch(/token(?!\w*_)|zoe/i)
  })
})

describe('messages', () => {
  test('hold no control characters of the server', async () => {
    const detail = 'a\u001b[2J\r\nFAKE LOG LINE\u2028b\u202ec'
    const problem = { code: 'x_y', detail, errors: [{ code: 'c', message: 'm\r\nn', pointer: '/a' }] }
    const error = await identifyWith(json(400, problem), {
      myshopifyDomain: 'a.myshopify.com',
      country: 'Peru',
    })

    expect(String(error)).toContain('a [2J FAKE LOG LINE b c (400 x_y)')
    expect(error).toHaveProperty('issues.0.message', 'm n')
  })

  test('hold no secret that a control character was hiding', async () => {
    const problem = { code: 'x_y', detail: 'You are Zoë\nCanary.' }
    const shop = { myshopifyDomain: 'a.myshopify.com', ownerName: 'Zoë Canary' }

    expect(String(await identifyWith(json(400, problem), shop))).toContain('You are [redacted].')
  })
})

describe('a fetch that is at fault is named', () => {
  const text = JSON.stringify(goodPage)
  const used = new Response(text)
  void used.text()
  const fetches: Readonly<Record<string, () => unknown>> = {
    'gives nothing': () => undefined,
    'gives an imitation': () => ({ ok: true, status: 200, headers: new Headers(), json: () => goodPage }),
    'gives a response of another kind': () => ({
      ...used,
      ok: true,
      headers: new Headers(),
      body: { pipe: 1 },
    }),
    'gives a response that was read before': () => used,
    'throws a TypeError of its own': () => (undefined as unknown as string).length,
    'throws a ReferenceError': () => {
      throw new ReferenceError('x is not defined')
    },
  }
  test.each(Object.entries(fetches))('and not called again: one that %s', async (_, response) => {
    let calls = 0
    const fetch = async () => {
      calls += 1
      return response() as Response
    }

    const error = await listPageWith({ fetch })

    expect(error).toMatchObject({
      name: 'ConfigurationError',
      code: 'faulty_fetch',
      operation: 'listPayouts',
    })
    expect(calls).toBe(1)
  })

  test('one that throws an error of its own is named by its class, and by nothing that it says [D182]', async () => {
    class SignerError extends Error {
      override readonly name = fakeApiKeys.affiliate
    }
    const fetch = async () => {
      throw new SignerError(`The key ${fakeApiKeys.affiliate} cannot sign.`, { cause: fakeApiKeys.affiliate })
    }

    const error = await listPageWith({ fetch, retries: 0 })

    expect(error).toMatchObject({ name: 'NetworkError', code: 'network_error', reason: 'SignerError' })
    expect(String(error)).toContain('(SignerError)')
    expectNoCanary(error as never)
  })

  test('a body that is not compressed as its header says is a broken response, and not asked for again', async () => {
    const lie: HostileResponse = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(text)
    }
    await using server = await startHostileServer([lie])

    const error = await listPageWith({ baseUrl: server.baseUrl, fetch: undefined })

    expect(error).toMatchObject({ name: 'InvalidResponseError', code: 'unreadable_body' })
    expect(server.requests).toHaveLength(1)
  })

  test.each(['', 'c'.repeat(1501)])(
    'a cursor that nobody can send back is the fault of the service',
    async (nextCursor) => {
      await using server = await startHostileServer([json(200, { ...goodPage, nextCursor })])

      const error = await listPageWith({ baseUrl: server.baseUrl, fetch: undefined })

      expect(error).toMatchObject({ name: 'InvalidResponseError', issues: [{ pointer: '/nextCursor' }] })
    },
  )
})

describe('options are checked when the code runs', () => {
  const wrong: readonly (readonly [options: object, name: string])[] = [
    [{ maxRetries: 3 }, 'maxRetries'],
    [{ timeoutMs: '500' }, 'timeoutMs'],
    [{ retries: '1' }, 'retries'],
  ]
  test.each([
    ...wrong,
    [{ observer: 5 }, 'observer'],
    [{ fetch: 5 }, 'fetch'],
    [{ strict: 'yes' }, 'strict'],
    [{ apiKey: 5 }, 'apiKey'],
    [{ baseUrl: 5 }, 'baseUrl'],
  ] as const)('%o of a client', (options, name) => {
    const { affiliateOptions } = createFakeService()
    expect(() => new AffiliateClient({ ...affiliateOptions, ...options } as ClientOptions)).toThrow(name)
  })

  test.each([...wrong, [{ signal: {} }, 'signal'], [{ idempotencykey: 'a' }, 'idempotencykey']] as const)(
    '%o of a call',
    async (options, name) => {
      const service = createFakeService()
      const error = await errorOf(
        new AffiliateClient(service.affiliateOptions).payouts.listPage({}, options as object),
      )

      expect(error).toMatchObject({ name: 'ConfigurationError', code: 'invalid_option' })
      expect(String(error)).toContain(name)
      expect(service.requests).toEqual([])
    },
  )

  test('an amount that is a number is no text of an amount', () => {
    expect(() => parseMoney(19.99 as unknown as string, 'EUR')).toThrow(RangeError)
  })
})

async function listPageWith(options: ClientOptions): Promise<unknown> {
  const baseUrl = 'https://affiliates.test'
  return await errorOf(
    new AffiliateClient({ baseUrl, apiKey: fakeApiKeys.affiliate, ...options }).payouts.listPage(),
  )
}

async function identifyWith(response: HostileResponse, identification: object): Promise<unknown> {
  await using server = await startHostileServer([response])
  const client = new IdentifyClient({ baseUrl: server.baseUrl, apiKey: fakeApiKeys.workspace })
  return await errorOf(client.identify(identification as never))
}
