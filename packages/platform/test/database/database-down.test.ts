import { expectProblem } from '@affiliate-platform/test-support/problem'
import { startTcpProxy, type TcpProxy } from '@affiliate-platform/test-support/tcp-proxy'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { expectSaved, saveTerms } from '@affiliate-platform/test-support/terms-calls'
import {
  createPostgresCopy,
  enginesAtHand,
  openTestDatabase,
} from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { type WatchedDatabase, watchDatabase } from '@affiliate-platform/test-support/watched-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import type { Database } from '../../src/database/statements/database.ts'

const payouts = '/api/affiliate-platform/v1/payouts?limit=1'
const json = { rules: buildRules() }

async function expectUnavailable(response: Response): Promise<void> {
  expect(response.headers.get('retry-after')).toMatch(/^[123]$/)
  await expectProblem(response, 'unavailable')
}

describe.skipIf(!enginesAtHand.includes('postgres'))('a real Postgres behind a failing network', () => {
  let proxy: TcpProxy
  let database: Database
  let service: TestService

  beforeAll(async () => {
    proxy = await startTcpProxy(await createPostgresCopy())
    database = await openPostgres(proxy.url, { silenceTimeoutMs: 2000 })
    service = await createTestService({ database })
  })

  afterAll(async () => {
    await database.close()
    proxy.close()
  })

  test('responds with 503 with Retry-After while the server rejects, and works again afterwards', async () => {
    proxy.cut()
    await expectUnavailable(await service.fetch(payouts, { key: service.keys.affiliate }))
    await expectUnavailable(await saveTerms(service, { json }))
    await expectUnavailable(
      await service.fetch('/api/identify', { method: 'POST', key: service.keys.workspace, json: {} }),
    )
    expect((await service.fetch('/livez')).status).toBe(200)
    const readiness = await service.fetch('/readyz')
    expect(readiness.status).toBe(503)
    expect(await readiness.json()).toMatchObject({
      status: 'not_ready',
      checks: { database: { ok: false, reason: 'The database does not respond.' } },
    })

    proxy.restore()
    expect((await service.fetch(payouts, { key: service.keys.affiliate })).status).toBe(200)
    service.clock.advance(1000)
    expect((await service.fetch('/readyz')).status).toBe(200)
  })

  test('responds with 503 within bounded time while the server is silent, and works again afterwards', async () => {
    expect((await service.fetch(payouts, { key: service.keys.affiliate })).status).toBe(200)
    proxy.silence()
    const startedAtMs = performance.now()
    await expectUnavailable(await saveTerms(service, { json }))
    expect(performance.now() - startedAtMs).toBeLessThan(10_000)

    proxy.restore()
    proxy.cut()
    proxy.restore()
    await expectSaved(await saveTerms(service, { json }))
  })

  test.each([
    ['before', null],
    ['after', 'true'],
  ] as const)(
    'lets a client retry with its key when the commit was cut %s the server had it [D10]',
    async (moment, replayed) => {
      const versions = await service.count('terms_versions')
      const headers = { 'Idempotency-Key': `cut-${moment}` }
      proxy.cutAt('commit\0', moment)
      await expectUnavailable(await saveTerms(service, { json, headers }))
      proxy.restore()

      const response = await saveTerms(service, { json, headers })
      expect(response.headers.get('idempotency-replayed')).toBe(replayed)
      await expectSaved(response)
      expect(await service.count('terms_versions')).toBe(versions + 1)
    },
  )
})

describe('a failing statement', () => {
  let database: WatchedDatabase
  let service: TestService

  beforeAll(async () => {
    database = watchDatabase(await openTestDatabase())
    service = await createTestService({ database })
  })

  afterAll(() => database.close())

  const fault = (code: string) =>
    Object.assign(new Error('out of canary memory'), { code, severity: 'FATAL' })

  test.each(['57P03', '53300', '08006', '58030', '25006', '57014', '40001', '55P03', 'ECONNREFUSED'])(
    'of code %s gets 503 and leaves nothing',
    async (code) => {
      const versions = await service.count('terms_versions')
      database.failOn('terms_insert_version', fault(code))
      const response = await saveTerms(service, { json })
      expect(await response.clone().text()).not.toContain('canary')
      await expectUnavailable(response)
      database.failOn(undefined)
      expect(await service.count('terms_versions')).toBe(versions)
    },
  )

  test.each(['terms_lock_membership', 'terms_find_applying', 'terms_insert_version', 'idempotency_insert'])(
    'that nobody expects, %s, gets 500, tells nothing and leaves nothing [D2]',
    async (name) => {
      const before = [await service.count('terms_versions'), await service.count('idempotency_records')]
      const headers = { 'Idempotency-Key': `fails-at-${name}` }
      database.failOn(name, fault('XX000'))
      const response = await saveTerms(service, { json, headers })
      expect(await response.clone().text()).not.toContain('canary')
      await expectProblem(response, 'internal_error')
      database.failOn(undefined)
      expect([await service.count('terms_versions'), await service.count('idempotency_records')]).toEqual(
        before,
      )

      await expectSaved(await saveTerms(service, { json, headers }))
    },
  )

  test('that waits for a lock in vain is no conflict with a key that nobody else has sent [D252]', async () => {
    database.failOn('terms_lock_membership', fault('55P03'))
    const response = await saveTerms(service, { json, headers: { 'Idempotency-Key': 'waits' } })
    expect(response.headers.get('retry-after')).toMatch(/^[123]$/)
    await expectProblem(response, 'unavailable')
    database.failOn(undefined)
  })
})

test('responds with 503 when the embedded database is closed, and livez still responds', async () => {
  const database = await openTestDatabase()
  const service = await createTestService({ database })
  await database.close()
  await expectUnavailable(await service.fetch(payouts, { key: service.keys.affiliate }))
  expect((await service.fetch('/livez')).status).toBe(200)
  expect((await service.fetch('/readyz')).status).toBe(503)
})
