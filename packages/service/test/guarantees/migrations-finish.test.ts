import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@affiliate-platform/platform/database'
import {
  listPendingMigrations,
  migrate,
  openDatabase,
  openPostgres,
} from '@affiliate-platform/platform/database'
import { isSoak, report, scale, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { startSource } from '@affiliate-platform/test-support/source-process'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

const postgresKills = scale({ quick: 2, soak: 100 })
const embeddedKills = 20

const migrateOnce = new URL('../../../../test/support/migrate-once.ts', import.meta.url)
const holdFolder = new URL('../../../../test/support/hold-folder.ts', import.meta.url)

let names: readonly string[]

beforeAll(async () => {
  const files = await readdir(new URL('../../../platform/migrations/', import.meta.url))
  names = files.map((file) => file.replace(/\.sql$/, '')).toSorted()
})

describe.skipIf(!enginesAtHand.includes('postgres'))('starters on one real Postgres', () => {
  let server: Database
  const created: string[] = []

  beforeAll(async () => {
    server = await openPostgres(inject('directPostgresUrl'))
  })

  afterAll(async () => {
    for (const name of created) await run(server, `drop database ${name} with (force)`)
    await server.close()
  })

  async function createEmpty(): Promise<string> {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await run(server, `create database ${name}`)
    created.push(name)
    const url = new URL(inject('postgresUrl'))
    url.pathname = `/${name}`
    return url.href
  }

  test('finish the migration of one that was killed in its middle, and once', async () => {
    const url = await createEmpty()
    const [rival, database] = [await openPostgres(url), await openPostgres(url)]
    await rival
      .transaction(async (tx) => {
        // The last table of the first migration is in the way: whoever migrates waits there, most of it done.
        await run(tx, 'create table apps (id integer)')
        const killed = startSource(migrateOnce, [url])
        await untilSomebodyWaits(database)
        await killed.kill()
        throw new Error('out of the way')
      })
      .catch((error: Error) => expect(error.message).toBe('out of the way'))

    const starters = [startSource(migrateOnce, [url]), startSource(migrateOnce, [url])]
    const reports = await Promise.all(starters.map((starter) => starter.nextLine()))
    await Promise.all(starters.map((starter) => starter.end()))
    expect(reports.flatMap((applied) => JSON.parse(applied ?? 'null')).toSorted()).toEqual(names)
    expect(await listPendingMigrations(database)).toEqual([])
    expect(await fingerprint(database)).toBe(await fingerprintOfPrepared())
    await Promise.all([rival.close(), database.close()])
  })

  test(`end with the whole schema after ${postgresKills} kills at random moments`, async () => {
    const random = startRandom()
    const expected = await fingerprintOfPrepared()
    let unfinished = 0
    for (let kill = 0; kill < postgresKills; kill += 1) {
      const url = await createEmpty()
      const killed = startSource(migrateOnce, [url])
      await sleep(200 + random.below(1000))
      await killed.kill()
      const database = await openPostgres(url)
      if ((await migrate(database)).length > 0) unfinished += 1
      expect(await fingerprint(database)).toBe(expected)
      await database.close()
    }
    report(
      `${postgresKills} killed migrations on Postgres, ${unfinished} of them unfinished: all whole afterwards`,
    )
  })
})

// One first start that is killed, at the moment that leaves most behind, is among the tests of the data folder.
test(`a data folder ends with the whole schema after ${embeddedKills} starts killed at random moments`, {
  skip: !isSoak,
  meta: { needs: 'the time of npm run test:soak' },
}, async () => {
  const random = startRandom()
  let unfinished = 0
  let expected: string | undefined
  for (let kill = 0; kill < embeddedKills; kill += 1) {
    const folder = makeFolder()
    const killed = startSource(holdFolder, [folder.path])
    expect(await killed.nextLine()).toBe('opening')
    await sleep(random.below(3000))
    await killed.kill()
    const database = await openDatabase({ dataFolder: folder.path })
    if ((await migrate(database)).length > 0) unfinished += 1
    expect(await listPendingMigrations(database)).toEqual([])
    expected ??= await fingerprint(database)
    expect(await fingerprint(database)).toBe(expected)
    await database.close()
    folder.remove()
  }
  report(
    `${embeddedKills} killed first starts on the embedded database, ${unfinished} of them unfinished: all whole`,
  )
})

async function run(database: Pick<Database, 'query'>, text: string): Promise<void> {
  await database.query({ name: '', text }, [])
}

async function untilSomebodyWaits(database: Database): Promise<void> {
  const text = `
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  for (;;) {
    const [row] = await database.query<{ count: string }>({ name: 'test_waiting', text }, [])
    if (Number(row?.count) > 0) return
    await sleep(10)
  }
}

/** Every column, index, constraint, trigger and function of the schema. */
async function fingerprint(database: Database): Promise<string> {
  const text = `
    select md5(string_agg(line, E'\\n' order by line)) as hash from (
      select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    ) lines`
  const [row] = await database.query<{ hash: string }>({ name: 'test_fingerprint', text }, [])
  return row?.hash ?? ''
}

async function fingerprintOfPrepared(): Promise<string> {
  // Of a copy: whoever is connected to what others copy keeps them waiting, and waits for them.
  const database = await openPostgres(await createPostgresCopy())
  const hash = await fingerprint(database)
  await database.close()
  return hash
}
