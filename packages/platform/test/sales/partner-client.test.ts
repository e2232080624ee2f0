import { createPartnerClient, walkTransactions } from '@affiliate-platform/platform/sales'
import { createShopifySimulator } from '@affiliate-platform/shopify-simulator'
import { expect, it } from 'vitest'
import { buildSale, buildSales, buildWorld, numbersOf, readError, readPages, token } from './partner-world.ts'
import { createRequestPace } from './request-pace.ts'

it.each([
  ['server_error', 'unavailable', 6],
  ['internal_error', 'unavailable', 6],
  ['too_many_requests', 'rate_limited', 6],
  ['rate_limited', 'rate_limited', 6],
  ['html_error', 'unreadable', 6],
  ['reset', 'unavailable', 6],
  ['unauthorized', 'access_denied', 1],
  ['redirect', 'redirected', 1],
] as const)('ends with %s as %s after %i requests, without the token', async (behaviour, code, requests) => {
  const world = buildWorld()
  world.partner.setBehaviour(behaviour)
  expect(await readError(readPages(world))).toMatchObject({ code, message: expect.stringMatching(/\.$/) })
  expect(world.simulator.requests).toHaveLength(requests)
  expect(world.simulator.outsideRequests()).toEqual([])
})

it.each([401, 403])('says on %i which permissions are needed, and who gives them', async (status) => {
  const world = buildWorld()
  world.partner.setBehaviour('unauthorized', { status })
  const { message } = await readError(readPages(world))
  for (const word of ['View financials', 'Manage apps', 'owner', 'organization 42']) {
    expect(message).toContain(word)
  }
})

it('says the same where a client may not see financials, in a response of status 200', async () => {
  const clients = [{ accessTokens: [token], permissions: ['manage_apps'] as const }]
  const error = await readError(readPages(buildWorld({ clients })))
  expect(error).toMatchObject({ code: 'access_denied' })
})

it('reads sales with "View financials" alone', async () => {
  const clients = [{ accessTokens: [token], permissions: ['view_financials'] as const }]
  const pages = await readPages(buildWorld({ clients, transactions: buildSales(2) }))
  expect(numbersOf(pages)).toEqual([1, 2])
})

it('names the version that is not served any more', async () => {
  const error = await readError(readPages(buildWorld({}, { apiVersion: '2024-01' })))
  expect(error).toMatchObject({ code: 'version_not_served', message: expect.stringContaining('2024-01') })
})

it('keeps the token out of what the server or the network echoes', async () => {
  const echo = { errors: [{ message: `bad ${token} é`, extensions: { code: '400' } }] }
  const echoed = buildWorld({}, { fetch: () => Promise.resolve(Response.json(echo)) })
  expect((await readError(readPages(echoed))).message).toContain('bad [token]  ')
  const broken = buildWorld({}, { fetch: () => Promise.reject(new TypeError(token, { cause: token })) })
  expect((await readError(readPages(broken))).message).toBe(
    'The connection to the Partner API at https://partners.shopify.com failed.',
  )
})

it.each([
  [{ accessToken: `${token}\n` }, 'token'],
  [{ accessToken: '' }, 'token'],
  [{ organizationId: '42/../43' }, 'organization'],
  [{ apiVersion: '../admin' }, 'version'],
  [{ origin: 'http://partners.shopify.com' }, 'https'],
  [{ origin: 'https://user@partners.shopify.com' }, 'https'],
])('rejects a setup of %o without printing the token', async (options, word) => {
  const error = await readError(Promise.resolve().then(() => buildWorld({}, options)))
  expect(error).toMatchObject({ code: 'invalid_setup', message: expect.stringContaining(word) })
})

it('sends no query of more than 50,000 characters', async () => {
  const { client, simulator } = buildWorld()
  expect(await readError(client.query(' '.repeat(50_001), {}))).toMatchObject({ code: 'invalid_query' })
  expect(simulator.requests).toEqual([])
})

it.each([
  ['7', 7000],
  ['900', 60_000],
  ['Tue, 01 Sep 2026 00:00:05 GMT', 5000],
  ['Mon, 31 Aug 2026 00:00:05 GMT', 0],
  ['soon', 1000],
])('waits after a 429 as Retry-After %s asks, up to 60 s', async (retryAfter, waitMs) => {
  let requests = 0
  const page = { edges: [], pageInfo: { hasNextPage: false } }
  const fetch = () => {
    requests += 1
    const limited = new Response('', { status: 429, headers: { 'retry-after': retryAfter } })
    return Promise.resolve(requests === 1 ? limited : Response.json({ data: { transactions: page } }))
  }
  const world = buildWorld({}, { fetch })
  await readPages(world)
  expect(world.waits.reduce((sum, ms) => sum + ms, 0)).toBe(Math.max(waitMs, 250))
})

it('ends at once with the caller’s reason', async () => {
  const abort = new AbortController()
  const world = buildWorld({ transactions: buildSales(300) })
  const walk = readPages(world, { signal: abort.signal }, () => abort.abort(new Error('enough')))
  await expect(walk).rejects.toThrow('enough')
  world.partner.setBehaviour('hang')
  const hung = new AbortController()
  setTimeout(() => hung.abort(new Error('enough')), 20)
  await expect(readPages(world, { signal: hung.signal })).rejects.toThrow('enough')
})

it('ends where a page has not its shape', async () => {
  const pages = [
    { edges: [], pageInfo: { hasNextPage: true } },
    { edges: [{ node: { id: 'x' } }], pageInfo: { hasNextPage: false } },
    { edges: [{ cursor: 'c', node: {} }], pageInfo: { hasNextPage: false } },
    null,
  ]
  for (const transactions of pages) {
    const fetch = () => Promise.resolve(Response.json({ data: { transactions } }))
    expect(await readError(readPages(buildWorld({}, { fetch })))).toMatchObject({ code: 'unreadable' })
  }
})

it('reads no more than five megabytes of a response', async () => {
  let sent = 0
  const fetch = () => {
    const pull = (controller: ReadableStreamDefaultController) => {
      sent += 1
      controller.enqueue(new Uint8Array(1_000_000))
    }
    return Promise.resolve(new Response(new ReadableStream({ pull })))
  }
  expect(await readError(readPages(buildWorld({}, { fetch })))).toMatchObject({ code: 'unavailable' })
  expect(sent).toBeLessThanOrEqual(6 * 8)
})

it('walks over a real socket, and sends the token in its header alone', async () => {
  const simulator = createShopifySimulator()
  simulator.addPartner({
    organizationId: '42',
    clients: [{ accessTokens: [token] }],
    transactions: [buildSale(1)],
  })
  const server = await simulator.listen()
  const client = createPartnerClient({
    organizationId: '42',
    accessToken: token,
    origin: server.partnersUrl,
    pace: createRequestPace({ now: () => 0, sleep: () => Promise.resolve() }),
  })
  const page = (await walkTransactions(client, { app: 'gid://shopify/App/1' }).next()).value
  await server.close()
  expect(page?.rows).toHaveLength(1)
  const [request] = simulator.requests
  expect(request?.headers['x-shopify-access-token']).toBe(token)
  expect(`${request?.url}${request?.body}${JSON.stringify(page)}`).not.toContain(token)
})
