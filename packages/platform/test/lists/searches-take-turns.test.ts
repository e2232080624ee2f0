import {
  insertApp,
  insertMembership,
  insertProgram,
  type TestApp,
} from '@affiliate-platform/test-support/payout-builders'
import { enginesAtHand, openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Queryable, Statement } from '../../src/database/database.ts'
import { searchMembers } from '../../src/lists/search-members.ts'
import { listPayouts } from '../../src/payouts/section.ts'

const tooManyMembers = 50_000

describe.skipIf(!enginesAtHand.includes('postgres'))('a search among very many members', () => {
  let database: Database
  let app: TestApp
  let programId: string

  beforeAll(async () => {
    database = await openTestDatabase('postgres')
    app = await insertApp(database)
    programId = await insertProgram(database, app, 'Gold')
    await database.script(`
      insert into memberships (workspace_id, id, app_id, program_id, member_name, created_at)
      select '${app.workspaceId}', gen_random_uuid(), '${app.appId}', '${programId}', 'Member ' || n, now()
      from generate_series(1, ${tooManyMembers - 1} - (select count(*) from memberships where app_id = '${app.appId}')) n`)
  })

  afterAll(() => database.close())

  async function listStatements(search?: string): Promise<readonly Statement[]> {
    const statements: Statement[] = []
    const query: Queryable['query'] = (statement, values) => {
      statements.push(statement)
      return database.query(statement, values)
    }
    const page = { query: { limit: 1, ...(search !== undefined && { search }) }, after: undefined }
    await listPayouts({ ...database, query }, app, page)
    return statements
  }

  it('takes a turn for every statement, and a list without a search takes none [D161] [D167]', async () => {
    for (const search of ['zzzz', 'member', 'Member 49998']) {
      const statements = await listStatements(search)
      expect(statements.filter(({ isSlow }) => isSlow !== true)).toEqual([])
    }
    expect((await listStatements()).filter(({ isSlow }) => isSlow)).toEqual([])
  })

  it('compares 2,000 names at a time, of all members unless they are too many for it to help [D77] [D167] [D178]', async () => {
    const countSlices = async () =>
      (await listStatements('zzzz')).filter(({ name }) => name === 'search_members').length
    expect(await countSlices()).toBe(25)
    await insertMembership(database, { ...app, programId })
    expect(await countSlices()).toBe(1)
  })

  it('finds a member wherever one slice ends and another begins [D178]', async () => {
    const { workspaceId, appId, programId } = await insertApp(database)
    await database.script(`
      insert into memberships (workspace_id, id, app_id, program_id, member_name, created_at)
      select '${workspaceId}', lpad(to_hex(n), 32, '0')::uuid, '${appId}', '${programId}', 'number ' || n || '.',
        timestamptz '2026-01-01' + interval '1 minute' * (n / 1500)
      from generate_series(1, 4100) n`)
    const find = (search: string) => searchMembers(database, { workspaceId, appId }, { search })
    // Slices end with numbers 2101 and 101, as the newest come first.
    for (const number of [4100, 2102, 2101, 2100, 102, 101, 100, 1]) {
      expect(await find(`number ${number}.`)).toEqual([
        number
          .toString(16)
          .padStart(32, '0')
          .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      ])
    }
    expect(await find('number 4101.')).toEqual([])
    expect(await find('00.')).toHaveLength(41)
    expect(await find('0.')).toBeUndefined()
  })
})
