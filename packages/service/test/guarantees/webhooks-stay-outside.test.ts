import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWebhookSender } from '../../src/index.ts'
import { isReached } from '../../src/webhooks/reachable-address.ts'

const outside = { isPublicReached: true, networks: [] }
const thisMachine = { isPublicReached: false, networks: ['127.0.0.0/8'] }
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** The addresses that this process began to connect to, whoever did. */
const connected: string[] = []
const watchSocket = (message: unknown): void => {
  const { socket } = message as { readonly socket: Socket }
  socket.on('connectionAttempt', (address) => connected.push(address))
}
const servers: Server[] = []

beforeAll(() => subscribe('net.client.socket', watchSocket))
beforeEach(() => {
  connected.length = 0
})
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
afterAll(() => unsubscribe('net.client.socket', watchSocket))

/** Listens on this machine, and returns the address. */
async function listen(respond: RequestListener): Promise<string> {
  const server = createServer(respond)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const deliveryTo = (url: string, secrets: readonly string[] = [secret]) => ({
  ...{ url, id: '01890000-0000-7000-8000-000000000001', body: '{"type":"webhook.test"}' },
  secrets,
})

const never = new AbortController().signal

const within = [
  ...['127.0.0.1', '127.255.0.9', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
  ...['0.0.0.0', '255.255.255.255', '224.0.0.1', '198.18.0.1', '192.0.2.1', '240.0.0.1'],
  ...[
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::7f00:1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'fec0::1',
  ],
  ...['ff02::1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', '2001::1', '100::1'],
]

test.each(within)(
  'nothing is sent to %s, whether it is written so or a name leads there [D402]',
  async (address) => {
    const host = address.includes(':') ? `[${address}]` : address
    const send = createWebhookSender({ reach: outside, resolve: async () => [address] })
    for (const url of [`https://${host}/`, 'https://receiver.example/']) {
      const attempt = await send(deliveryTo(url), never)
      expect(attempt).toEqual({ result: 'failed', outcome: 'its address is not public', retryAfterMs: 0 })
    }
    expect(connected).toEqual([])
  },
)

test.each([
  'http://2130706433/',
  'http://0x7f.1/',
  'http://127.1/',
  'http://017700000001/',
  'http://①②⑦.0.0.1/',
])('nothing is sent to %s, however this machine is written [D402]', async (url) => {
  expect(await createWebhookSender({ reach: outside })(deliveryTo(url), never)).toMatchObject({
    outcome: 'its address is not public',
  })
  expect(connected).toEqual([])
})

test('nothing is sent where one of the addresses of a name is within [D402]', async () => {
  const send = createWebhookSender({ reach: outside, resolve: async () => ['203.0.114.9', '10.0.0.1'] })
  expect(await send(deliveryTo('https://receiver.example/'), never)).toMatchObject({
    outcome: 'its address is not public',
  })
  expect(connected).toEqual([])
})

test('a connection is made to the address that was checked, whatever the name leads to next [D402]', async () => {
  let asked = 0
  const url = new URL(await listen((_request, response) => response.end()))
  url.hostname = 'receiver.example'
  const send = createWebhookSender({
    reach: thisMachine,
    resolve: async () => {
      asked += 1
      return [asked === 1 ? '127.0.0.1' : '10.0.0.1']
    },
  })
  expect(await send(deliveryTo(url.href), never)).toMatchObject({ result: 'delivered' })
  expect(asked).toBe(1)
  expect(connected).toEqual(['127.0.0.1'])
})

test('public addresses are reached, and networks of its own that an operator names [D402]', () => {
  for (const address of ['8.8.8.8', '203.0.114.9', '2606:4700::1111'])
    expect(isReached(address, outside)).toBe(true)
  const reach = { isPublicReached: true, networks: ['10.0.5.0/24', 'fd12::/16'] }
  expect(['10.0.5.9', 'fd12::9', '::ffff:10.0.5.9'].map((address) => isReached(address, reach))).toEqual([
    ...[true, true, true],
  ])
  expect(['10.0.6.9', 'fd13::9'].map((address) => isReached(address, reach))).toEqual([false, false])
})

test('a redirect is not followed [D402]', async () => {
  let hits = 0
  const target = await listen((_request, response) => {
    hits += 1
    response.end()
  })
  for (const status of [301, 302, 303, 307, 308]) {
    const url = await listen((_request, response) => response.writeHead(status, { Location: target }).end())
    expect(await createWebhookSender({ reach: thisMachine })(deliveryTo(url), never)).toEqual({
      ...{ result: 'failed', retryAfterMs: 0 },
      outcome: `status ${status}, and redirects are not followed`,
    })
  }
  expect(hits).toBe(0)
})

test('a delivery has the headers of the Standard Webhooks, and a signature by each secret [D401]', async () => {
  const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
  const seen: { headers: Record<string, string>; body: string }[] = []
  const url = await listen(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push({ headers: request.headers as Record<string, string>, body })
    response.writeHead(204).end()
  })
  const send = createWebhookSender({ reach: thisMachine })
  const delivery = deliveryTo(url, [secret, other])
  expect(await send(delivery, never)).toEqual({ result: 'delivered', outcome: 'status 204', retryAfterMs: 0 })
  const [got] = seen
  if (got === undefined) throw new Error('It was delivered.')
  expect(got.body).toBe(delivery.body)
  expect(got.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': delivery.id })
  for (const each of [secret, other])
    expect(new Webhook(each).verify(got.body, got.headers)).toEqual({ type: 'webhook.test' })
  const foreign = new Webhook(`whsec_${Buffer.alloc(32, 1).toString('base64')}`)
  expect(() => foreign.verify(got.body, got.headers)).toThrow('No matching signature')
})

test.each([
  [{ 'Retry-After': '90' }, 90_000],
  [{ 'Retry-After': new Date(Date.now() + 600_000).toUTCString() }, 600_000],
  [{ 'Retry-After': 'soon' }, 0],
  [{ 'Retry-After': '-5' }, 0],
  [{}, 0],
])('a receiver that asks for a pause by %j gets it [D401]', async (headers, expectedMs) => {
  const url = await listen((_request, response) => response.writeHead(503, headers).end())
  const { retryAfterMs, outcome } = await createWebhookSender({ reach: thisMachine })(deliveryTo(url), never)
  expect(outcome).toBe('status 503')
  expect(Math.abs(retryAfterMs - expectedMs)).toBeLessThan(60_000)
})

test('a receiver that hangs, sends without end or breaks off holds a delivery for 10 s at most [D401]', async () => {
  const send = createWebhookSender({ reach: thisMachine })
  const hanging = await listen(() => undefined)
  const endless = await listen((_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'.repeat(4096)), 1)
    response.on('close', () => clearInterval(timer))
  })
  const breaking = await listen((request) => request.socket.destroy())
  const startedAtMs = performance.now()
  const attempts = await Promise.all([hanging, endless, breaking].map((url) => send(deliveryTo(url), never)))
  expect(attempts.map(({ outcome }) => outcome)).toEqual([
    ...['no response within 10 s', 'status 200', 'it could not be reached (ECONNRESET)'],
  ])
  expect(performance.now() - startedAtMs).toBeLessThan(60_000)
})

test('a process that stops waits for no receiver [D401]', async () => {
  const stopping = new AbortController()
  const url = await listen(() => stopping.abort())
  const send = createWebhookSender({ reach: thisMachine })
  expect(await send(deliveryTo(url), stopping.signal)).toMatchObject({ result: 'failed' })
})
