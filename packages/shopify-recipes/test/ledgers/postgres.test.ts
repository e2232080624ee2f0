import { randomUUID } from 'node:crypto'
import { createSqlLedger, ledgerMigration } from '@affiliate-platform/shopify-recipes'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testLedger } from '../support/ledger-contract.ts'

const schema = `ledger_${randomUUID().replaceAll('-', '')}`
let pool: pg.Pool

describe.skipIf(inject('postgresUrl') === '')('SQL ledger on PostgreSQL', () => {
  beforeAll(async () => {
    pool = new pg.Pool({ connectionString: inject('postgresUrl'), options: `-c search_path=${schema}` })
    await pool.query(`create schema ${schema}`)
  })

  afterAll(async () => {
    await pool.query(`drop schema ${schema} cascade`)
    await pool.end()
  })

  testLedger(async () => {
    await pool.query(ledgerMigration('postgresql'))
    await pool.query(ledgerMigration('postgresql'))
    await pool.query('truncate affiliate_ledger')
    return createSqlLedger({ dialect: 'postgresql', client: pool })
  })

  it('names the migration when there is no table', async () => {
    await pool.query('drop table if exists affiliate_ledger')
    const error = await createSqlLedger({ dialect: 'postgresql', client: pool })
      .read('install:a')
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'ledger_table_missing' })
    expect(String(error)).toContain("ledgerMigration('postgresql')")
  })
})
