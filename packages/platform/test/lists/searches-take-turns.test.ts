import {
  insertApp,
  insertMembership,
  insertProgram,
  type TestApp,
} from '@affiliate-platform/test-support/payout-builders'
import { enginesAtHand, openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Queryable, Statement } from '../../src/database/database.ts'
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

  it('compares the names of all members unless they are too many for it to help [D77] [D167]', async () => {
    const names = async () => (await listStatements('zzzz')).map(({ name }) => name)
    expect(await names()).toContain('search_members')
    await insertMembership(database, { ...app, programId })
    expect(await names()).not.toContain('search_members')
  })
})
