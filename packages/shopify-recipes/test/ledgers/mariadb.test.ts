import { createSqlLedger, ledgerMigration } from '@affiliate-platform/shopify-recipes'
import { createPool, type Pool } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testLedger } from '../support/ledger-contract.ts'
import { isInstalled, type LocalServer, startMariaDb } from '../support/local-server.ts'

let server: LocalServer
let pool: Pool

const levels = ['repeatable read', 'serializable']

describe.each(levels)(
  'SQL ledger on MariaDB, by default %s',
  { skip: !isInstalled.mariadb, meta: { needs: 'MariaDB (mariadb-server)' } },
  (level) => {
    beforeAll(async () => {
      server = await startMariaDb()
      pool = createPool({ host: '127.0.0.1', port: server.port, user: 'root', database: 'test' })
      pool.on('connection', (connection) =>
        connection.query(`set session transaction isolation level ${level}`),
      )
    })

    afterAll(async () => {
      await pool.end()
      await server[Symbol.asyncDispose]()
    })

    testLedger(async () => {
      await pool.query(ledgerMigration('mysql'))
      await pool.query(ledgerMigration('mysql'))
      await pool.query('truncate affiliate_ledger')
      return createSqlLedger({ dialect: 'mysql', client: pool })
    })

    it('names the migration when there is no table', async () => {
      await pool.query('drop table if exists affiliate_ledger')
      const error = await createSqlLedger({ dialect: 'mysql', client: pool })
        .read('install:a')
        .catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'ledger_table_missing' })
      expect(String(error)).toContain("ledgerMigration('mysql')")
    })
  },
)
