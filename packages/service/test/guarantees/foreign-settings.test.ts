import type { Database } from '@affiliate-platform/platform/database'
import { openPostgres } from '@affiliate-platform/platform/database'
import { foreignSettings, ownSettings, readSettings } from '@affiliate-platform/test-support/foreign-settings'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** What other settings would write, or read, in another way. */
const written = {
  text: String.raw`
    select timestamptz '2026-09-01T23:30:00Z' as at, (timestamptz '2026-09-01T23:30:00Z')::date::text as day,
      '\x00ff5c'::bytea as bytes, 1788305400123::float8 as ms, 'a\.b' as pattern`,
  read: {
    at: new Date('2026-09-01T23:30:00Z'),
    day: '2026-09-01',
    bytes: Buffer.from([0, 255, 92]),
    ms: 1_788_305_400_123,
    pattern: String.raw`a\.b`,
  },
}

/** Opens a database whose role is told other settings than the service counts on. */
async function openWith(settings: Readonly<Record<string, string>>): Promise<Database> {
  const url = await createPostgresCopy()
  const owner = await openPostgres(url)
  const database = new URL(url).pathname.slice(1)
  for (const [name, value] of Object.entries(settings)) {
    await owner.script(`alter role app in database ${database} set ${name} = '${value}'`)
  }
  await owner.close()
  return await openPostgres(url)
}

describe.skipIf(!enginesAtHand.includes('postgres'))("a database with another party's settings", () => {
  describe.each(['read uncommitted', 'repeatable read', 'serializable'])('isolation level %s', (level) => {
    let database: Database
    let service: TestService
    beforeAll(async () => {
      database = await openWith({ default_transaction_isolation: level })
      service = await createTestService({ database })
    })
    afterAll(() => database.close())

    test('replays duplicates and serves lists, all with 200 [D74]', async () => {
      const before = await service.count('terms_versions')
      const writes = Array.from({ length: 60 }, (_, index) =>
        saveTerms(service, {
          json: { rules: buildRules() },
          headers: { 'Idempotency-Key': `same-${index % 3}` },
        }),
      )
      const lists = Array.from({ length: 30 }, () =>
        service.fetch('/api/affiliate-platform/v1/payouts?limit=1', { key: service.keys.affiliate }),
      )
      const statuses = (await Promise.all([...writes, ...lists])).map(({ status }) => status)
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect((await service.count('terms_versions')) - before).toBe(3)
    })
  })

  test.each(['', 'no_such_schema'])(
    'is told at the start that search_path "%s" finds no table [D179]',
    async (path) => {
      await expect(openWith({ search_path: path })).rejects.toThrow(
        /search_path .* alter role … reset search_path/,
      )
    },
  )

  describe('the settings of a session', () => {
    let database: Database
    beforeAll(async () => {
      database = await openWith(foreignSettings)
    })
    afterAll(() => database.close())

    test('are its own, for a statement and for a transaction [D74]', async () => {
      const own = [{ ...ownSettings, transaction_isolation: 'read committed' }]
      expect(await database.query(readSettings, [])).toEqual(own)
      expect(await database.transaction((tx) => tx.query(readSettings, []))).toEqual(own)
    })

    test('let times, bytes, numbers and texts be read as they are [D180]', async () => {
      const statement = { name: 'test_written', text: written.text }
      expect(await database.query(statement, [])).toEqual([written.read])
      expect(await database.transaction((tx) => tx.query(statement, []))).toEqual([written.read])
      await database.script(`create table test_written as ${written.text}`)
      expect(await database.query({ name: '', text: 'table test_written' }, [])).toEqual([written.read])
    })
  })
})
