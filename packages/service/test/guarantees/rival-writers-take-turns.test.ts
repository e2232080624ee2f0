import type { Database } from '@affiliate-platform/platform/database'
import { openPostgres } from '@affiliate-platform/platform/database'
import { createGate } from '@affiliate-platform/test-support/gate'
import { expectProblem } from '@affiliate-platform/test-support/problem'
import { buildRules, termsPath } from '@affiliate-platform/test-support/terms'
import { expectSaved } from '@affiliate-platform/test-support/terms-calls'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type App, createApp } from '../../src/app.ts'

// Races are only real on a real Postgres, between processes with pools of their own.
describe.skipIf(!enginesAtHand.includes('postgres'))('writers of one membership in two processes', () => {
  let databases: readonly [Database, Database]
  let service: TestService
  let rival: App

  beforeAll(async () => {
    const url = await createPostgresCopy()
    databases = [await openPostgres(url), await openPostgres(url)]
    service = await createTestService({ database: databases[0], affiliateQuotaRequestsMax: 1000 })
    rival = await createApp({
      database: databases[1],
      clock: service.clock.now,
      affiliateQuotaRequestsMax: 1000,
    })
  })

  afterAll(() => Promise.all(databases.map((database) => database.close())))

  function send(app: App, { key, rateBps = 100 }: { readonly key?: string; readonly rateBps?: number }) {
    return app.fetch(
      new Request(`http://service.test${termsPath(service.ids.membershipId)}`, {
        method: 'PATCH',
        headers: {
          Authorization: `Bearer ${service.keys.affiliate}`,
          'Content-Type': 'application/json',
          ...(key !== undefined && { 'Idempotency-Key': key }),
        },
        body: JSON.stringify({ rules: buildRules({ rateBps }) }),
      }),
    )
  }

  /** Sends requests to both processes in turn, all at once. */
  const sendAll = (requests: readonly Parameters<typeof send>[1][]) =>
    Promise.all(requests.map((request, index) => send(index % 2 === 0 ? service.app : rival, request)))

  test('make one unbroken chain of predecessors [D15]', async () => {
    service.clock.advance(1000)
    const responses = await sendAll(Array.from({ length: 20 }, (_, index) => ({ rateBps: 1 + index })))
    const versions = await Promise.all(responses.map(expectSaved))
    expect(new Set(versions.map(({ supersedes }) => supersedes)).size).toBe(20)
  })

  test('wait up to 2 s for a rival, and tell a key of its own from a retry [D10] [D252]', async () => {
    const [database] = databases
    const locked = createGate()
    const done = createGate()
    onTestFinished(() => done.open())
    const holding = database.transaction(async (tx) => {
      const text = 'select from memberships where id = $1 for update'
      await tx.query({ name: 'test_hold', text }, [service.ids.membershipId])
      locked.open()
      await done.promise
    })
    await locked.promise
    const before = await service.count('terms_versions')
    const [first, retry, other, without] = await Promise.all([
      ...['waiting', 'waiting', 'of-its-own'].map((key) => send(rival, { key })),
      send(rival, {}),
    ])
    const inVain = [first, retry].map((response) => response?.status)
    expect(inVain.toSorted()).toEqual([409, 503])
    const early = first?.status === 409 ? first : retry
    expect(early?.headers.get('retry-after')).toBe('1')
    if (early !== undefined) await expectProblem(early, 'idempotency_key_in_progress')
    for (const alone of [other, without]) {
      expect(alone?.headers.get('retry-after')).toMatch(/^[123]$/)
      if (alone !== undefined) await expectProblem(alone, 'unavailable')
    }
    done.open()
    await holding

    expect(await service.count('terms_versions')).toBe(before)
    expect((await send(rival, { key: 'waiting' })).status).toBe(200)
  })

  test('do not hold up writers of another membership', async () => {
    const [database] = databases
    const locked = createGate()
    const done = createGate()
    const holding = database.transaction(async (tx) => {
      const text = 'select from memberships where id = $1 for update'
      await tx.query({ name: 'test_hold', text }, [service.ids.membershipId])
      locked.open()
      await done.promise
    })
    await locked.promise
    const response = await rival.fetch(
      new Request(`http://service.test${termsPath(service.ids.otherAppMembershipId)}`, {
        method: 'PATCH',
        headers: {
          Authorization: `Bearer ${service.keys.affiliateOtherApp}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ rules: buildRules() }),
      }),
    )
    done.open()
    await holding
    expect(response.status).toBe(200)
  })
})
