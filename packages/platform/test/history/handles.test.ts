import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import { importExport } from './import-export.ts'
import { buildAffiliate, buildExport, buildProgram, type Item, ids } from './mantle-export.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase('pglite')
})
afterAll(() => database.close())

const importHandles = async (members: readonly Item[]) => {
  const app = await insertApp(database)
  const { report } = await importExport(database, app, buildExport({ 'affiliates.json': members }))
  return { app, setAside: report.setAside }
}

const listCodes = async ({ workspaceId }: TestApp) => {
  const text = `
    select code, member_name as name from links
    join memberships member on member.workspace_id = $1 and member.id = links.membership_id
    where links.workspace_id = $1 order by member_name, code`
  return await database.query({ name: '', text }, [workspaceId])
}

const withHandle = (number: number, handle: string, membership: Item = {}) =>
  buildAffiliate(number, {}, { handle, ...membership })

describe('a handle [D421]', () => {
  test.each(['a', 'x'.repeat(64), 'Studio_North-2', '0815'])('is a code as it is: %s', async (handle) => {
    const { app, setAside } = await importHandles([withHandle(1, handle)])
    expect(setAside).toEqual([])
    expect(await listCodes(app)).toEqual([{ code: handle, name: 'Affiliate 1' }])
  })

  test.each(['Häkeln', '東京', 'naïve', 'a b', 'a.b', '-a', 'a_', 'x'.repeat(65)])(
    'that is no code is named, and its member comes along without: %s',
    async (handle) => {
      const { app, setAside } = await importHandles([withHandle(1, handle), withHandle(2, 'two')])
      expect(setAside).toMatchObject([{ kind: 'code', reason: 'code_unfit', count: 1 }])
      expect(setAside[0]?.first).toEqual([`affiliates.json 1 ${ids.affiliate(1)}/${ids.program(1)}`])
      expect(await listCodes(app)).toEqual([{ code: 'two', name: 'Affiliate 2' }])
    },
  )

  test('that two have, in two programs or in another case, is of whoever came first, and the other is named', async () => {
    const later = { createdAt: '2025-01-07T10:00:00.000Z' }
    const other = { affiliateProgramId: ids.program(2), affiliateProgram: buildProgram(2), ...later }
    const { app, setAside } = await importHandles([
      withHandle(1, 'mia', later),
      withHandle(2, 'Mia'),
      withHandle(3, 'ben', other),
      withHandle(4, 'ben'),
    ])
    expect(setAside).toMatchObject([{ kind: 'code', reason: 'code_taken', count: 2 }])
    const of = (number: number, program: number) => `${ids.affiliate(number)}/${ids.program(program)}`
    expect(setAside[0]?.first).toEqual([
      `affiliates.json 1 ${of(1, 1)}: ${of(2, 1)}`,
      `affiliates.json 3 ${of(3, 2)}: ${of(4, 1)}`,
    ])
    expect(await listCodes(app)).toEqual([
      { code: 'Mia', name: 'Affiliate 2' },
      { code: 'ben', name: 'Affiliate 4' },
    ])
  })
})
