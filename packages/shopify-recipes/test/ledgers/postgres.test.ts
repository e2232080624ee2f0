import { randomUUID } from 'node:crypto'
import { createSqlLedger, ledgerMigration } from '@affiliate-platform/shopify-recipes'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testLedger } from '../support/ledger-contract.ts'

const levels = ['read committed', 'repeatable read', 'serializable']

describe.skipIf(inject('postgresUrl') === '').each(levels)(
  'SQL ledger on PostgreSQL, by default %s',
  (level) => {
    const schema = `ledger_${randomUUID().replaceAll('-', '')}`
    const isolation = level.replace(' ', String.raw`\ `)
    let pool: pg.Pool

    beforeAll(async () => {
      const options = `-c search_path=${schema} -c default_transaction_isolation=${isolation}`
      pool = new pg.Pool({ connectionString: inject('postgresUrl'), options, application_name: schema })
      await pool.query(`create schema ${schema}`)
    })

    afterAll(async () => {
      await pool.query(`drop schema ${schema} cascade`)
      await pool.end()
    })

    /** How many connections of this pool wait for a lock. */
    async function countWaiting(): Promise<number> {
      const text = `select from pg_stat_activity where wait_event_type = 'Lock' and application_name = $1`
      return (await pool.query(text, [schema])).rows.length
    }

    async function openEmpty() {
      await pool.query(ledgerMigration('postgresql'))
      await pool.query(ledgerMigration('postgresql'))
      await pool.query('truncate affiliate_ledger')
      return createSqlLedger({ dialect: 'postgresql', client: pool })
    }

    testLedger(openEmpty)

    it('gives way to a rival that is writing the same entry [D38]', async () => {
      const ledger = await openEmpty()
      const own = { key: 'install:a', state: 'claimed', tasks: '', claim: 'own', sinceMs: 0 } as const
      const insert = `insert into affiliate_ledger values ('install:a', 'claimed', '', 'rival', 0, null)`
      const update = `update affiliate_ledger set claim = 'again'`
      for (const [statement, expected] of [
        [insert, null],
        [update, 'rival'],
      ] as const) {
        const rival = await pool.connect()
        await rival.query('begin isolation level read committed')
        await rival.query(statement)
        const replacing = ledger.replace(own.key, expected, { ...own, dueAtMs: null })
        await expect.poll(() => countWaiting()).toBe(1)
        await rival.query('commit')
        rival.release()
        expect(await replacing).toBe(false)
      }
    })

    it('names the migration when there is no table', async () => {
      await pool.query('drop table if exists affiliate_ledger')
      const error = await createSqlLedger({ dialect: 'postgresql', client: pool })
        .read('install:a')
        .catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'ledger_table_missing' })
      expect(String(error)).toContain("ledgerMigration('postgresql')")
    })
  },
)
