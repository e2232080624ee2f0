import { expectProblem } from '@affiliate-platform/test-support/problem'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { type WatchedDatabase, watchDatabase } from '@affiliate-platform/test-support/watched-database'
import { afterAll, beforeAll, expect, test } from 'vitest'

let database: WatchedDatabase
let service: TestService

beforeAll(async () => {
  database = watchDatabase(await openTestDatabase())
  service = await createTestService({ database })
})

afterAll(() => database.close())

async function listUnder(code: string): Promise<Response> {
  database.failOn('payouts', Object.assign(new Error('a fault of a test'), { code }))
  const response = await service.fetch('/api/affiliate-platform/v1/payouts', { key: service.keys.affiliate })
  database.failOn(undefined)
  return response
}

test.each([
  ['no descriptor is left', 'EMFILE'],
  ['no descriptor of the machine is left', 'ENFILE'],
  ['no local port is left', 'EADDRNOTAVAIL'],
  ['a transaction was idle for too long', '25P03'],
  ['a transaction took too long', '25P04'],
  ['a pooler has another statement of that name', '42P05'],
  ['a pooler has lost a statement', '26000'],
  ['the disk of the database is full', '53100'],
  ['the database is read-only', '25006'],
  ['a rival was faster, outside a transaction', '40001'],
])('is unavailable when %s: 503 with Retry-After [D74]', async (_fault, code) => {
  const response = await listUnder(code)
  expect(response.headers.get('retry-after')).toMatch(/^[123]$/)
  await expectProblem(response, 'unavailable')
})

test('spreads Retry-After over one to three whole seconds [D74]', async () => {
  const seen = new Set<string | null>()
  for (let sent = 0; sent < 60; sent += 1) seen.add((await listUnder('57P01')).headers.get('retry-after'))
  expect([...seen].sort()).toEqual(['1', '2', '3'])
})
