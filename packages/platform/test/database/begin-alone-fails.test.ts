import { type FaultProxy, startFaultProxy } from '@affiliate-platform/test-support/fault-proxy'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import type { Database, Transaction } from '../../src/database/statements/database.ts'

const insert = {
  name: 'test_insert_workspace',
  text: `insert into workspaces (workspace_id, name, created_at) values (gen_random_uuid(), 'begun without a transaction', now())`,
}
const read = { name: 'test_read', text: 'select 1 as one' }

describe.skipIf(!enginesAtHand.includes('postgres'))('a transaction that could not begin', () => {
  let proxy: FaultProxy
  let direct: Database
  let database: Database

  beforeAll(async () => {
    const url = await createPostgresCopy()
    direct = await openPostgres(url)
    proxy = await startFaultProxy(url)
  })

  afterAll(async () => {
    await direct.close()
    proxy.close()
  })

  beforeEach(async () => {
    // New connections: on them `begin` is parsed anew, and the server rejects what the proxy makes of it.
    database = await openPostgres(proxy.url)
    proxy.spoil('begin isolation level')
    return async () => {
      proxy.restore()
      await database.close()
    }
  })

  async function run(work: (tx: Transaction) => Promise<unknown>) {
    await expect(database.transaction(work)).rejects.toMatchObject({ code: '42601' })
    const text = `select from workspaces where name = 'begun without a transaction'`
    return (await direct.query({ name: 'test_find', text }, [])).length
  }

  test.each<[string, (tx: Transaction) => Promise<unknown>]>([
    ['a change at once', (tx) => tx.query(insert, [])],
    ['a change beside a read', (tx) => Promise.all([tx.query(read, []), tx.query(insert, [])])],
    ['a change after a read', async (tx) => [await tx.query(read, []), await tx.query(insert, [])]],
    ['a change at the end', async (tx) => tx.write(insert, [])],
  ])('changes nothing: %s', async (_title, work) => {
    expect(await run(work)).toBe(0)
  })

  test('leaves no statement to the next transaction on its connection', async () => {
    let late: Promise<unknown> | undefined
    await run(async (tx) => {
      await tx.query(read, [])
      late = tx.query(insert, []).catch(() => 'rejected')
    })
    proxy.restore()
    await database.transaction((tx) => tx.query(read, []))
    expect(await late).toBe('rejected')
  })
})
