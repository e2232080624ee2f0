import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listBalances } from '../../src/balances.ts'
import type { Database } from '../../src/database/statements/database.ts'
import { HistoryError, listHistorySetAside } from '../../src/history.ts'
import { importExport, summarize } from './import-export.ts'
import {
  buildAffiliate,
  buildCommission,
  buildExport,
  buildPaid,
  buildPayout,
  buildProgram,
  buildReferral,
  type Item,
  ids,
  toFolderOfBytes,
  toFolderOfTexts,
} from './mantle-export.ts'
import { columns, tables, toFolderOfTables } from './mantle-tables.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase('pglite')
})
afterAll(() => database.close())

const tablesOptions = { columns, currency: 'EUR' }

const toTexts = (changes: Parameters<typeof buildExport>[0]) =>
  Object.fromEntries(
    Object.entries(buildExport(changes)).map(([file, items]) => [file, JSON.stringify({ items })]),
  )

/** A record without one of its members. */
const without = (record: Item, name: string): Item =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name))

const listAside = async ({ workspaceId }: TestApp) => {
  const rows = await listHistorySetAside(database, workspaceId, { after: undefined, limit: 100 })
  return rows.map(({ kind, sourceId, file, number, reason, detail }) => ({
    ...{ kind, sourceId, place: `${file} ${number}`, reason, detail },
  }))
}

describe('a record that has another form than those of its file', () => {
  test('is set aside with its place and what is expected there, and the others are imported [D428]', async () => {
    const app = await insertApp(database)
    const imported = await importExport(
      database,
      app,
      buildExport({
        'affiliates.json': [buildAffiliate(1), buildAffiliate(2, { memberships: 'none' })],
        'attributions.json': [buildReferral(1), without(buildReferral(2), 'affiliateId')],
        'commissions.json': [
          buildPaid(1, 5),
          { ...buildCommission(2, 7), cancelled: 'perhaps' },
          buildCommission(3, 1),
          without(buildCommission(4, 9), 'id'),
          'a commission' as unknown as Item,
        ],
        'payouts.json': [buildPayout(1, 5), buildPayout(2, 5, { amount: true })],
      }),
    )
    expect(summarize(imported)).toEqual({
      added: { program: 1, member: 1, code: 1, referral: 1, payout: 1, commission: 2 },
      setAside: {
        'member malformed': 1,
        'referral malformed': 1,
        'payout malformed': 1,
        'commission malformed': 3,
      },
    })
    expect(await listBalances(database, app)).toMatchObject([{ dueMinor: '100', reportedMinor: '500' }])
    const aside = await listAside(app)
    expect(aside.map(({ kind, sourceId, place }) => [kind, sourceId, place])).toEqual([
      ['commission', ids.commission(2), 'commissions.json 2'],
      ['commission', 'record 4 of commissions.json', 'commissions.json 4'],
      ['commission', 'record 5 of commissions.json', 'commissions.json 5'],
      ['member', ids.affiliate(2), 'affiliates.json 2'],
      ['payout', ids.payout(2), 'payouts.json 2'],
      ['referral', ids.referral(2), 'attributions.json 2'],
    ])
    expect(aside.map(({ detail }) => detail)).toEqual([
      'cancelled: it is neither yes nor no',
      'id: Invalid input: expected string, received undefined',
      'the record: Invalid input: expected object, received string',
      'memberships: Invalid input: expected array, received string',
      'amount: Invalid input',
      'affiliateId: Invalid input: expected string, received undefined',
    ])
  })

  test('is told by the dry run too, and is imported by a later export that has it whole [D428]', async () => {
    const app = await insertApp(database)
    const broken = buildExport({
      'commissions.json': [buildCommission(1, 1), without(buildCommission(2, 2), 'affiliateProgramId')],
    })
    const dry = await importExport(database, app, broken, { isDryRun: true })
    const imported = await importExport(database, app, broken)
    expect(dry.report).toEqual(imported.report)
    const mended = buildExport({ 'commissions.json': [buildCommission(1, 1), buildCommission(2, 2)] })
    await importExport(database, app, mended)
    expect(await listBalances(database, app)).toMatchObject([{ dueMinor: '300' }])
  })

  test('is one of the public API’s programs, whose members are then in none [D428]', async () => {
    const app = await insertApp(database)
    const member = (number: number) => {
      const [membership] = buildAffiliate(number)['memberships'] as readonly Item[]
      return buildAffiliate(number, {
        memberships: [
          { ...without(membership ?? {}, 'affiliateProgram'), affiliateProgramId: ids.program(number) },
        ],
      })
    }
    const lists = {
      affiliate_programs: { affiliatePrograms: [buildProgram(1), { ...buildProgram(2), groups: 'none' }] },
      affiliates: { affiliates: [member(1), member(2)] },
      customers: { customers: [] },
      affiliate_referrals: { affiliateReferrals: [] },
      affiliate_payouts: { affiliatePayouts: [] },
      affiliate_commissions: { affiliateCommissions: [] },
    }
    const texts = Object.entries(lists).map(([name, list]) => [`${name}.json`, JSON.stringify(list)])
    const folder = toFolderOfTexts(Object.fromEntries(texts))
    const imported = await importExport(database, app, {}, { folder })
    expect(summarize(imported)).toEqual({
      added: { program: 1, member: 1, code: 1 },
      setAside: { 'program malformed': 1, 'member unknown_program': 1, 'code unknown_member': 1 },
    })
  })

  test('is a row of a table with more or fewer cells than the header [D428]', async () => {
    const app = await insertApp(database)
    const [header = '', ...rows] = tables['commissions.csv']
    const changes = { 'commissions.csv': [header, ...rows.slice(0, 2), 'c9;a1;p1;r1;5,00', `${rows[1]};;x`] }
    const folder = toFolderOfTables(changes)
    const imported = await importExport(database, app, {}, { folder, ...tablesOptions })
    expect(imported.report.setAside).toMatchObject([
      {
        ...{ kind: 'commission', reason: 'malformed', count: 1 },
        first: ['commissions.csv 3 c9: the record: it has 5 cells, and the header 8'],
      },
      // Told once whole and once not: neither can be trusted.
      { kind: 'commission', reason: 'told_differently', count: 1 },
    ])
  })
})

describe('a file that cannot be read', () => {
  const items = (...list: readonly unknown[]) => JSON.stringify({ items: list })

  test.each([
    [
      'payouts.json: none of its records can be read. Record 1: affiliateId',
      'payouts.json',
      items({ id: '1' }, 2),
    ],
    ['affiliates.json: none of its records can be read', 'affiliates.json', items({ handle: 'mia' })],
    ['ends early, after record 1', 'payouts.json', items(buildPayout(1, 1), buildPayout(2, 1)).slice(0, -9)],
    ['ends early, after record 0', 'payouts.json', ''],
    ['it is no JSON', 'payouts.json', 'id,amount\n1,2'],
  ])('is rejected as a whole: %s [D428]', async (why, file, text) => {
    const app = await insertApp(database)
    const folder = toFolderOfTexts({ ...toTexts({}), [file]: text })
    for (const isDryRun of [true, false]) {
      const importing = importExport(database, app, {}, { folder, isDryRun })
      await expect(importing).rejects.toThrow(HistoryError)
      await expect(importing).rejects.toThrow(why)
    }
    const text2 = 'select 1 from history_records where workspace_id = $1'
    expect(await database.query({ name: '', text: text2 }, [app.workspaceId])).toEqual([])
  })
})

describe('the characters of an export', () => {
  const name = 'Zoë 東京'
  const files = toTexts({ 'affiliates.json': [buildAffiliate(1, { name })] })
  const encode = (how: (text: string) => Uint8Array) =>
    toFolderOfBytes(Object.fromEntries(Object.entries(files).map(([file, text]) => [file, how(text)])))
  const utf16 = (text: string) => Buffer.from(text, 'utf16le')

  test.each([
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 with a mark', (text: string) => utf16(`\uFEFF${text}`)],
    ['UTF-16 without one', utf16],
    ['UTF-16, its greater byte first', (text: string) => utf16(`\uFEFF${text}`).swap16()],
    ['UTF-8 with line ends of Windows', (text: string) => Buffer.from(text.replaceAll(',', ',\r\n'))],
  ])('are read as they are: %s [D428]', async (_, how) => {
    const app = await insertApp(database)
    const { report } = await importExport(database, app, {}, { folder: encode(how) })
    expect(report.setAside).toEqual([])
    const text = 'select member_name as name from memberships where workspace_id = $1'
    expect(await database.query({ name: '', text }, [app.workspaceId])).toContainEqual({ name })
  })

  test('are not guessed, neither those of Windows nor half a letter [D428]', async () => {
    const app = await insertApp(database)
    const windows = encode((text) => Buffer.from(text, 'latin1'))
    await expect(importExport(database, app, {}, { folder: windows })).rejects.toThrow(
      'affiliates.json: it is no text in UTF-8 after byte 0.',
    )
    const half = encode((text) => Buffer.from(text).subarray(0, Buffer.from(text).indexOf('ë') + 1))
    await expect(importExport(database, app, {}, { folder: half })).rejects.toThrow(
      'affiliates.json: it is no text in UTF-8 at its end.',
    )
  })

  test('are read in tables as well, whose delimiter is still found [D428]', async () => {
    const app = await insertApp(database)
    const texts = Object.entries(tables).map(([file, lines]) => [file, utf16(lines.join('\r\n'))] as const)
    const folder = toFolderOfBytes(Object.fromEntries(texts))
    const { report } = await importExport(database, app, {}, { folder, ...tablesOptions })
    expect(report.added).toContainEqual(expect.objectContaining({ kind: 'commission', count: 2 }))
  })
})
