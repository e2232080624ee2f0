import { randomUUID } from 'node:crypto'
import { startSource } from '@affiliate-platform/test-support/source-process'
import { type Engine, enginesAtHand, openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { openEmbedded } from '../../src/database/embedded/pglite.ts'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { ForeignMigrationError, listPendingMigrations, migrate } from '../../src/database/schema/migrate.ts'
import type { Database } from '../../src/database/statements/database.ts'

const migrator = new URL('../../../../test/support/migrate-once.ts', import.meta.url)
const opened: Database[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()))
})

function track(database: Database): Database {
  opened.push(database)
  return database
}

/** Makes an empty database on the real Postgres. */
async function createEmpty(): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const server = await openPostgres(url.href)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await server.query({ name: 'create_empty', text: `create database ${name}` }, [])
  await server.close()
  url.pathname = `/${name}`
  return url.href
}

async function openEmpty(engine: Engine): Promise<Database> {
  return track(engine === 'pglite' ? await openEmbedded() : await openPostgres(await createEmpty()))
}

async function readJournal(database: Database) {
  const text = 'select number, name from schema_migrations order by number'
  return await database.query<{ number: number; name: string }>({ name: 'test_journal', text }, [])
}

for (const engine of ['pglite', 'postgres'] as const) {
  describe.skipIf(!enginesAtHand.includes(engine))(`migrating on ${engine}`, () => {
    test('brings an empty database up to date once when several start at once, and then has nothing to do', async () => {
      const database = await openEmpty(engine)
      const pending = (await listPendingMigrations(database)).map(({ name }) => name)
      const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(database)))
      expect(applied.flat().toSorted()).toEqual(pending)
      expect(await migrate(database)).toEqual([])
      expect(await listPendingMigrations(database)).toEqual([])
      expect((await readJournal(database)).map(({ name }) => name)).toEqual(pending)
      const secrets = await database.query(
        { name: 'test_secrets', text: 'select secret from service_settings' },
        [],
      )
      expect(secrets).toHaveLength(1)
    })

    describe('that is done', () => {
      let database: Database
      beforeAll(async () => {
        database = await openTestDatabase(engine)
      })
      afterAll(() => database.close())
      const run = (text: string) => database.query({ name: '', text }, [])

      test('rolls back a script that fails in its middle, and leaves the database usable', async () => {
        const script = database.script(
          'create table half (id integer); select 1/0; create table rest (id integer)',
        )
        await expect(script).rejects.toMatchObject({ code: '22012' })
        expect(await run(`select to_regclass('half') is null as gone`)).toEqual([{ gone: true }])
      })

      test('rejects a database with a migration that it does not know', async () => {
        await run(`insert into schema_migrations (number, name, checksum) values (9999, '9999_later', 'x')`)
        await expect(migrate(database)).rejects.toThrow(ForeignMigrationError)
        await expect(migrate(database)).rejects.toThrow('9999_later')
        await run('delete from schema_migrations where number = 9999')
        expect(await migrate(database)).toEqual([])
      })

      test('rejects a database whose migration was edited after it had been applied', async () => {
        await run(`update schema_migrations set checksum = 'x' where number = 1`)
        await expect(migrate(database)).rejects.toThrow('make the database anew')
      })
    })
  })
}

describe.skipIf(!enginesAtHand.includes('postgres'))(
  'several processes that start on one empty Postgres',
  () => {
    test('all end up migrated, and one of them did it', async () => {
      const url = await createEmpty()
      const pools = await Promise.all(Array.from({ length: 6 }, () => openPostgres(url)))
      const applied = await Promise.all(pools.map((pool) => migrate(track(pool))))
      expect(applied.filter((names) => names.includes('0001_workspaces'))).toHaveLength(1)
      for (const pool of pools) expect(await listPendingMigrations(pool)).toEqual([])
    })

    test('do so as real processes too', async () => {
      const url = await createEmpty()
      const processes = [startSource(migrator, [url]), startSource(migrator, [url])]
      const reports = await Promise.all(processes.map((each) => each.nextLine()))
      const names = reports.flatMap((report) => JSON.parse(report ?? 'null'))
      expect(names.toSorted()).toEqual(
        (await readJournal(track(await openPostgres(url)))).map(({ name }) => name),
      )
      await Promise.all(processes.map((each) => each.end()))
    })
  },
)
