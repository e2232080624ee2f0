import { errorCatalogue, problemSchema } from '@affiliate-platform/contract'
import {
  type ListeningService,
  startTestService,
  validBody,
} from '@affiliate-platform/test-support/listening-service'
import { countWrites } from '@affiliate-platform/test-support/terms-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: ListeningService

beforeAll(async () => {
  service = await startTestService({ affiliateQuotaRequestsMax: 1000 })
})

afterAll(() => service.close())

async function exchange(text: string, options?: { readonly hasBody: boolean }) {
  const client = await service.connect()
  client.send(text)
  const response = await client.readResponse(options)
  return { ...response, client }
}

async function expectServed(): Promise<void> {
  expect((await fetch(`${service.server.baseUrl}/livez`)).status).toBe(200)
}

const host = 'Host: service.test'

test.each([
  ['no HTTP', 'hello\r\n\r\n', 'malformed_request'],
  [
    'a TLS greeting',
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
    'malformed_request',
  ],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'malformed_request'],
  ['no host', 'GET /livez HTTP/1.1\r\n\r\n', 'malformed_request'],
  ['two hosts [D68]', `GET /livez HTTP/1.1\r\n${host}\r\nHost: other.test\r\n\r\n`, 'malformed_request'],
  ['a header without a colon', `GET /livez HTTP/1.1\r\n${host}\r\nnonsense\r\n\r\n`, 'malformed_request'],
  [
    'a space before a colon',
    `GET /livez HTTP/1.1\r\n${host}\r\nContent-Length : 5\r\n\r\n`,
    'malformed_request',
  ],
  ['a NUL in a header', `GET /livez HTTP/1.1\r\n${host}\r\nX-A: a\u0000b\r\n\r\n`, 'malformed_request'],
  [
    'a bare line feed in a header',
    `GET /livez HTTP/1.1\r\n${host}\r\nX-A: a\n b\r\n\r\n`,
    'malformed_request',
  ],
  ['a refund length', `PATCH / HTTP/1.1\r\n${host}\r\nContent-Length: -1\r\n\r\n`, 'malformed_request'],
  [
    'two lengths',
    `PATCH / HTTP/1.1\r\n${host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    'malformed_request',
  ],
  [
    'a length and chunks',
    `PATCH / HTTP/1.1\r\n${host}\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'malformed_request',
  ],
  [
    'another transfer encoding',
    `PATCH / HTTP/1.1\r\n${host}\r\nTransfer-Encoding: gzip\r\n\r\nx`,
    'malformed_request',
  ],
  [
    'headers of 20,000 bytes',
    `GET /livez HTTP/1.1\r\n${host}\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
    'headers_too_large',
  ],
  ['a path of 20,000 bytes', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n\r\n`, 'headers_too_large'],
  ['a tunnel', `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n\r\n`, 'not_found'],
] as const)(
  'responds with %s with a problem document and closes [7] [D1] [D8] [D51]',
  async (_name, text, code) => {
    const response = await exchange(text)
    const { status, title } = errorCatalogue[code]
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const requestId = response.headers.get('x-request-id')
    expect(problemSchema.parse(JSON.parse(response.body))).toMatchObject({ code, status, title, requestId })
    await response.client.closed()
    await expectServed()
  },
)

test('responds to a malformed chunk and writes nothing', async () => {
  const before = await countWrites(service)
  const { status, client } = await exchange(`${service.termsHead('Transfer-Encoding: chunked')}zz\r\nabc\r\n`)
  expect(status).toBe(400)
  await client.closed()
  expect(await countWrites(service)).toEqual(before)
  await expectServed()
})

test('keeps the connection after rejections [D6]', async () => {
  const client = await service.connect()
  const requests: readonly (readonly [string, number])[] = [
    [`GET /nowhere HTTP/1.1\r\n${host}\r\n\r\n`, 404],
    [service.termsHead('Content-Length: 2').concat('{}'), 400],
    [service.termsHead('Content-Length: 5').replace('Bearer aff', 'Bearer x').concat('12345'), 401],
    [service.termsHead('Content-Length: 2').replace('application/json', 'text/plain').concat('{}'), 415],
    [service.termsHead(`Content-Length: ${validBody.length}`).concat(validBody), 200],
  ]
  for (const [text, status] of requests) {
    client.send(text)
    const response = await client.readResponse()
    expect(response.status).toBe(status)
    expect([text, response.headers.get('connection')]).toEqual([text, 'keep-alive'])
  }
  client.socket.destroy()
})

test('responds to pipelined requests in their order', async () => {
  const client = await service.connect()
  const livez = `GET /livez HTTP/1.1\r\n${host}\r\n\r\n`
  client.send(livez + service.termsHead(`Content-Length: ${validBody.length}`) + validBody + livez)
  expect((await client.readResponse()).body).toContain('alive')
  expect((await client.readResponse()).body).toContain('effectiveAt')
  expect((await client.readResponse()).body).toContain('alive')
  client.socket.destroy()
})

test('serves the first hundred of a flood of pipelined requests, and closes [D72]', async () => {
  const client = await service.connect()
  client.send(`GET /livez HTTP/1.1\r\n${host}\r\n\r\n`.repeat(50_000))
  let served = 0
  while ((await client.readResponse().catch(() => undefined))?.status === 200) served += 1
  await client.closed()
  // Some get their responses while others still arrive.
  expect(served).toBeGreaterThanOrEqual(100)
  expect(served).toBeLessThan(1000)
  await expectServed()
})

test('responds to HEAD with headers and no body', async () => {
  const { status, headers, client } = await exchange(`HEAD /livez HTTP/1.1\r\n${host}\r\n\r\n`, {
    hasBody: false,
  })
  expect(status).toBe(200)
  expect(Number(headers.get('content-length'))).toBeGreaterThan(0)
  client.send(`HEAD /api/affiliate-platform/v1/payouts HTTP/1.1\r\n${host}\r\n\r\n`)
  const rejected = await client.readResponse({ hasBody: false })
  expect(rejected.status).toBe(404)
  expect(rejected.headers.get('allow')).toBe('GET')
  client.socket.destroy()
})

test.each(['http://service.test', 'HTTP://other.example:81', 'https://x'])(
  'understands a target with scheme and host, such as %s',
  async (origin) => {
    const { status, client } = await exchange(`GET ${origin}/livez?x=1 HTTP/1.1\r\n${host}\r\n\r\n`)
    expect(status).toBe(200)
    client.socket.destroy()
  },
)

test.each([
  '*',
  '//',
  '/?',
  '/%',
  '/..',
  '/livez/../livez',
  '/livez#x',
  '/LIVEZ',
  '?',
  'http://service.test',
])('responds to the target %s with 404 [7]', async (target) => {
  const { status, client } = await exchange(`OPTIONS ${target} HTTP/1.1\r\n${host}\r\n\r\n`)
  expect([400, 404]).toContain(status)
  client.socket.destroy()
  await expectServed()
})

test('rejects an Idempotency-Key or a credential that is sent twice [D9]', async () => {
  const key = `Idempotency-Key: a\r\nIdempotency-Key: a\r\nContent-Length: ${validBody.length}`
  const twice = await exchange(service.termsHead(key) + validBody)
  expect([twice.status, JSON.parse(twice.body).code]).toEqual([400, 'invalid_idempotency_key'])
  twice.client.socket.destroy()

  const credential = `Authorization: Bearer ${service.keys.affiliate}\r\nContent-Length: ${validBody.length}`
  const two = await exchange(service.termsHead(credential) + validBody)
  expect([two.status, JSON.parse(two.body).code]).toEqual([401, 'missing_credential'])
  two.client.socket.destroy()
})

test('serves a client of HTTP/1.0', async () => {
  const { status, client } = await exchange('GET /livez HTTP/1.0\r\nExpect: 100-continue\r\n\r\n')
  expect(status).toBe(200)
  await client.closed()
})

test('ignores an upgrade that the service does not offer', async () => {
  const { status, client } = await exchange(
    `GET /livez HTTP/1.1\r\n${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  )
  expect(status).toBe(200)
  client.socket.destroy()
})
