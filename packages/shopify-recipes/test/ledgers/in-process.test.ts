import { DatabaseSync } from 'node:sqlite'
import {
  createMemoryLedger,
  createPrismaLedger,
  createSqlLedger,
  ledgerMigration,
} from '@affiliate-platform/shopify-recipes'
import { describe, expect, it } from 'vitest'
import { testLedger } from '../support/ledger-contract.ts'
import { createPrismaTable } from '../support/prisma-table.ts'
import { sqlite3 } from '../support/sqlite3.ts'

const entry = { key: 'install:a', state: 'done', tasks: '', claim: 'c', sinceMs: 0, dueAtMs: null } as const

describe('memory ledger', () => {
  testLedger(() => createMemoryLedger())

  it('forgets the oldest entry beyond its size', async () => {
    const ledger = createMemoryLedger({ entriesMax: 2 })
    for (const key of ['install:a', 'install:b', 'install:c'])
      await ledger.replace(key, null, { ...entry, key })
    expect(await ledger.read('install:a')).toBeNull()
    expect(await ledger.read('install:b')).not.toBeNull()
  })
})

describe('Prisma ledger', () => {
  testLedger(() => createPrismaLedger(createPrismaTable()))

  it.each([
    ['has no table', Object.assign(new Error('missing'), { code: 'P2021' })],
    ['has no table behind a driver adapter', new Error('SQLITE_ERROR: no such table: main.AffiliateLedger')],
  ])('names the migration when the database %s', async (_, fault) => {
    const ledger = createPrismaLedger({ ...createPrismaTable(), findUnique: () => Promise.reject(fault) })
    const error = await ledger.read('install:a').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'ledger_table_missing', cause: fault })
    expect(String(error)).toContain('npx prisma migrate dev --name affiliate-ledger')
  })

  it('names the migration when the client was generated without the model', async () => {
    const { affiliateLedger } = {} as { affiliateLedger: ReturnType<typeof createPrismaTable> }
    await expect(createPrismaLedger(affiliateLedger).read('install:a')).rejects.toMatchObject({
      code: 'ledger_table_missing',
    })
  })

  it('gives way to a rival that is writing the same entry [D38]', async () => {
    const table = createPrismaTable()
    const faults = [Object.assign(new Error('write conflict'), { code: 'P2034' })]
    const ledger = createPrismaLedger({
      ...table,
      updateMany: (args) => {
        const fault = faults.pop()
        return fault ? Promise.reject(fault) : table.updateMany(args)
      },
    })
    await ledger.replace('install:a', null, entry)
    expect(await ledger.replace('install:a', 'other', entry)).toBe(false)
    expect(faults).toEqual([])
  })

  it('takes the second of two inserts on MySQL for what it is, and lets any other fault out', async () => {
    const open = (code: string) => {
      const upsert = () => Promise.reject(Object.assign(new Error(code), { code }))
      return createPrismaLedger({ ...createPrismaTable(), upsert })
    }
    expect(await open('P2002').replace('install:a', null, entry)).toBe(false)
    await expect(open('P1001').replace('install:a', null, entry)).rejects.toThrow('P1001')
  })
})

describe('SQL ledger on SQLite', () => {
  testLedger(() => {
    const client = new DatabaseSync(':memory:')
    client.exec(ledgerMigration('sqlite'))
    client.exec(ledgerMigration('sqlite'))
    return createSqlLedger({ dialect: 'sqlite', client })
  })

  it('names the migration when there is no table', async () => {
    const ledger = createSqlLedger({ dialect: 'sqlite', client: new DatabaseSync(':memory:') })
    const error = await ledger.read('install:a').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'ledger_table_missing' })
    expect(String(error)).toContain("ledgerMigration('sqlite')")
  })
})

describe('SQL ledger on SQLite by the package sqlite3', () => {
  testLedger(() => {
    const client = new sqlite3.Database(':memory:')
    client.exec(ledgerMigration('sqlite'))
    return createSqlLedger({ dialect: 'sqlite', client })
  })

  it('names the migration when there is no table', async () => {
    const ledger = createSqlLedger({ dialect: 'sqlite', client: new sqlite3.Database(':memory:') })
    await expect(ledger.read('install:a')).rejects.toMatchObject({ code: 'ledger_table_missing' })
    await expect(ledger.replace('install:a', null, entry)).rejects.toMatchObject({
      code: 'ledger_table_missing',
    })
  })
})
