import { foreignSettings, ownSettings, readSettings } from '@affiliate-platform/test-support/foreign-settings'
import { createDirectCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runStatementAlone, runTransaction } from '../../src/database/postgres/postgres-transaction.ts'
import type { Queryable } from '../../src/database/statements/database.ts'

describe.skipIf(!enginesAtHand.includes('postgres'))('a connection that a pooler lends', () => {
  let connections: pg.Pool

  beforeAll(async () => {
    connections = new pg.Pool({ connectionString: await createDirectCopy(), max: 1 })
    for (const [name, value] of Object.entries({
      ...foreignSettings,
      default_transaction_isolation: 'serializable',
    })) {
      await connections.query(`set ${name} = '${value}'`)
    }
  })

  afterAll(() => connections.end())

  const expected = [{ ...ownSettings, transaction_isolation: 'read committed' }]

  test('has our settings in a transaction, and only there [D74] [D180]', async () => {
    const readIn = (tx: Queryable) => tx.query(readSettings, [])
    expect(await runTransaction(connections, readIn, { isPooled: true })).toEqual(expected)
    const { rows } = await connections.query(readSettings.text)
    expect(rows).toEqual([{ ...foreignSettings, transaction_isolation: 'serializable' }])
  })

  test('has our settings for a statement on its own, and only there [D74] [D180]', async () => {
    expect(await runStatementAlone(connections, readSettings, [])).toEqual(expected)
    const { rows } = await connections.query(readSettings.text)
    expect(rows).toEqual([{ ...foreignSettings, transaction_isolation: 'serializable' }])
  })
})
