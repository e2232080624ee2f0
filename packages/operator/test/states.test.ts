import { limits, operations } from '@affiliate-platform/contract'
import type { RowPosition } from '@affiliate-platform/contract/server'
import type { Database } from '@affiliate-platform/platform/database'
import { openPostgres } from '@affiliate-platform/platform/database'
import { listSources } from '@affiliate-platform/platform/list-sources'
import { toPosition } from '@affiliate-platform/platform/lists'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Demo, seedDemo } from '../src/demo/seed.ts'
import { type CommandLine, createCommandLine } from './command-line.ts'

describe.skipIf(!enginesAtHand.includes('postgres'))('the demo on a real Postgres', () => {
  let database: Database
  let demo: Demo
  let line: CommandLine

  beforeAll(async () => {
    const url = await createPostgresCopy()
    database = await openPostgres(url)
    demo = await seedDemo(database)
    line = createCommandLine({ DATABASE_URL: url })
  })

  afterAll(() => database.close())

  /** The state of every record of the workspace, as the interface shows it. */
  async function readStatuses(id: keyof typeof listSources): Promise<ReadonlyMap<string, string>> {
    const { workspaceId, appId, otherAppId } = demo.ids
    const list = listSources[id]
    const found = new Map<string, string>()
    for (const app of [appId, otherAppId].map((each) => ({ workspaceId, appId: each }))) {
      let after: RowPosition | undefined
      do {
        const query = { limit: limits.pageRowsMax }
        const page = await list.listRows({ database, nowMs: undefined }, { app, query, after })
        const rows = page.rows.slice(0, query.limit)
        for (const row of rows) found.set(row.id, row.status)
        const last = page.rows.length > query.limit ? rows.at(-1) : undefined
        after = last === undefined ? page.endsAt : toPosition(last)
      } while (after !== undefined)
    }
    return found
  }

  test.each(['listMemberships', 'listReferrals', 'listCommissions'] as const)(
    'has every state of %s, and commands show what the interface shows [D61]',
    async (id) => {
      const { name, statuses } = operations[id]
      const expected = await readStatuses(id)
      expect(new Set(expected.values())).toEqual(new Set(statuses))

      const { workspaceId, appId, otherAppId } = demo.ids
      const listed: { id: string; status: string }[] = []
      for (const app of [appId, otherAppId]) {
        let next: string | undefined = ''
        while (next !== undefined) {
          const list = `${name} list --workspace ${workspaceId} --app ${app} --limit 1000 --json${next}`
          const { stdout, stderr } = await line.run(list)
          listed.push(...JSON.parse(stdout))
          next = / --cursor \S+$/m.exec(stderr)?.[0]
        }
      }
      expect(new Map(listed.map((row) => [row.id, row.status]))).toEqual(expected)
    },
  )

  test('is a ledger that adds up [D64] [D116]', async () => {
    expect(await line.json(`commissions verify --workspace ${demo.ids.workspaceId}`)).toMatchObject({
      difference: null,
    })
  })
})
