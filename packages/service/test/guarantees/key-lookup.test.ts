import { apiKeyChecksum } from '@affiliate-platform/contract'
import { hashApiKey, newApiKey } from '@affiliate-platform/platform/api-keys'
import type { Database } from '@affiliate-platform/platform/database'
import { expectProblem } from '@affiliate-platform/test-support/problem'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'

// What the time of a look-up could tell is how far an index compared the text that it was given. That text is the
// SHA-256 of the whole key: whoever guesses cannot steer towards the hash of a key that exists, prefix by prefix.

let inner: Database
let asked: { readonly name: string; readonly values: readonly unknown[] }[]
let service: TestService

beforeAll(async () => {
  inner = await openTestDatabase()
  const database: Database = {
    ...inner,
    query: (statement, values) => {
      asked.push({ name: statement.name, values })
      return inner.query(statement, values)
    },
  }
  asked = []
  service = await createTestService({ database })
})

beforeEach(async () => {
  asked = []
  // A process that remembers no key yet.
  const { database, clock } = service
  const app = await createApp({ database, clock: clock.now })
  service = { ...service, app }
  asked = []
})

afterAll(() => inner.close())

const list = (key: string) =>
  service.app.fetch(
    new Request('http://service.test/api/affiliate-platform/v1/payouts', {
      headers: { Authorization: `Bearer ${key}` },
    }),
  )

/** A key that differs from another one in its last random digit alone, its checksum right. */
function almost(key: string): string {
  const end = key.lastIndexOf('_')
  const digit = key.charAt(end - 1) === 'a' ? 'b' : 'a'
  const body = key.slice(0, end - 1) + digit
  return `${body}_${apiKeyChecksum(body)}`
}

/** Beside the hash there is only the test's time. */
const lookUpOf = (key: string) => ({
  name: 'credential_find_by_hash',
  values: [[hashApiKey(key)], new Date(service.clock.now())],
})

test.each<[string, () => string]>([
  ['unknown', () => newApiKey('affiliate')],
  ['different in one digit from one that works', () => almost(service.keys.affiliate)],
  ['revoked', () => service.keys.affiliateRevoked],
  ['expired', () => service.keys.affiliateExpired],
])('looks a key that is %s up by its hash alone, with one statement [D27]', async (_name, toKey) => {
  const key = toKey()
  await expectProblem(await list(key), 'invalid_credential')
  expect(asked).toEqual([lookUpOf(key)])
})

test('looks the key that works up in the same way first [D27]', async () => {
  expect((await list(service.keys.affiliate)).status).toBe(200)
  expect(asked[0]).toEqual(lookUpOf(service.keys.affiliate))
})

test.each<[string, () => string]>([
  ['another kind', () => service.keys.workspace],
  ['a wrong checksum', () => service.keys.affiliate.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))],
  ['another form', () => 'Bearer'],
])('rejects a key of %s without any statement [D27]', async (_name, key) => {
  await expectProblem(await list(key()), 'invalid_credential')
  expect(asked).toEqual([])
})

test('keeps no key that could be compared, only hashes [D27]', async () => {
  const text = 'select key_hash from api_keys'
  const rows = await inner.query<{ key_hash: Uint8Array }>({ name: 'test_hashes', text }, [])
  const hashes = rows.map(({ key_hash }) => Buffer.from(key_hash).toString('hex'))
  const expected = Object.values(service.keys).map((key) => hashApiKey(key).toString('hex'))
  expect(hashes.toSorted()).toEqual(expected.toSorted())
})

test('looks up together what is guessed at once, and keeps a key that works out of it [D72]', async () => {
  await list(service.keys.affiliate)
  service.clock.advance(2000)
  asked = []
  const guesses = Array.from({ length: 50 }, () => list(newApiKey('affiliate')))
  const own = await list(service.keys.affiliate)
  for (const response of await Promise.all(guesses)) expect(response.status).toBe(401)

  expect(own.status).toBe(200)
  const lookUps = asked.filter(({ name }) => name === 'credential_find_by_hash')
  expect(lookUps.length).toBeLessThanOrEqual(2)
  const { workspaceId } = service.ids
  expect(asked).toContainEqual({
    name: 'credential_find_at_home',
    values: [workspaceId, hashApiKey(service.keys.affiliate), new Date(service.clock.now())],
  })
})
