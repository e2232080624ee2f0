import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listBalances } from '../../src/balances.ts'
import type { Database } from '../../src/database/statements/database.ts'
import { csvColumnsSchema, HistoryError } from '../../src/history.ts'
import { importExport, summarize } from './import-export.ts'
import { columns, tables, toFolderOfTables as toFolder } from './mantle-tables.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase('pglite')
})
afterAll(() => database.close())

describe('an export as tables [D421]', () => {
  test('is read by what somebody has said of its columns', async () => {
    const app = await insertApp(database)
    const options = { folder: toFolder(), columns, currency: 'EUR' }
    const imported = await importExport(database, app, {}, options)
    expect(summarize(imported)).toEqual({
      added: { program: 1, member: 1, code: 1, referral: 1, payout: 1, commission: 2 },
      setAside: { 'commission unreadable_amount': 2, 'commission without_time': 1 },
    })
    expect(await listBalances(database, app)).toMatchObject([
      { memberName: 'Mia, of "Lantern"', currency: 'EUR', dueMinor: '725', reportedMinor: '123450' },
    ])
    const text = `
      select paid_at as at, (select rules ->> 'rateBps' from referral_contracts where workspace_id = $1) as rate,
        (select rules -> 'includedSaleKinds' from referral_contracts where workspace_id = $1) as kinds
      from payment_reports where workspace_id = $1`
    expect(await database.query({ name: '', text }, [app.workspaceId])).toEqual([
      { at: new Date('2025-04-02T07:00:00Z'), rate: '1250', kinds: ['usage_sale', 'one_time_sale'] },
    ])
  })

  test('counts no amount that names another currency, whether by its code or by its sign [D427]', async () => {
    const rows = ['USD 5,00', '$ 6,00', '7,00 £', '8,00 ₫', '€9,00', 'EUR 1,00'].map(
      (amount, index) => `c${index};a1;p1;r1;${amount};2025-03-02;no;`,
    )
    const changes = {
      'payouts.csv': [tables['payouts.csv'][0] ?? '', 'o1;a1;p1;paid;USD 10,00;2025-04-02'],
      'commissions.csv': [tables['commissions.csv'][0] ?? '', ...rows],
    }
    const app = await insertApp(database)
    const options = { folder: toFolder(changes), columns, currency: 'EUR' }
    const imported = await importExport(database, app, {}, options)
    expect(imported.report.setAside).toMatchObject([
      { kind: 'commission', reason: 'other_currency', currency: 'GBP', amountMinor: '700' },
      { kind: 'commission', reason: 'other_currency', currency: 'USD', amountMinor: '1100' },
      { kind: 'commission', reason: 'other_currency', currency: 'XXX', amountMinor: '800' },
      { kind: 'payout', reason: 'other_currency', currency: 'USD', amountMinor: '1000' },
    ])
    expect(await listBalances(database, app)).toMatchObject([{ dueMinor: '1000', reportedMinor: '0' }])
  })

  test.each([
    // Three digits behind a point are a thousand or not: the mark that somebody has named says it.
    [',', '1.000', '100000'],
    ['.', '1.000', '100'],
    ['.', '1,000', '100000'],
    [',', '1,000', '100'],
    [',', '1.000,5', '100050'],
    [',', '1.0000', null],
    [',', '10.00', null],
    ['.', '1,00', null],
    ['.', '1.000,5', null],
    [',', '1.00.000', null],
  ] as const)('with the decimal mark %s has %s as %s minor units [D421]', async (decimal, amount, minor) => {
    const rate = { 'affiliates.csv': [tables['affiliates.csv'][0] ?? '', 'a1;Mia;p1;Partners;mia;12;usage;'] }
    const commissions = [tables['commissions.csv'][0] ?? '', `c1;a1;p1;r1;"${amount}";2025-03-02;no;`]
    const payouts = { 'payouts.csv': [tables['payouts.csv'][0] ?? ''] }
    const folder = toFolder({ ...rate, ...payouts, 'commissions.csv': commissions })
    const app = await insertApp(database)
    const options = { folder, columns: { ...columns, decimal }, currency: 'EUR' }
    const imported = await importExport(database, app, {}, options)
    expect(summarize(imported).setAside).toEqual(minor === null ? { 'commission unreadable_amount': 1 } : {})
    expect(await listBalances(database, app)).toMatchObject(minor === null ? [] : [{ dueMinor: minor }])
  })

  test('is rejected where nobody has named the decimal mark: 1.000 is never guessed [D421]', () => {
    const { decimal: _decimal, ...rest } = columns
    expect(csvColumnsSchema.safeParse(columns).success).toBe(true)
    expect(csvColumnsSchema.safeParse(rest).success).toBe(false)
  })

  test('keeps the number of a payout as it is written [D427]', async () => {
    const files = { ...columns.files, 'payouts.csv': { ...columns.files['payouts.csv'], No: 'number' } }
    const payouts = [`${tables['payouts.csv'][0]};No`, 'o1;a1;p1;paid;2.000,00;2025-04-02;P-1.001']
    const app = await insertApp(database)
    const options = { columns: { ...columns, files }, currency: 'EUR' }
    await importExport(database, app, {}, { folder: toFolder({ 'payouts.csv': payouts }), ...options })
    const text = 'select reason from commissions where workspace_id = $1'
    expect(await database.query({ name: '', text }, [app.workspaceId])).toContainEqual({
      reason: 'Mantle payout P-1.001: what its commissions do not come to',
    })
  })

  test('reads a dollar sign as that of whatever dollar is imported [D427]', async () => {
    const commissions = [tables['commissions.csv'][0] ?? '', 'c1;a1;p1;r1;$5,00;2025-03-02;no;']
    const changes = { 'payouts.csv': [tables['payouts.csv'][0] ?? ''], 'commissions.csv': commissions }
    const app = await insertApp(database)
    await importExport(database, app, {}, { folder: toFolder(changes), columns, currency: 'CAD' })
    expect(await listBalances(database, app)).toMatchObject([{ currency: 'CAD', dueMinor: '500' }])
  })

  test('takes yes and no in usual words, and no other word for either [D427]', async () => {
    const toChanges = (words: readonly string[]) => ({
      'payouts.csv': [tables['payouts.csv'][0] ?? ''],
      'commissions.csv': [
        `${tables['commissions.csv'][0]};Updated`,
        ...words.map((word, index) => `c${index};a1;p1;r1;1,00;2025-03-02;${word};;2025-04-01`),
      ],
    })
    const updated = { ...columns.files['commissions.csv'], Updated: 'updatedAt' }
    const named = { ...columns, files: { ...columns.files, 'commissions.csv': updated } }
    const importWords = async (...words: readonly string[]) => {
      const app = await insertApp(database)
      const options = { folder: toFolder(toChanges(words)), columns: named, currency: 'EUR' }
      return { app, imported: await importExport(database, app, {}, options) }
    }
    const { app } = await importWords('Yes', 'TRUE', '1', 'y', 'No', 'false', '0', 'n', '')
    expect(await listBalances(database, app)).toMatchObject([{ dueMinor: '500' }])
    const { app: other, imported } = await importWords('no', 'cancelled')
    expect(imported.report.setAside).toMatchObject([
      {
        reason: 'malformed',
        first: ['commissions.csv 2 c1: cancelled: it is neither yes nor no'],
      },
    ])
    expect(await listBalances(database, other)).toMatchObject([{ dueMinor: '100' }])
  })

  test.each([
    ['say what the columns "Note" are', { 'referrals.csv': [`${tables['referrals.csv'][0]};Note`] }],
    ['no column "Shop"', { 'referrals.csv': ['ID;Affiliate;Program;Date'] }],
    ['the column "ID" twice', { 'referrals.csv': [`${tables['referrals.csv'][0]};ID`] }],
    ['it is empty', { 'referrals.csv': [''] }],
    [
      'cannot be read as CSV after record 0',
      { 'referrals.csv': [tables['referrals.csv'][0] ?? '', 'r1;"a1'] },
    ],
  ])('is rejected: %s', async (why, changes) => {
    const app = await insertApp(database)
    const importing = importExport(database, app, {}, { folder: toFolder(changes), columns, currency: 'EUR' })
    await expect(importing).rejects.toThrow(HistoryError)
    await expect(importing).rejects.toThrow(why)
  })

  test.each([
    ['two columns are "id"', { Affiliate: 'id' }],
    ['nothing is called "shop"', { Shop: 'shop' }],
  ])('is rejected where columns are said wrong: %s', async (why, changes) => {
    const app = await insertApp(database)
    const referrals = { ...columns.files['referrals.csv'], ...changes }
    const wrong = { ...columns, files: { ...columns.files, 'referrals.csv': referrals } }
    const importing = importExport(database, app, {}, { folder: toFolder(), columns: wrong, currency: 'EUR' })
    await expect(importing).rejects.toThrow(why)
  })
})
