import { type Database, openPostgres } from '@affiliate-platform/platform/database'
import { createGate } from '@affiliate-platform/test-support/gate'
import {
  needsOldPgBouncer,
  needsPgBouncer,
  oldPgBouncer,
  type PgBouncer,
  pgBouncer,
  startPgBouncer,
} from '@affiliate-platform/test-support/pgbouncer'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { createDirectCopy } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const mixesUp = {
  name: 'UnusableDatabaseError',
  message: expect.stringMatching(/mixes up prepared statements.*PgBouncer 1\.21.*max_prepared_statements/),
}

describe('behind PgBouncer in transaction mode (PGBOUNCER)', needsPgBouncer, () => {
  let url: string
  let pooler: PgBouncer
  let direct: Database
  let database: Database
  let service: TestService

  beforeAll(async () => {
    url = await createDirectCopy()
    direct = await openPostgres(url)
    // Fewer connections than the process has: each of its own meets all of them.
    pooler = await startPgBouncer(String(pgBouncer), url, { default_pool_size: 4 })
    database = await openPostgres(pooler.url)
    service = await createTestService({ database, affiliateQuotaRequestsMax: 1000 })
  })

  afterAll(async () => {
    await database.close()
    await direct.close()
    await pooler.stop()
  })

  test('serves lists, writes and replays that come together [D74]', async () => {
    const before = await service.count('terms_versions')
    const key = service.keys.affiliate
    const list = '/api/affiliate-platform/v1/payouts?limit=2'
    const lists = Array.from({ length: 60 }, () => service.fetch(list, { key }))
    const writes = Array.from({ length: 40 }, (_, index) =>
      saveTerms(service, {
        json: { rules: buildRules() },
        headers: { 'Idempotency-Key': `pooled-${index % 4}` },
      }),
    )
    const statuses = (await Promise.all([...lists, ...writes])).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await service.count('terms_versions')) - before).toBe(4)
  })

  test('holds a statement and a transaction to its own settings [D74]', async () => {
    const names = ['synchronous_commit', 'statement_timeout', 'lock_timeout', 'transaction_isolation']
    const columns = names.map((name) => `current_setting('${name}')`).join(` || ' ' || `)
    const statement = { name: 'test_settings', text: `select ${columns} as settings` }
    const expected = [{ settings: 'on 10s 2s read committed' }]
    expect(await database.query(statement, [])).toEqual(expected)
    expect(await database.session((connection) => connection.query(statement, []))).toEqual(expected)
    expect(await database.transaction((tx) => tx.query(statement, []))).toEqual(expected)
  })

  test('gives up on a locked row after 2 s, and tells so [D10]', async () => {
    const [locked, done] = [createGate(), createGate()]
    const holding = direct.transaction(async (tx) => {
      const text = 'select from memberships where id = $1 for update'
      await tx.query({ name: 'test_hold', text }, [service.ids.membershipId])
      locked.open()
      await done.promise
    })
    await locked.promise
    const headers = { 'Idempotency-Key': 'locked' }
    expect((await saveTerms(service, { json: { rules: buildRules() }, headers })).status).toBe(409)
    done.open()
    await holding
  })

  test('is rejected at the start without prepared statements of its own [D72]', async () => {
    const without = await startPgBouncer(String(pgBouncer), url, { max_prepared_statements: 0 })
    await expect(openPostgres(without.url)).rejects.toMatchObject(mixesUp)
    await without.stop()
  })

  test('needs none in session mode [D72]', async () => {
    const settings = { max_prepared_statements: 0, pool_mode: 'session' }
    const sessions = await startPgBouncer(String(pgBouncer), url, settings)
    const opened = await openPostgres(sessions.url)
    expect(await opened.query({ name: 'test_one', text: 'select 1 as one' }, [])).toEqual([{ one: 1 }])
    await opened.close()
    await sessions.stop()
  })
})

describe("behind Debian 12's PgBouncer", needsOldPgBouncer, () => {
  let pooler: PgBouncer | undefined
  afterEach(() => pooler?.stop())

  test.each([
    ['as installed', {}],
    ['that ignores options', { ignore_startup_parameters: 'options' }],
  ])('does not start, and says why: %s [D72]', async (_title, settings) => {
    pooler = await startPgBouncer(String(oldPgBouncer), await createDirectCopy(), settings)
    await expect(openPostgres(pooler.url)).rejects.toMatchObject(mixesUp)
  })
})
