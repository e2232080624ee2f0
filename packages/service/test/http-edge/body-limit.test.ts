import { problemSchema } from '@affiliate-platform/contract'
import {
  type ListeningService,
  startTestService,
  validBody,
} from '@affiliate-platform/test-support/listening-service'
import type { RawResponse } from '@affiliate-platform/test-support/raw-client'
import { countWrites } from '@affiliate-platform/test-support/terms-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'

const bodyBytesMax = 65_536

let service: ListeningService

beforeAll(async () => {
  service = await startTestService()
})

afterAll(() => service.close())

function expectTooLarge({ status, headers, body }: RawResponse): void {
  expect(status).toBe(413)
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(problemSchema.parse(JSON.parse(body)).code).toBe('body_too_large')
}

/** A body in HTTP chunks of a size. */
function toChunked(body: string, chunkBytes: number): string {
  let encoded = ''
  for (let start = 0; start < body.length; start += chunkBytes) {
    const chunk = body.slice(start, start + chunkBytes)
    encoded += `${chunk.length.toString(16)}\r\n${chunk}\r\n`
  }
  return `${encoded}0\r\n\r\n`
}

test('accepts 65,536 bytes with a declared length [4.1-5]', async () => {
  const client = await service.connect()
  client.send(service.termsHead(`Content-Length: ${bodyBytesMax}`) + validBody.padEnd(bodyBytesMax))
  expect((await client.readResponse()).status).toBe(200)
  client.socket.destroy()
})

test.each([1, 7, 1024, bodyBytesMax])(
  'accepts 65,536 bytes in chunks of %i [4.1-5] [D6]',
  async (chunkBytes) => {
    const client = await service.connect()
    const body = chunkBytes === 1 ? validBody : validBody.padEnd(bodyBytesMax)
    client.send(service.termsHead('Transfer-Encoding: chunked') + toChunked(body, chunkBytes))
    expect((await client.readResponse()).status).toBe(200)
    client.socket.destroy()
  },
)

test('rejects 65,537 bytes by their declared length alone [4.1-5] [D6]', async () => {
  const before = await countWrites(service)
  const client = await service.connect()
  client.send(service.termsHead(`Content-Length: ${bodyBytesMax + 1}`))
  expectTooLarge(await client.readResponse())
  client.socket.destroy()
  expect(await countWrites(service)).toEqual(before)
})

test.each([
  ['serves the next request on the connection of', 1024 * 1024, 'keep-alive'],
  ['closes the connection of', 1024 * 1024 + 1, 'close'],
])('%s a rejected body of %i bytes', async (_what, bytes, connection) => {
  const client = await service.connect()
  client.send(`${service.termsHead(`Content-Length: ${bytes}`)}${'x'.repeat(bytes)}`)
  const response = await client.readResponse()
  expectTooLarge(response)
  expect(response.headers.get('connection')).toBe(connection)
  if (connection === 'keep-alive') {
    client.send(`${service.termsHead(`Content-Length: ${validBody.length}`)}${validBody}`)
    expect((await client.readResponse()).status).toBe(200)
  }
  client.socket.destroy()
})

test('rejects 65,537 bytes in chunks [4.1-5] [D6]', async () => {
  const before = await countWrites(service)
  const client = await service.connect()
  client.send(
    service.termsHead('Transfer-Encoding: chunked') + toChunked(validBody.padEnd(bodyBytesMax + 1), 4096),
  )
  expectTooLarge(await client.readResponse())
  client.socket.destroy()
  expect(await countWrites(service)).toEqual(before)
})

test('rejects an endless chunked body as soon as the limit is passed [D6]', async () => {
  const client = await service.connect()
  client.send(service.termsHead('Transfer-Encoding: chunked'))
  const chunk = `1000\r\n${' '.repeat(4096)}\r\n`
  for (let sent = 0; sent < 17; sent += 1) client.send(chunk)
  expectTooLarge(await client.readResponse())
  client.socket.destroy()
})

test.each([
  ['a declared length', (bytes: number) => `Content-Length: ${bytes}`],
  ['chunks', () => 'Transfer-Encoding: chunked'],
])('responds to a client that is still sending 10 MB with %s [D6]', async (_name, header) => {
  const bytes = 10_000_000
  const client = await service.connect()
  client.send(service.termsHead(header(bytes)))
  if (header(bytes).startsWith('Transfer')) client.send(`${bytes.toString(16)}\r\n`)
  client.send(Buffer.alloc(bytes, ' '))
  expectTooLarge(await client.readResponse())
  // A reset can destroy a response that the client has not read yet.
  expect(await client.closed()).toBeUndefined()
})

test('responds to a client that sends everything before it reads [D6]', async () => {
  const client = await service.connect()
  client.socket.pause()
  client.send(service.termsHead('Content-Length: 3000000'))
  await new Promise<void>((resolve) => {
    client.socket.write(Buffer.alloc(3_000_000, ' '), () => resolve())
  })
  client.socket.resume()
  expectTooLarge(await client.readResponse())
  client.socket.destroy()
})

test('asks for the body of a client that waits to be asked [4.1]', async () => {
  const client = await service.connect()
  client.send(service.termsHead(`Content-Length: ${validBody.length}`, 'Expect: 100-continue'))
  await client.waitFor('HTTP/1.1 100 Continue\r\n\r\n')
  client.send(validBody)
  expect((await client.readResponse()).status).toBe(200)
  client.socket.destroy()
})

test.each([
  [
    'too long',
    413,
    (head: string) => head.replace(/Content-Length: \d+/, `Content-Length: ${bodyBytesMax + 1}`),
  ],
  ['of the wrong type', 415, (head: string) => head.replace('application/json', 'text/plain')],
  ['without a valid key', 401, (head: string) => head.replace('Bearer aff_', 'Bearer aff')],
  [
    'compressed',
    415,
    (head: string) => head.replace('Content-Type', 'Content-Encoding: gzip\r\nContent-Type'),
  ],
])('never asks for a body that is %s [D7]', async (_name, status, change) => {
  const client = await service.connect()
  client.send(change(service.termsHead(`Content-Length: ${validBody.length}`, 'Expect: 100-continue')))
  await client.waitFor('HTTP/1.1 ')
  client.socket.destroy()
  // The first status line is the rejection, not 100 Continue.
  const again = await service.connect()
  again.send(change(service.termsHead(`Content-Length: ${validBody.length}`, 'Expect: 100-continue')))
  await again.waitFor(`HTTP/1.1 ${status}`)
  again.socket.destroy()
})

test('reads the body of a client with another expectation', async () => {
  const client = await service.connect()
  client.send(service.termsHead(`Content-Length: ${validBody.length}`, 'Expect: kindness') + validBody)
  expect((await client.readResponse()).status).toBe(200)
  client.socket.destroy()
})
