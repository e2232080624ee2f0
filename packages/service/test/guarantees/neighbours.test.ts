import type { Database } from '@affiliate-platform/platform/database'
import { openPostgres } from '@affiliate-platform/platform/database'
import { createGate } from '@affiliate-platform/test-support/gate'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

describe.skipIf(!enginesAtHand.includes('postgres'))('a workspace one of whose rows is locked', () => {
  let database: Database
  let operator: Database
  let service: TestService

  beforeAll(async () => {
    const url = await createPostgresCopy()
    operator = await openPostgres(url)
    database = await openPostgres(url, { connectionsMax: 4 })
    service = await createTestService({ database, affiliateQuotaRequestsMax: 1000 })
  })

  afterAll(async () => {
    await database.close()
    await operator.close()
  })

  test("waits in at most half of the connections, and keeps no other workspace's requests waiting [D76]", async () => {
    const other = service.keys.affiliateOtherWorkspace
    const [locked, done] = [createGate(), createGate()]
    const holding = operator.transaction(async (tx) => {
      const text = 'select from memberships where id = $1 for update'
      await tx.query({ name: 'test_hold', text }, [service.ids.membershipId])
      locked.open()
      await done.promise
    })
    await locked.promise
    const writes = Array.from({ length: 20 }, () => saveTerms(service, { json: { rules: buildRules() } }))
    const waiting = {
      name: 'test_waiting',
      text: "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    }
    await expect.poll(() => operator.query(waiting, [])).toHaveLength(2)

    for (let sent = 0; sent < 10; sent += 1) {
      const startedAtMs = performance.now()
      const list = await service.fetch('/api/affiliate-platform/v1/payouts?limit=1', { key: other })
      expect(list.status).toBe(200)
      expect(performance.now() - startedAtMs).toBeLessThan(1000)
    }
    expect(database.load().inUse).toBeLessThanOrEqual(2)
    done.open()
    await holding
    for (const write of await Promise.all(writes)) expect([200, 503]).toContain(write.status)
    expect(database.load()).toMatchObject({ waiting: 0 })
  })
})
