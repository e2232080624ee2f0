import { operations } from '@affiliate-platform/contract'
import { type ListeningService, startTestService } from '@affiliate-platform/test-support/listening-service'
import { expectProblem } from '@affiliate-platform/test-support/problem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { connectMcp } from './mcp-client.ts'

let service: ListeningService

beforeAll(async () => {
  service = await startTestService()
})

afterAll(() => service.close())

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

const post = (json: unknown, { key = service.keys.mcp, headers = {} } = {}) =>
  service.fetch('/mcp', { method: 'POST', key, json, headers })

test('responds as JSON, with request id and quota, and no session [D132]', async () => {
  const response = await post(ping)

  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  expect(response.headers.get('ratelimit-policy')).toBe('"credential";q=1200;w=60')
  expect(response.headers.get('mcp-session-id')).toBeNull()
  expect(await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({ status: 202 })
})

test.each(['affiliate', 'affiliateRevoked', 'workspace', 'installBridge'] as const)(
  'is closed to the key %s [5-4] [D27]',
  async (name) => {
    await expectProblem(await post(ping, { key: service.keys[name] }), 'invalid_credential')
  },
)

test('an MCP key opens nothing else [5-4] [D27]', async () => {
  const others = Object.values(operations)
  for (const { method, path } of others) {
    const url = path.replace(':id', service.ids.membershipId)
    await expectProblem(await service.fetch(url, { method, key: service.keys.mcp }), 'invalid_credential')
  }
  expect(others.length).toBeGreaterThan(3)
})

test.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])(
  'has no %s: 405, as the protocol asks [D132]',
  async (method) => {
    const response = await service.fetch('/mcp', { method, key: service.keys.mcp })

    expect(response.headers.get('allow')).toBe('POST')
    await expectProblem(response, 'method_not_allowed')
  },
)

test.each([
  ['the host of another site', { Host: 'evil.example' }],
  ['a host that only looks like this machine', { Host: 'localhost.evil.example:4010' }],
  ['a malformed host', { Host: 'a b' }],
  ['the page of another site', { Host: 'localhost:4010', Origin: 'https://evil.example' }],
  ['a page without an origin', { Host: 'localhost:4010', Origin: 'null' }],
  ['a host with a user', { Host: 'evil@localhost' }],
  ['the page of another port', { Host: 'localhost:4010', Origin: 'http://localhost:3000' }],
  ['an extension of a browser', { Host: 'localhost:4010', Origin: 'chrome-extension://localhost:4010' }],
])('rejects %s [D132]', async (_what, headers) => {
  await expectProblem(await post(ping, { headers }), 'access_denied')
})

test('is reached under this machine’s own names, or under those that the operator names alone [D132]', async () => {
  for (const Host of ['localhost', 'LOCALHOST:4010', '127.0.0.1:80', '[::1]:4010']) {
    expect(await post(ping, { headers: { Host, Origin: `http://${Host}` } })).toMatchObject({ status: 200 })
  }
  const { database, clock, keys } = service
  const app = await createApp({ database, clock: clock.now, mcpAllowedHosts: ['affiliate.example'] })
  const statusOf = async (host: string) => {
    const headers = { Authorization: `Bearer ${keys.mcp}`, 'Content-Type': 'application/json', Host: host }
    const body = JSON.stringify(ping)
    return (await app.fetch(new Request('http://any/mcp', { method: 'POST', headers, body }))).status
  }
  expect(await statusOf('affiliate.example')).toBe(200)
  expect(await statusOf('localhost:4010')).toBe(403)
})

test.each([
  ['a batch, which would count as one request', [ping, ping]],
  ['another version of JSON-RPC', { ...ping, jsonrpc: '1.0' }],
  ['an id that is none', { ...ping, id: {} }],
  ['no message at all', { jsonrpc: '2.0' }],
])('rejects %s [D132]', async (_what, json) => {
  await expectProblem(await post(json), 'invalid_request')
})

test('rejects a version of the protocol that it does not speak, and names those it does', async () => {
  const problem = await expectProblem(
    await post(ping, { headers: { 'Mcp-Protocol-Version': '1999-01-01' } }),
    'invalid_request',
  )

  expect(problem.errors).toMatchObject([
    { header: 'Mcp-Protocol-Version', message: expect.stringContaining('2025-') },
  ])
})

test.each([
  ['tools/call', { name: 7 }],
  ['tools/call', { name: 'list_apps', task: { ttl: 1 } }],
  ['tools/call', { name: 'no_such_tool' }],
  ['initialize', { protocolVersion: 5 }],
])('tells wrong parameters of %s by a JSON-RPC error without their values', async (method, params) => {
  const response = await post({ ...ping, method, params })

  const { error, id } = Object(await response.json())
  expect({ id, code: error.code, status: response.status }).toEqual({ id: 1, code: -32_602, status: 200 })
  expect(error.message).not.toMatch(/no_such_tool|\b7\b|\b5\b/)
})

test.each(['__proto__', 'constructor', 'tools/none'])(
  'tells an unknown method by a JSON-RPC error: %s',
  async (method) => {
    const response = await post({ ...ping, method })
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32_601 } })
  },
)

test('rejects an argument called __proto__, as the interface does [D13] [D253]', async () => {
  const call = { ...ping, method: 'tools/call', params: { name: 'list_apps', arguments: {} } }
  const body = JSON.stringify(call).replace('"arguments":{}', '"arguments":{"__proto__":{"limit":1}}')
  const headers = { 'Content-Type': 'application/json' }
  const response = await service.fetch('/mcp', { method: 'POST', key: service.keys.mcp, body, headers })

  const { result } = Object(await response.json())
  expect(result.isError).toBe(true)
  expect(JSON.parse(result.content[0].text)).toMatchObject({
    code: 'invalid_request',
    errors: [{ code: 'unknown_member' }],
  })
})

test('limits bodies and requests as everywhere [D6] [D29]', async () => {
  await expectProblem(await post({ ...ping, params: { a: 'x'.repeat(65_536) } }), 'body_too_large')
  const { database, clock, keys } = service
  const app = await createApp({ database, clock: clock.now, identifyQuotaRequestsMax: 1 })
  clock.advance(61_000)
  const send = () =>
    app.fetch(
      new Request('http://any/mcp', {
        method: 'POST',
        headers: { Authorization: `Bearer ${keys.mcp}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(ping),
      }),
    )

  expect((await send()).status).toBe(200)
  const rejected = await send()
  expect(rejected.headers.get('retry-after')).toBe('60')
  await expectProblem(rejected, 'quota_exceeded')
})

test('keeps nothing between two messages: any process takes the next one [D132]', async () => {
  service.clock.advance(61_000)
  const { client, call } = await connectMcp(service)
  const { database, clock, keys } = service
  const other = await createApp({ database, clock: clock.now })
  const { nextCursor: cursor } = await call('list_payouts', { appId: service.ids.appId, limit: 1 })
  const message = {
    ...{ jsonrpc: '2.0', id: 2, method: 'tools/call' },
    params: { name: 'list_payouts', arguments: { appId: service.ids.appId, limit: 1, cursor } },
  }

  const response = await other.fetch(
    new Request('http://any/mcp', {
      method: 'POST',
      headers: { Authorization: `Bearer ${keys.mcp}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(message),
    }),
  )

  expect(Object(await response.json()).result.structuredContent.items).toHaveLength(1)
  await client.close()
})
