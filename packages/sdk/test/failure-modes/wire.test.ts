import { brotliCompressSync, gzipSync } from 'node:zlib'
import { AffiliateClient } from '@affiliate-platform/sdk'
import { fakeApiKeys } from '@affiliate-platform/sdk/testing'
import { describe, expect, test } from 'vitest'
import { errorOf } from '../error-of.ts'
import { type Ending, type FailureMode, testFailureMode } from './failure-mode.ts'
import { goodPage, goodResponse, goodRow } from './good-response.ts'
import {
  type HostileResponse,
  hostileRequestId,
  resetBeforeHeaders,
  startHostileServer,
} from './hostile-server.ts'

const networkError = { error: 'NetworkError', code: 'network_error', isRetried: true }
const attemptTimeout = { error: 'TimeoutError', code: 'attempt_timeout', isRetried: true }
const unexpected = { error: 'InvalidResponseError', code: 'unexpected_status' }
const shortTimes = { timeoutMs: 300, totalTimeoutMs: 4000 }

const body = JSON.stringify(goodPage)
const jsonType = 'Content-Type: application/json'
const length = `Content-Length: ${body.length}`
const chunked = 'Transfer-Encoding: chunked'

/** The bytes of a response, past all that a server library would put right. */
const toBytes = (status: string, headers: readonly string[], text = body) =>
  [`HTTP/1.1 ${status}`, `X-Request-Id: ${hostileRequestId}`, ...headers, '', text].join('\r\n')

const raw =
  (bytes: string): HostileResponse =>
  ({ socket }) =>
    void socket.end(bytes)

/** Bytes, and then an open connection on which no more comes. */
const stall =
  (bytes: string): HostileResponse =>
  ({ socket }) =>
    void socket.write(bytes)

const broken = (name: string, bytes: string, ends: Ending = networkError): FailureMode => ({
  name,
  responses: [raw(bytes)],
  ends,
})

const stalled = (name: string, response: HostileResponse): FailureMode => ({
  name,
  responses: [response],
  ends: attemptTimeout,
  options: shortTimes,
  isRealTime: true,
})

const headerDrip: HostileResponse = ({ socket }) => {
  socket.write('HTTP/1.1 200 OK\r\nX-Drip: ')
  const timer = setInterval(() => socket.write('x'), 10)
  socket.on('close', () => clearInterval(timer))
}

const goodBytes = toBytes('200 OK', [jsonType, length])

const modes: readonly FailureMode[] = [
  broken('no HTTP', 'hello there\r\n\r\n'),
  broken('another version of HTTP', 'HTTP/2 200\r\n\r\n'),
  broken('a connection that ends without a byte', ''),
  broken('lines that end by half', goodBytes.replaceAll('\r\n', '\n')),
  broken('a byte of zero in a header', toBytes('200 OK', ['X: a\0b', jsonType, length])),
  broken('a header beyond measure', toBytes('200 OK', [`X: ${'x'.repeat(200_000)}`, length])),
  broken('headers without number', toBytes('200 OK', [...Array(20_000).fill('X: y'), length])),
  broken('two lengths', toBytes('200 OK', [jsonType, length, 'Content-Length: 5'])),
  broken('a length and chunks', toBytes('200 OK', [jsonType, length, chunked], `5\r\nabcde\r\n0\r\n\r\n`)),
  broken('a chunk of no size', toBytes('200 OK', [jsonType, chunked], 'zz\r\nabcde\r\n0\r\n\r\n'), {
    ...networkError,
    status: 200,
  }),
  broken('a chunk that is cut off', toBytes('200 OK', [jsonType, chunked], 'ff\r\n{"ite'), {
    ...networkError,
    status: 200,
  }),
  broken('a body shorter than its length', toBytes('200 OK', [jsonType, 'Content-Length: 9000']), {
    ...networkError,
    status: 200,
  }),
  broken('two content types', toBytes('200 OK', [jsonType, jsonType, length]), {
    error: 'InvalidResponseError',
    code: 'unexpected_media_type',
    status: 200,
  }),
  ...[300, 304, 600, 999].map((status) =>
    broken(`a status of ${status}`, toBytes(`${status} X`, ['Content-Length: 0'], ''), {
      ...unexpected,
      status,
    }),
  ),
  broken('a redirect to no URL', toBytes('302 Found', ['Location: http://[bad', 'Content-Length: 0'], ''), {
    ...unexpected,
    status: 302,
  }),
  ...['000', '199', '1000'].map((status) =>
    broken(`a status of ${status}`, toBytes(`${status} X`, [jsonType, length])),
  ),
  broken('100 that nobody asked for', `HTTP/1.1 100 Continue\r\n\r\n${goodBytes}`),
  broken('101 that nobody asked for', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'),
  stalled('102 without end', stall('HTTP/1.1 102 Processing\r\n\r\n')),
  stalled('headers that never end', headerDrip),
]

describe('bytes that are no proper HTTP', () => {
  for (const mode of modes) testFailureMode(mode)

  testFailureMode({
    name: '103 before the response changes nothing',
    responses: [raw(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${goodBytes}`)],
    operations: ['listPayouts'],
    ends: {},
  })

  testFailureMode({
    name: 'a connection that breaks once',
    responses: [resetBeforeHeaders, goodResponse],
    operations: ['listPayouts', 'saveTerms'],
    ends: { isRetried: true },
  })

  test('a further response behind the first is never used', async () => {
    const other = JSON.stringify({ items: [{ ...goodRow, name: 'Of others' }], nextCursor: null })
    const smuggled = toBytes('200 OK', [jsonType, `Content-Length: ${other.length}`], other)
    await using server = await startHostileServer([stall(`${goodBytes}${smuggled}`), goodResponse])
    const { payouts } = new AffiliateClient({ baseUrl: server.baseUrl, apiKey: fakeApiKeys.affiliate })

    expect(await payouts.listPage()).toEqual(goodPage)
    expect(await payouts.listPage()).toEqual(goodPage)
    expect(server.requests).toHaveLength(2)
  })
})

describe('a body that grows when it is unpacked', () => {
  const spaces = Buffer.alloc(64 * 1024 * 1024, ' ')
  test.each([
    ['gzip', gzipSync(spaces)],
    ['br', brotliCompressSync(spaces.subarray(0, 16 * 1024 * 1024))],
  ])('is not read to its end: %s', async (encoding, bytes) => {
    const bomb: HostileResponse = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': encoding }).end(bytes)
    }
    await using server = await startHostileServer([bomb])
    const { payouts } = new AffiliateClient({ baseUrl: server.baseUrl, apiKey: fakeApiKeys.affiliate })

    expect(bytes.length).toBeLessThan(100_000)
    expect(await errorOf(payouts.listPage())).toMatchObject({ code: 'response_too_large', attempts: 1 })
  })
})
