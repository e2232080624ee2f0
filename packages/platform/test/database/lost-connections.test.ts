import { startTcpProxy, type TcpProxy } from '@affiliate-platform/test-support/tcp-proxy'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { CommitUnknownError } from '../../src/database/postgres/retry.ts'
import type { Database, Queryable, Statement } from '../../src/database/statements/database.ts'
import { toDatabaseFault } from '../../src/database/statements/faults.ts'

const pidStatement: Statement = { name: 'test_pid', text: 'select pg_backend_pid() as pid' }
const endStatement: Statement = { name: 'test_end', text: 'select pg_terminate_backend($1)' }
const insertStatement: Statement = {
  name: 'test_insert_workspace',
  text: 'insert into workspaces (workspace_id, name, created_at) values (gen_random_uuid(), $1, now())',
}
const countStatement: Statement = {
  name: 'test_count_workspaces',
  text: 'select count(*) from workspaces where name = $1',
}

describe.skipIf(!enginesAtHand.includes('postgres'))('a transaction on a real Postgres', () => {
  let database: Database
  let rival: Database

  beforeAll(async () => {
    const url = await createPostgresCopy()
    database = await openPostgres(url)
    rival = await openPostgres(url)
  })

  afterAll(() => Promise.all([database.close(), rival.close()]))

  async function countNamed(name: string): Promise<number> {
    const [row] = await rival.query<{ count: string }>(countStatement, [name])
    return Number(row?.count)
  }

  async function endBackendOf(tx: Queryable): Promise<void> {
    const [row] = await tx.query<{ pid: number }>(pidStatement, [])
    await rival.query(endStatement, [row?.pid])
  }

  test('runs again when its connection is ended before the commit, and happens once', async () => {
    let attempts = 0
    await database.transaction(async (tx) => {
      attempts += 1
      await tx.query(insertStatement, ['ended once'])
      if (attempts === 1) await endBackendOf(tx)
      await tx.query(insertStatement, ['ended once'])
    })
    expect(attempts).toBe(2)
    expect(await countNamed('ended once')).toBe(2)
  })

  test('gives up after five attempts, and nothing of it stays', async () => {
    let attempts = 0
    const run = database.transaction(async (tx) => {
      attempts += 1
      await tx.query(insertStatement, ['always ended'])
      await endBackendOf(tx)
      await tx.query(insertStatement, ['always ended'])
    })
    expect(toDatabaseFault(await run.catch((error: unknown) => error))).toBe('unavailable')
    expect(attempts).toBe(5)
    expect(await countNamed('always ended')).toBe(0)
  })

  test('runs again after a serialisation failure, as a statement on its own does [D74]', async () => {
    await database.script(`
      create sequence failures;
      create function fail_once() returns void language plpgsql as $$
      begin
        if nextval('failures') % 2 = 1 then raise exception sqlstate '40001'; end if;
      end $$`)
    const failOnce = { name: 'test_fail_once', text: 'select fail_once()' }
    let attempts = 0
    await database.transaction(async (tx) => {
      attempts += 1
      await tx.query(insertStatement, ['serial'])
      await tx.query(failOnce, [])
    })
    expect([attempts, await countNamed('serial')]).toEqual([2, 1])
    await database.query(failOnce, [])
  })

  test('runs again after a deadlock', async () => {
    const lock = { name: 'test_lock', text: 'select from programs where id = $1 for update' }
    const programs = await database.query<{ id: string }>(
      { name: 'test_programs', text: 'select id from programs order by id limit 2' },
      [],
    )
    const ids = programs.map(({ id }) => id)
    let holding = 0
    let attempts = 0
    const lockBoth = (order: readonly string[]) => async (tx: Queryable) => {
      attempts += 1
      await tx.query(lock, [order[0]])
      holding += 1
      // Both hold their first row before either asks for its second, on the first attempt.
      while (holding < 2) await tx.query(pidStatement, [])
      await tx.query(lock, [order[1]])
    }
    await Promise.all([database.transaction(lockBoth(ids)), rival.transaction(lockBoth(ids.toReversed()))])
    expect(attempts).toBeGreaterThan(2)
  })

  test('rolls back what a failing function did, and keeps its connection', async () => {
    let pid = 0
    const run = database.transaction(async (tx) => {
      pid = (await tx.query<{ pid: number }>(pidStatement, []))[0]?.pid ?? 0
      await tx.query(insertStatement, ['failed'])
      throw new Error('changed my mind')
    })
    await expect(run).rejects.toThrow('changed my mind')
    expect(await countNamed('failed')).toBe(0)
    const pids = await database.query<{ pid: number }>(
      { name: 'test_alive', text: 'select pid from pg_stat_activity where pid = $1' },
      [pid],
    )
    expect(pids).toHaveLength(1)
  })

  test('survives connections that are ended while idle', async () => {
    await Promise.all(Array.from({ length: 8 }, () => database.query(pidStatement, [])))
    const text = `
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    await rival.query({ name: 'test_end_all', text }, [])
    await database.transaction((tx) => tx.query(pidStatement, []))
  })
})

describe.skipIf(!enginesAtHand.includes('postgres'))('a network that fails', () => {
  let proxy: TcpProxy
  let database: Database
  let direct: Database

  beforeAll(async () => {
    const url = await createPostgresCopy()
    proxy = await startTcpProxy(url)
    database = await openPostgres(proxy.url)
    direct = await openPostgres(url)
  })

  afterAll(async () => {
    await Promise.all([database.close(), direct.close()])
    proxy.close()
  })

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)(
    'leaves a commit unknown, which is not run again: cut %s the server has it',
    async (moment, rows) => {
      let attempts = 0
      proxy.cutAt('commit\0', moment)
      const run = database.transaction(async (tx) => {
        attempts += 1
        await tx.query(insertStatement, [`cut ${moment}`])
      })
      await expect(run).rejects.toBeInstanceOf(CommitUnknownError)
      proxy.restore()
      expect(attempts).toBe(1)
      const [row] = await direct.query<{ count: string }>(countStatement, [`cut ${moment}`])
      expect(Number(row?.count)).toBe(rows)
    },
  )

  test('ends a script with an error, and not the process', async () => {
    const script = database.script('/* long */ select pg_sleep(20)')
    const failure = expect(script).rejects.toThrow('Connection terminated')
    const text = `
      select from pg_stat_activity
      where datname = current_database() and query like '/* long */%' and wait_event = 'PgSleep'`
    while ((await direct.query({ name: 'test_running', text }, [])).length === 0);
    proxy.cut()
    await failure
    proxy.restore()
    await database.query(pidStatement, [])
  })
})
