import { apiKeyChecksum } from '@affiliate-platform/contract'
import { newApiKey } from '@affiliate-platform/platform/api-keys'
import { endKey, insertSuccessorKey } from '@affiliate-platform/test-support/api-keys'
import { expectProblem } from '@affiliate-platform/test-support/problem'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { type WatchedDatabase, watchDatabase } from '@affiliate-platform/test-support/watched-database'
import { afterAll, beforeAll, expect, test } from 'vitest'

const payouts = '/api/affiliate-platform/v1/payouts?limit=1'

let database: WatchedDatabase
let service: TestService

beforeAll(async () => {
  database = watchDatabase(await openTestDatabase())
  service = await createTestService({ database })
})

afterAll(() => database.close())

async function expectRejected(authorization: string, code: 'missing_credential' | 'invalid_credential') {
  const response = await service.fetch(payouts, { headers: { Authorization: authorization } })
  const text = await response.clone().text()
  await expectProblem(response, code)
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
  expect(response.headers.get('ratelimit')).toBeNull()
  const [secret = ''] = authorization.split(' ').slice(-1)
  if (secret.length > 10) expect(text).not.toContain(secret)
}

test.each([
  '',
  'Bearer',
  'Bearer ',
  'Basic dXNlcjpwYXNz',
  'Token abc',
  'Bearer two words',
  'Bearer one, Bearer two',
])('counts the Authorization header %j as none [5-5]', async (authorization) => {
  const before = database.statements.length
  await expectRejected(authorization, 'missing_credential')
  expect(database.statements.length).toBe(before)
})

const damage: readonly (readonly [string, (key: string) => string])[] = [
  ['no key at all', () => 'canary-secret-value'],
  ['a key with another last character', (key) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')],
  [
    'a key with two different characters exchanged',
    (key) => key.replace(/([^_])(?!\1)([^_])(?=[^_]*_[^_]*$)/, '$2$1'),
  ],
  ['a key in lower case', (key) => key.toLowerCase()],
  ['a key cut short', (key) => key.slice(0, -7)],
  ['a key twice', (key) => key + key],
  ['a key of a made-up kind', (key) => key.replace('aff_affiliate', 'aff_admin')],
  ['a key of 60,000 characters', (key) => key + 'a'.repeat(60_000)],
]

test.each(damage)('rejects %s without asking the database [D27]', async (_name, change) => {
  const before = database.statements.length
  await expectRejected(`Bearer ${change(service.keys.affiliate)}`, 'invalid_credential')
  expect(database.statements.length).toBe(before)
})

test.each(['workspace', 'mcp', 'installBridge'] as const)(
  'rejects the %s key on affiliate REST without asking the database [5-4] [D27]',
  async (name) => {
    const before = database.statements.length
    await expectRejected(`Bearer ${service.keys[name]}`, 'invalid_credential')
    expect(database.statements.length).toBe(before)
  },
)

test('rejects a made-up key with a right checksum [5-5]', async () => {
  const body = `aff_affiliate_${'A'.repeat(33)}`
  await expectRejected(`Bearer ${body}_${apiKeyChecksum(body)}`, 'invalid_credential')
})

test.each(['affiliateRevoked', 'affiliateExpired'] as const)('rejects the %s key [5-5]', async (name) => {
  await expectRejected(`Bearer ${service.keys[name]}`, 'invalid_credential')
})

test('responds to every rejected key alike [D2]', async () => {
  const keys = [service.keys.mcp, service.keys.affiliateRevoked, newApiKey('affiliate'), 'nonsense']
  const responses = await Promise.all(
    keys.map(async (key) => {
      const response = await service.fetch(payouts, { key })
      return (await response.text()).replace(response.headers.get('x-request-id') ?? '', '')
    }),
  )
  expect(new Set(responses).size).toBe(1)
})

test.each(['bearer', 'BEARER'])('reads the scheme %s case-insensitively', async (scheme) => {
  const response = await service.fetch(payouts, {
    headers: { Authorization: `${scheme}   ${service.keys.affiliate}` },
  })
  expect(response.status).toBe(200)
})

test.each(['api_key', 'access_token', 'token', 'key', 'authorization'])(
  'never reads a key from the query parameter %s [5-6] [D28]',
  async (name) => {
    const response = await service.fetch(`${payouts}&${name}=${service.keys.affiliate}`)
    expect(await response.clone().text()).not.toContain(service.keys.affiliate)
    await expectProblem(response, 'missing_credential')
  },
)

async function addKey(): Promise<string> {
  const key = newApiKey('affiliate')
  await insertSuccessorKey(database, { of: service.keys.affiliate, key })
  return key
}

test('makes a revocation effective within a second [D27]', async () => {
  const key = await addKey()
  expect((await service.fetch(payouts, { key })).status).toBe(200)
  await endKey(database, key, { column: 'revoked_at', atMs: service.clock.now() })
  service.clock.advance(1000)
  await expectRejected(`Bearer ${key}`, 'invalid_credential')
})

test('makes a revocation effective also when the clock was set back [D27]', async () => {
  const key = await addKey()
  expect((await service.fetch(payouts, { key })).status).toBe(200)
  await endKey(database, key, { column: 'revoked_at', atMs: service.clock.now() })
  service.clock.advance(-3_600_000)
  await expectRejected(`Bearer ${key}`, 'invalid_credential')
  service.clock.advance(3_600_000)
})

test('ends a key at its expiry to the millisecond [D27]', async () => {
  const key = await addKey()
  await endKey(database, key, { column: 'expires_at', atMs: service.clock.now() + 500 })
  service.clock.advance(499)
  expect((await service.fetch(payouts, { key })).status).toBe(200)
  service.clock.advance(1)
  await expectRejected(`Bearer ${key}`, 'invalid_credential')
})

test('lets a key and its successor work side by side [D27]', async () => {
  const successor = await addKey()
  for (const key of [service.keys.affiliate, successor]) {
    expect((await service.fetch(payouts, { key })).status).toBe(200)
  }
})

test('asks the database at most once a second for an unknown key [D72]', async () => {
  const key = newApiKey('affiliate')
  const before = database.statements.length
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await service.fetch(payouts, { key })).status),
  )
  expect(new Set(statuses)).toEqual(new Set([401]))
  await expectRejected(`Bearer ${key}`, 'invalid_credential')
  expect(database.statements.slice(before)).toEqual(['credential_find_by_hash'])
})

test('makes a key effective within a second, also one that was tried before [D27] [D72]', async () => {
  const key = newApiKey('affiliate')
  await expectRejected(`Bearer ${key}`, 'invalid_credential')
  await insertSuccessorKey(database, { of: service.keys.affiliate, key })
  service.clock.advance(1000)
  expect((await service.fetch(payouts, { key })).status).toBe(200)
})

test('reads a credential from the database at most once a second', async () => {
  service.clock.advance(5000)
  const before = database.statements.length
  for (let sent = 0; sent < 5; sent += 1) await service.fetch(payouts, { key: service.keys.affiliate })
  const asked = database.statements.slice(before).filter((name) => name.startsWith('credential_find_'))
  expect(asked).toHaveLength(1)
})
