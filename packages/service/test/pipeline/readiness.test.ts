import { openPostgres } from '@affiliate-platform/platform/database'
import { createGate } from '@affiliate-platform/test-support/gate'
import {
  createPostgresCopy,
  enginesAtHand,
  openTestDatabase,
  toDirectUrl,
} from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { type WatchedDatabase, watchDatabase } from '@affiliate-platform/test-support/watched-database'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

async function readReadiness(service: TestService) {
  service.clock.advance(1000)
  const response = await service.fetch('/readyz')
  const { checks } = (await response.json()) as { checks: { database: { reason?: string } } }
  return { status: response.status, reason: checks.database.reason }
}

describe('on the embedded database', () => {
  let database: WatchedDatabase
  let service: TestService
  beforeAll(async () => {
    database = watchDatabase(await openTestDatabase())
    service = await createTestService({ database })
  })
  afterAll(() => database.close())

  const countChecks = () => database.statements.filter((name) => name === 'ready_state').length

  test('checks once for everybody who asks within a second [D72]', async () => {
    const before = countChecks()
    const ask = () => Promise.all(Array.from({ length: 50 }, () => service.fetch('/readyz')))
    expect((await ask()).map(({ status }) => status)).toEqual(Array(50).fill(200))
    service.clock.advance(999)
    await ask()
    expect(countChecks() - before).toBe(1)
    service.clock.advance(1)
    await ask()
    expect(countChecks() - before).toBe(2)
  })

  test.each([
    [4000, 200],
    [-4000, 200],
    [6000, 503],
    [-6000, 503],
    [32 * 86_400_000, 503],
  ])('responds with a clock that is %d ms off: %d [D72]', async (offMs, status) => {
    const found = (await openClock(offMs)).status
    expect(found).toBe(status)
  })

  test('names the difference of the clocks [D72]', async () => {
    expect((await openClock(7000)).reason).toBe(
      'The clocks of this machine and of the database are 7 s apart.',
    )
  })

  // The embedded database reads the clock of this process: its reading is what has to be moved.
  async function openClock(offMs: number) {
    const { query } = database
    const spy = vi.spyOn(database, 'query').mockImplementation(async (statement, values) => {
      const rows = await query(statement, values)
      if (statement.name !== 'ready_state') return rows
      return [{ ...Object(rows[0]), now: new Date(Date.now() - offMs) }]
    })
    try {
      return await readReadiness(service)
    } finally {
      spy.mockRestore()
    }
  }
})

describe.skipIf(!enginesAtHand.includes('postgres'))('on a real Postgres', () => {
  let url: string
  let service: TestService
  let owner: Awaited<ReturnType<typeof openPostgres>>
  beforeEach(async () => {
    url = await createPostgresCopy()
    owner = await openPostgres(toDirectUrl(url))
  })
  afterEach(async () => {
    await service.database.close()
    await owner.close()
  })

  test('is not ready on a database that is read-only [D72]', async () => {
    const name = new URL(url).pathname.slice(1)
    service = await createTestService({ database: await openPostgres(url) })
    expect(await readReadiness(service)).toEqual({ status: 200, reason: undefined })
    await owner.script(`alter database ${name} set default_transaction_read_only = on`)
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`
    await owner.query({ name: 'test_end', text: end }, [])
    await expect
      .poll(() => readReadiness(service))
      .toEqual({ status: 503, reason: 'The database is read-only.' })
  })

  test('is not ready while a table is locked [D72]', async () => {
    service = await createTestService({ database: await openPostgres(url) })
    const [locked, done] = [createGate(), createGate()]
    const holding = owner.transaction(async (tx) => {
      await tx.query({ name: 'test_lock', text: 'lock table payouts' }, [])
      locked.open()
      await done.promise
    })
    await locked.promise
    const whileLocked = await readReadiness(service).finally(done.open)
    await holding
    expect(whileLocked).toEqual({ status: 503, reason: 'A table is locked.' })
    expect((await readReadiness(service)).status).toBe(200)
  })
})
