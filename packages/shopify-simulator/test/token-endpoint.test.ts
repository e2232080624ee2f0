import {
  createShopifySimulator,
  type RefreshBehaviour,
  type SessionTokenOptions,
  signSessionToken,
} from '@affiliate-platform/shopify-simulator'
import { describe, expect, it } from 'vitest'
import { domain, readJson, sendGraphql } from './graphql-request.ts'

const app = { clientId: 'app-1', clientSecret: 'secret-1', scopes: ['read_products', 'read_orders'] }
const credentials = { client_id: app.clientId, client_secret: app.clientSecret }
const nowMs = 1_800_000_000_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

function buildSimulator(refreshBehaviour: RefreshBehaviour = 'ok') {
  const clock = { nowMs }
  const now = () => clock.nowMs
  const simulator = createShopifySimulator({ now, shops: [{ domain, apps: [app], refreshBehaviour }] })
  return { simulator, clock }
}

type Simulator = ReturnType<typeof buildSimulator>['simulator']

function postToken(simulator: Simulator, fields: Readonly<Record<string, unknown>>, init: RequestInit = {}) {
  return simulator.fetch(`https://${domain}/admin/oauth/access_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...credentials, ...fields }),
    ...init,
  })
}

function exchangeFields(kind: 'offline' | 'online' = 'offline', token: Partial<SessionTokenOptions> = {}) {
  return {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: signSessionToken({ ...app, domain, nowMs, ...token }),
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    requested_token_type: `urn:shopify:params:oauth:token-type:${kind}-access-token`,
  }
}

const refreshFields = (token: unknown) => ({ grant_type: 'refresh_token', refresh_token: token })

describe('token exchange', () => {
  it('gives an offline token that never expires', async () => {
    const { simulator, clock } = buildSimulator()
    const body = await readJson(postToken(simulator, { ...exchangeFields(), expiring: '0' }))
    expect(body).toEqual({ access_token: expect.any(String), scope: 'read_products,read_orders' })
    clock.nowMs += 9_999 * dayMs
    const token = String(body['access_token'])
    expect((await sendGraphql(simulator.fetch, { token })).status).toBe(200)
  })

  it('gives an expiring offline token with a refresh token', async () => {
    const { simulator, clock } = buildSimulator()
    const body = await readJson(postToken(simulator, { ...exchangeFields(), expiring: '1' }))
    expect(body).toEqual({
      access_token: expect.any(String),
      scope: 'read_products,read_orders',
      expires_in: 3_600,
      refresh_token: expect.any(String),
      refresh_token_expires_in: 7_776_000,
    })
    const token = String(body['access_token'])
    clock.nowMs += hourMs - 1
    expect((await sendGraphql(simulator.fetch, { token })).status).toBe(200)
    clock.nowMs += 1
    expect((await sendGraphql(simulator.fetch, { token })).status).toBe(401)
  })

  it('gives an online token with its user', async () => {
    const { simulator } = buildSimulator()
    expect(await readJson(postToken(simulator, exchangeFields('online')))).toEqual({
      access_token: expect.any(String),
      scope: 'read_products,read_orders',
      expires_in: 86_400,
      associated_user_scope: 'read_products,read_orders',
      associated_user: {
        id: 1,
        first_name: 'Robin',
        last_name: 'Example',
        email: 'owner@maple-lantern.example',
        email_verified: true,
        account_owner: true,
        locale: 'en',
        collaborator: false,
      },
    })
  })

  it('takes a form too', async () => {
    const { simulator } = buildSimulator()
    const body = new URLSearchParams({ ...credentials, ...exchangeFields() })
    const response = await postToken(simulator, {}, { headers: {}, body })
    expect(response.status).toBe(200)
  })

  it.each<[string, Partial<SessionTokenOptions>]>([
    ['signed with another secret', { clientSecret: 'secret-2' }],
    ['of another app', { clientId: 'app-2' }],
    ['of another shop', { domain: 'other.myshopify.com' }],
    ['expired beyond the tolerance', { nowMs: nowMs - 70_000 }],
    ['not yet valid', { nowMs: nowMs + 11_000 }],
    ['without an expiry', { claims: { exp: undefined } }],
  ])('rejects a session token %s', async (_, token) => {
    const { simulator } = buildSimulator()
    const response = await postToken(simulator, exchangeFields('offline', token))
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: 'invalid_subject_token' })
    expect(simulator.shop(domain).accessTokens).toHaveLength(1)
  })

  it.each([nowMs - 69_000, nowMs + 10_000])(
    'allows the clocks to differ: issued at %i',
    async (issuedAtMs) => {
      const { simulator } = buildSimulator()
      const response = await postToken(simulator, exchangeFields('offline', { nowMs: issuedAtMs }))
      expect(response.status).toBe(200)
    },
  )

  it.each([
    ['an empty session token', { ...exchangeFields(), subject_token: '' }],
    ['another token type', { ...exchangeFields(), subject_token_type: 'urn:other' }],
  ])('rejects %s', async (_, fields) => {
    const response = await postToken(buildSimulator().simulator, fields)
    expect(await response.json()).toEqual({ error: 'invalid_subject_token' })
  })

  it('rejects an app that was uninstalled', async () => {
    const { simulator } = buildSimulator()
    simulator.uninstall(domain)
    expect((await postToken(simulator, exchangeFields())).status).toBe(400)
  })
})

describe('migration to expiring tokens', () => {
  const offlineType = 'urn:shopify:params:oauth:token-type:offline-access-token'

  function setUp() {
    const { simulator, clock } = buildSimulator()
    const [token = ''] = simulator.shop(domain).accessTokens
    const fields = {
      ...exchangeFields(),
      subject_token: token,
      subject_token_type: offlineType,
      expiring: '1',
    }
    const migrate = (changes = {}) => readJson(postToken(simulator, { ...fields, ...changes }))
    const status = async (token: unknown) =>
      (await sendGraphql(simulator.fetch, { token: String(token) })).status
    return { simulator, clock, token, migrate, status }
  }

  it('gives a token that expires for one that does not, whose life ends', async () => {
    const { token, migrate, status } = setUp()
    const pair = await migrate()
    expect(pair).toMatchObject({ expires_in: 3_600, refresh_token_expires_in: 7_776_000 })
    expect([await status(token), await status(pair['access_token'])]).toEqual([401, 200])
  })

  it('gives the same pair again for seven days, alive', async () => {
    const { clock, migrate, status } = setUp()
    const pair = await migrate()
    clock.nowMs += 7 * dayMs - 1
    const again = await migrate()
    expect(again).toEqual({ ...pair, refresh_token_expires_in: 83 * 86_400 })
    expect(await status(again['access_token'])).toBe(200)
    clock.nowMs += 1
    expect(await migrate()).toEqual({ error: 'invalid_subject_token' })
  })

  it('ends with a refresh, with a later token, and with an uninstall', async () => {
    const ends = [
      ({ simulator }: { simulator: Simulator }, pair: Record<string, unknown>) =>
        postToken(simulator, refreshFields(pair['refresh_token'])),
      ({ simulator }: { simulator: Simulator }) =>
        postToken(simulator, { ...exchangeFields(), expiring: '1' }),
      async ({ simulator }: { simulator: Simulator }) => simulator.uninstall(domain),
    ]
    for (const end of ends) {
      const built = setUp()
      await end(built, await built.migrate())
      expect(await built.migrate()).toEqual({ error: 'invalid_subject_token' })
    }
  })

  it.each([
    ['a token that expires', { expiring: '0' }, 'invalid_request'],
    ['an online token', { requested_token_type: 'urn:other' }, 'invalid_request'],
    ['an unknown token', { subject_token: 'shpat_unknown' }, 'invalid_subject_token'],
  ])('changes nothing where it is not asked right: %s', async (_, changes, error) => {
    const { migrate, status, token } = setUp()
    expect(await migrate(changes)).toEqual({ error })
    expect(await status(token)).toBe(200)
  })

  it('rejects a token that expires already, or of another app', async () => {
    const { simulator, migrate } = setUp()
    const { accessToken } = simulator.issueToken(domain, { lifetimeMs: hourMs })
    expect(await migrate({ subject_token: accessToken })).toEqual({ error: 'invalid_subject_token' })
    const other = { clientId: 'app-2', clientSecret: 'secret-2' }
    simulator.install(domain, other)
    const changes = { client_id: other.clientId, client_secret: other.clientSecret }
    expect(await migrate(changes)).toEqual({ error: 'invalid_subject_token' })
  })
})

describe('refresh', () => {
  async function expiringTokens() {
    const built = buildSimulator()
    const tokens = await readJson(postToken(built.simulator, { ...exchangeFields(), expiring: '1' }))
    return { ...built, tokens }
  }

  it('rotates both tokens and records the call', async () => {
    const { simulator, clock, tokens } = await expiringTokens()
    clock.nowMs += hourMs
    const next = await readJson(postToken(simulator, refreshFields(tokens['refresh_token'])))
    expect(next).toMatchObject({ expires_in: 3_600, refresh_token_expires_in: 7_776_000 })
    expect(next['access_token']).not.toBe(tokens['access_token'])
    expect(next['refresh_token']).not.toBe(tokens['refresh_token'])
    const token = String(next['access_token'])
    expect((await sendGraphql(simulator.fetch, { token })).status).toBe(200)
    expect(simulator.refreshCalls).toEqual([
      { atMs: nowMs + hourMs, domain, clientId: 'app-1', refreshToken: tokens['refresh_token'] },
    ])
  })

  it('lets the old refresh token be retried until the new one is used', async () => {
    const { simulator, tokens } = await expiringTokens()
    const refresh = (token: unknown) => readJson(postToken(simulator, refreshFields(token)))
    const second = await refresh(tokens['refresh_token'])
    expect(await refresh(tokens['refresh_token'])).toEqual(second)
    await refresh(second['refresh_token'])
    expect(await refresh(tokens['refresh_token'])).toEqual({ error: 'invalid_grant' })
  })

  it('takes a refresh token until the end of its 90 days', async () => {
    for (const [waitedMs, status] of [
      [90 * dayMs - 1, 200],
      [90 * dayMs, 400],
    ] as const) {
      const { simulator, clock, tokens } = await expiringTokens()
      clock.nowMs += waitedMs
      expect((await postToken(simulator, refreshFields(tokens['refresh_token']))).status).toBe(status)
    }
  })

  it('rejects a refresh token of an app that was uninstalled, or of another app', async () => {
    const { simulator, tokens } = await expiringTokens()
    simulator.install(domain, { clientId: 'app-2', clientSecret: 'secret-2' })
    const other = { client_id: 'app-2', client_secret: 'secret-2', ...refreshFields(tokens['refresh_token']) }
    expect(await readJson(postToken(simulator, other))).toEqual({ error: 'invalid_grant' })
    simulator.uninstall(domain)
    const response = await readJson(postToken(simulator, refreshFields(tokens['refresh_token'])))
    expect(response).toEqual({ error: 'invalid_grant' })
  })

  it.each([
    ['invalid_grant', 400, '{"error":"invalid_grant"}'],
    ['invalid_subject_token', 400, '{"error":"invalid_subject_token"}'],
    ['unauthorized', 401, '{"errors":"Unauthorized"}'],
    ['gone', 404, '{"errors":"Not Found"}'],
    ['server_error', 500, '{"errors":"Internal Server Error"}'],
    ['html_error', 400, expect.stringContaining('<html>')],
  ] as const)('rejects with %s by setting, and exchanges all the same', async (behaviour, status, text) => {
    const { simulator } = buildSimulator(behaviour)
    const response = await postToken(simulator, refreshFields('shprt_1'))
    expect(response.status).toBe(status)
    expect(await response.text()).toEqual(text)
    expect((await postToken(simulator, exchangeFields())).status).toBe(200)
  })

  it.each(['hang', 'slow'] as const)('ends with the abort while it is %s', async (behaviour) => {
    const { simulator } = buildSimulator(behaviour)
    const signal = AbortSignal.timeout(5)
    await expect(postToken(simulator, refreshFields('x'), { signal })).rejects.toThrow('timeout')
  })

  it('breaks the connection on reset, once if asked', async () => {
    const { simulator, tokens } = await expiringTokens()
    simulator.setRefreshBehaviour(domain, 'reset', { times: 1 })
    const refresh = () => postToken(simulator, refreshFields(tokens['refresh_token']))
    await expect(refresh()).rejects.toThrow('fetch failed')
    expect((await refresh()).status).toBe(200)
  })
})

describe('authorization code', () => {
  it('gives a token for a code, once', async () => {
    const { simulator } = buildSimulator()
    const code = simulator.issueAuthorizationCode(domain)
    expect(await readJson(postToken(simulator, { code, expiring: 1 }))).toMatchObject({ expires_in: 3_600 })
    expect(await readJson(postToken(simulator, { code }))).toEqual({ error: 'invalid_request' })
  })

  it('rejects a code of an app that was uninstalled', async () => {
    const { simulator } = buildSimulator()
    const code = simulator.issueAuthorizationCode(domain, app.clientId)
    simulator.uninstall(domain)
    expect(await readJson(postToken(simulator, { code }))).toEqual({ error: 'invalid_request' })
  })
})

describe('rejected requests', () => {
  it.each([
    ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['an unknown app', { client_id: 'app-9' }, 401, 'invalid_client'],
    ['no grant', {}, 400, 'unsupported_grant_type'],
  ])('rejects %s', async (_, fields, status, error) => {
    const response = await postToken(buildSimulator().simulator, fields)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ error })
  })

  it.each(['not json', 'null'])('rejects the body %s', async (body) => {
    const response = await postToken(buildSimulator().simulator, {}, { body })
    expect(response.ok).toBe(false)
  })
})
