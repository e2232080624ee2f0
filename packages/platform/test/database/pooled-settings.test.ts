import { createDirectCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Queryable } from '../../src/database/database.ts'
import { runStatementAlone, runTransaction } from '../../src/database/postgres-transaction.ts'

/** What another client of the pooler may have told the server's connection, and what ours is held to. */
const settings = [
  ['synchronous_commit', 'off', 'on'],
  ['statement_timeout', '0', '10s'],
  ['lock_timeout', '0', '2s'],
  ['idle_in_transaction_session_timeout', '0', '10s'],
  ['random_page_cost', '8', '1.1'],
  ['datestyle', 'German, DMY', 'ISO, YMD'],
  ['timezone', 'America/St_Johns', 'UTC'],
  ['bytea_output', 'escape', 'hex'],
  ['extra_float_digits', '-6', '1'],
  ['standard_conforming_strings', 'off', 'on'],
] as const
const names = settings.map(([name]) => name)
const foreign = Object.fromEntries(settings.map(([name, value]) => [name, value]))
const own = Object.fromEntries(settings.map(([name, , value]) => [name, value]))
const read = {
  name: 'test_settings',
  text: `select ${[...names, 'transaction_isolation'].map((name) => `current_setting('${name}') as ${name}`).join(', ')}`,
}

describe.skipIf(!enginesAtHand.includes('postgres'))('a connection that a pooler lends', () => {
  let connections: pg.Pool

  beforeAll(async () => {
    connections = new pg.Pool({ connectionString: await createDirectCopy(), max: 1 })
    for (const [name, value] of Object.entries({
      ...foreign,
      default_transaction_isolation: 'serializable',
    })) {
      await connections.query(`set ${name} = '${value}'`)
    }
  })

  afterAll(() => connections.end())

  const expected = [{ ...own, transaction_isolation: 'read committed' }]

  test('has our settings in a transaction, and only there [D74] [D180]', async () => {
    const readIn = (tx: Queryable) => tx.query(read, [])
    expect(await runTransaction(connections, readIn, true)).toEqual(expected)
    const { rows } = await connections.query(read.text)
    expect(rows).toEqual([{ ...foreign, transaction_isolation: 'serializable' }])
  })

  test('has our settings for a statement on its own, and only there [D74] [D180]', async () => {
    expect(await runStatementAlone(connections, read, [])).toEqual(expected)
    const { rows } = await connections.query(read.text)
    expect(rows).toEqual([{ ...foreign, transaction_isolation: 'serializable' }])
  })
})
