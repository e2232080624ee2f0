import { expect, it } from 'vitest'
import { buildPartner, buildSale, partnerToken, sendPartner } from './partner-request.ts'

const address = (organization: string, version: string) =>
  `https://partners.shopify.com/${organization}/api/${version}/graphql.json`

it.each([
  ['a wrong token', { token: 'prtapi_wrong' }, '401', /Invalid API client/],
  ['another organization', { url: address('43', '2026-07') }, '401', /Invalid API client/],
  ['a retired version', { url: address('42', '2024-01') }, '404', /Invalid API version/],
  ['a query that is too long', { query: `{ transactions ${' '.repeat(50_000)} }` }, '400', /length/],
  ['an empty query', { query: '' }, '400', /missing/],
  [
    'a field that does not exist',
    { query: '{ transactions { pageInfo { endCursor } } }' },
    '400',
    /endCursor/,
  ],
  ['a null app', { query: '{ transactions(appId: null) { edges { cursor } } }' }, '400', /Invalid GID ''/],
  ['a cursor of no page', { query: '{ transactions(after: "x") { edges { cursor } } }' }, '400', /cursor/],
])('responds to %s with status 200 and a code as text [D101]', async (_, request, code, message) => {
  const response = await sendPartner(buildPartner().simulator.fetch, request)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    errors: [{ message: expect.stringMatching(message), extensions: { code } }],
  })
})

it.each([
  ['view_financials', '{ app(id: "gid://partners/App/1") { name } }'],
  ['view_financials', '{ transactions { edges { node { ... on AppSubscriptionSale { app { name } } } } } }'],
  ['manage_apps', '{ transactions { edges { node { id } } } }'],
] as const)(
  'gives a client with %s alone nothing else, and the query fails as a whole',
  async (held, query) => {
    const clients = [{ accessTokens: [partnerToken], permissions: [held] }]
    const { simulator } = buildPartner({ clients, transactions: [buildSale(1)] })
    const body = await (await sendPartner(simulator.fetch, { query })).json()
    expect(body).toEqual({
      errors: [expect.objectContaining({ extensions: { code: '401' } })],
    })
  },
)

it('takes four requests in a second from a client, by whichever token, and no more', async () => {
  const { simulator, clock } = buildPartner({
    clients: [{ accessTokens: [partnerToken, 'prtapi_rotated'] }, { accessTokens: ['prtapi_other'] }],
  })
  const isTaken = async (token: string) => {
    const body = await (await sendPartner(simulator.fetch, { token })).json()
    return !JSON.stringify(body).includes('"429"')
  }
  const tokens = [
    partnerToken,
    'prtapi_rotated',
    partnerToken,
    'prtapi_rotated',
    partnerToken,
    'prtapi_other',
  ]
  const taken: boolean[] = []
  for (const token of tokens) taken.push(await isTaken(token))
  expect(taken).toEqual([true, true, true, true, false, true])
  clock.nowMs = 999
  expect(await isTaken(partnerToken)).toBe(false)
  clock.nowMs = 1000
  expect(await isTaken(partnerToken)).toBe(true)
})

it.each([
  ['rate_limited', 429],
  ['server_error', 500],
  ['unauthorized', 401],
  ['redirect', 302],
  ['html_error', 200],
  ['too_many_requests', 200],
  ['internal_error', 200],
] as const)(
  'responds with %s as it is told, for as many requests as it is told',
  async (behaviour, status) => {
    const { simulator, partner } = buildPartner()
    partner.setBehaviour(behaviour, { times: 1, retryAfterSeconds: 900 })
    const odd = await sendPartner(simulator.fetch, { init: { redirect: 'manual' } })
    expect(odd.status).toBe(status)
    expect(odd.headers.get('retry-after')).toBe(behaviour === 'rate_limited' ? '900' : null)
    expect(await (await sendPartner(simulator.fetch)).json()).toHaveProperty('data')
  },
)

it('hangs until the request is aborted, and ends the connection on reset', async () => {
  const { simulator, partner } = buildPartner()
  partner.setBehaviour('hang', { times: 1 })
  await expect(sendPartner(simulator.fetch, { init: { signal: AbortSignal.timeout(20) } })).rejects.toThrow(
    'timeout',
  )
  partner.setBehaviour('reset', { times: 1 })
  await expect(sendPartner(simulator.fetch)).rejects.toThrow('fetch failed')
})

it('knows no other path, and no second organization of one id', async () => {
  const { simulator } = buildPartner()
  const response = await simulator.fetch('https://partners.shopify.com/42/transactions')
  expect(response.status).toBe(404)
  expect(() => simulator.addPartner({ organizationId: '42' })).toThrow(RangeError)
})

it('serves the Partner API on its node server too', async () => {
  const { simulator, partner } = buildPartner()
  const server = await simulator.listen()
  const url = partner.url('2026-07').replace('https://partners.shopify.com', server.partnersUrl)
  const response = await sendPartner(fetch, { url })
  await server.close()
  expect(await response.json()).toEqual({ data: { transactions: { edges: [] } } })
  expect(simulator.requests.at(-1)).toMatchObject({ domain: 'partners.shopify.com' })
})
