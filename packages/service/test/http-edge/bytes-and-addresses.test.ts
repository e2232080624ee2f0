import { defineOperation } from '@affiliate-platform/contract'
import {
  createMemoryQuota,
  createServer,
  type PlainRequest,
  type PlainResponse,
  toFetch,
} from '@affiliate-platform/contract/server'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { startServer } from '../../src/start-server.ts'

const bytes = new Uint8Array([0, 255, 128, 10, 13])
const headers = { 'Content-Type': 'font/woff2', 'Cache-Control': 'public, max-age=60' }

const handle = async (request: PlainRequest): Promise<PlainResponse> => ({
  status: 200,
  headers: { ...headers, 'X-Seen': String(request.remoteAddress()) },
  body: bytes,
})

async function expectBytes(response: Response, seen: string) {
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...{ 'content-type': 'font/woff2', 'cache-control': 'public, max-age=60', 'x-seen': seen },
  })
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
}

test('both edges send bytes and cache headers as they are, and a socket knows its client [D8]', async () => {
  const server = await startServer({ handle, announceStop: () => {} }, { host: '127.0.0.1', port: 0 })
  const response = await fetch(server.baseUrl)
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  await expectBytes(response, '127.0.0.1')
  await server.stop(0)

  await expectBytes(await toFetch(handle)(new Request('https://affiliates.test/')), 'undefined')
})

test('an operation may say how long its response is kept; nobody keeps any other [D8]', async () => {
  const read = { method: 'GET', sources: ['session'], response: z.object({}) } as const
  const respond = createServer({
    operations: {
      kept: defineOperation({ ...read, id: 'kept', path: '/kept' }),
      fresh: defineOperation({ ...read, id: 'fresh', path: '/fresh' }),
    },
    handlers: {
      kept: async () => ({ value: {}, headers: { 'Cache-Control': 'private, max-age=60' } }),
      fresh: async () => ({ value: {} }),
    },
    authenticators: [
      async () => ({
        ...{ workspaceId: '', id: '', actor: 'member:', lineageId: '', requestsMax: 9, scopes: [] },
        ...{ source: 'session', reach: { kind: 'workspace' } },
      }),
    ],
    quota: createMemoryQuota(() => 0),
    open: () => undefined,
  })
  const cacheOf = async (path: string) =>
    (await toFetch(respond)(new Request(`https://affiliates.test${path}`))).headers.get('cache-control')

  expect(await cacheOf('/kept')).toBe('private, max-age=60')
  expect(await cacheOf('/fresh')).toBe('no-store')
  expect(await cacheOf('/nothing')).toBe('no-store')
})
