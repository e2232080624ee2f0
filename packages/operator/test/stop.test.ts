import { type Database, migrate, openDatabase } from '@affiliate-platform/platform/database'
import { makeFolder, startCommand } from '@affiliate-platform/test-support/service-process'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, expect, test } from 'vitest'

const folder = makeFolder()
afterAll(() => folder.remove())

/** Inserts idempotency records that are past their retention, too many to be deleted before the process is stopped. */
async function insertOldRecords(database: Database): Promise<void> {
  await database.script(`
    insert into idempotency_records
      (workspace_id, lineage_id, operation, target_id, idempotency_key, fingerprint, status, body, created_at)
    select gen_random_uuid(), gen_random_uuid(), 'saveTerms', gen_random_uuid(), n::text, '\\x00', 200, '{}',
      now() - interval '724 hours' - n * interval '1 millisecond'
    from generate_series(1, 30000) n`)
}

async function countRecords(database: Database): Promise<number> {
  const text = 'select count(*)::integer as count from idempotency_records'
  const [row] = await database.query<{ readonly count: number }>({ name: 'test_count', text }, [])
  return row?.count ?? 0
}

async function openChosen(engine: string) {
  const url = engine === 'postgres' ? await createPostgresCopy() : undefined
  const env = url === undefined ? {} : { DATABASE_URL: url }
  const flags = url === undefined ? ['--data-dir', folder.path] : []
  const open = () => openDatabase(url === undefined ? { dataFolder: folder.path } : { url })
  return { open, env, args: ['serve', '--port', '0', ...flags] }
}

test.each(enginesAtHand)('on %s a stop waits for the retention and logs no fault [D137]', async (engine) => {
  const { open, env, args } = await openChosen(engine)
  const before = await open()
  await migrate(before)
  await insertOldRecords(before)
  await before.close()

  const service = startCommand(args, { env })
  await service.ready()
  const { exitCode, stderr } = await service.stop()

  expect(exitCode).toBe(0)
  expect(stderr.split('\n').filter((line) => /"level":[456]0/.test(line))).toEqual([])
  // It was stopped amid its work: the next process goes on.
  const after = await open()
  expect(await countRecords(after)).toBeGreaterThan(0)
  await after.close()
})
