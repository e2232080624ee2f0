import { once } from 'node:events'
import { createServer } from 'node:net'
import type { PlainRequest } from '@affiliate-platform/contract/server'
import { createGate } from '@affiliate-platform/test-support/gate'
import {
  type ListeningService,
  startTestService,
  validBody,
} from '@affiliate-platform/test-support/listening-service'
import { connectRaw } from '@affiliate-platform/test-support/raw-client'
import { countWrites } from '@affiliate-platform/test-support/terms-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpServer, type Timeouts } from '../../src/http/node-edge.ts'
import { startServer } from '../../src/start-server.ts'

let service: ListeningService

beforeAll(async () => {
  service = await startTestService()
})

afterAll(() => service.close())

const livez = () => fetch(`${service.server.baseUrl}/livez`)

test('serves others while many clients dawdle over headers and bodies', async () => {
  const dawdlers = await Promise.all(Array.from({ length: 200 }, () => service.connect()))
  for (const [index, client] of dawdlers.entries()) {
    client.send(
      index % 2 === 0 ? 'GET /livez HTTP/1.1\r\nHost: x' : `${service.termsHead('Content-Length: 500')}{`,
    )
  }
  expect((await livez()).status).toBe(200)
  for (const { socket } of dawdlers) socket.destroy()
  expect((await livez()).status).toBe(200)
})

test('survives clients that disconnect at any point, and writes nothing of them', async () => {
  const before = await countWrites(service)
  const text = service.termsHead(`Content-Length: ${validBody.length}`) + validBody
  for (let sentBytes = 0; sentBytes < text.length; sentBytes += 23) {
    const client = await service.connect()
    client.send(text.slice(0, sentBytes))
    if (sentBytes % 2 === 0) client.socket.resetAndDestroy()
    else client.socket.destroy()
  }
  expect((await livez()).status).toBe(200)
  expect(await countWrites(service)).toEqual(before)
})

test('survives clients that leave before their response', async () => {
  const text = service.termsHead(`Content-Length: ${validBody.length}`) + validBody
  for (let count = 0; count < 20; count += 1) {
    const client = await service.connect()
    client.socket.write(text, () => client.socket.resetAndDestroy())
    await client.closed()
  }
  expect((await livez()).status).toBe(200)
})

const timeouts: Timeouts = { headersMs: 50, requestMs: 100, idleMs: 5000, drainMs: 50 }

async function listen(handle: Parameters<typeof createHttpServer>[0]) {
  const server = createHttpServer(handle, timeouts)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { server, port }
}

test.each([
  ['its headers', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ['its body', 'PATCH / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n1'],
])('gives up on a client that never finishes %s, and says so [D51]', async (_name, text) => {
  const { server, port } = await listen(async (request) => {
    await request.readBody(100)
    return { status: 200, headers: {}, body: '' }
  })
  const client = await connectRaw(port)
  client.send(text)
  const response = await client.readResponse()
  expect(response.status).toBe(408)
  expect(JSON.parse(response.body)).toMatchObject({ code: 'request_timeout', status: 408 })
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  await client.closed()
  server.close()
})

test('notices a client that went away before its body was read', async () => {
  const gate = createGate()
  const outcome = createGate<unknown>()
  const arrived = createGate()
  const { server, port } = await listen(async (request: PlainRequest) => {
    arrived.open()
    await gate.promise
    await request.readBody(100).then(outcome.open, outcome.open)
    return { status: 200, headers: {}, body: '' }
  })
  const connected = once(server, 'connection')
  const client = await connectRaw(port)
  const [connection] = await connected
  client.send('PATCH / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n1')
  await arrived.promise
  const disconnected = new Promise((resolve) => connection.once('close', resolve))
  client.socket.resetAndDestroy()
  await disconnected
  gate.open()
  expect(await outcome.promise).toMatchObject({ code: 'invalid_json' })
  server.close()
})

test('ends a connection whose handler fails in an unforeseen way, and lives on', async () => {
  const { server, port } = await listen(async ({ target }) => {
    if (target === '/fail') throw new Error('unforeseen')
    return { status: 200, headers: {}, body: 'fine' }
  })
  const client = await connectRaw(port)
  client.send('GET /fail HTTP/1.1\r\nHost: x\r\n\r\n')
  await client.closed()
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('fine')
  server.closeAllConnections()
  server.close()
})

test('rejects when its port is taken', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const address = blocker.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await expect(startServer(service.app, { host: '127.0.0.1', port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  blocker.close()
})
