import type { Caller } from '@affiliate-platform/contract/server'
import { report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { enginesAtHand, openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createQuota } from '../../src/api-keys/quota.ts'
import type { Database } from '../../src/database/statements/database.ts'
import { newId } from '../../src/database/statements/new-id.ts'

const rounds = 200

// Figures of a machine that does other things as well swing; a cost that grows with the window is ten times as high.
const ratioMax = scale({ quick: 4, soak: 2 })

describe.skipIf(!enginesAtHand.includes('postgres'))('the window of a quota', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase('postgres')
  })
  afterAll(() => database.close())

  test(`costs no more than ${ratioMax} times as much with 1,200 times in it as with 120 [8-quota] [D29] [D137]`, async () => {
    const windows = [await fillWindow(120), await fillWindow(1200)]
    const costs: number[][] = [[], []]
    await database.session(async (connection) => {
      for (const { workspaceId, lineageId } of windows) {
        // By its own statement, which is then known on this connection.
        const caller: Caller = {
          ...{ workspaceId, lineageId, id: lineageId, actor: `key:${lineageId}`, scopes: [] },
          ...{ source: 'affiliate', reach: { kind: 'workspace' }, requestsMax: 100_000 },
        }
        const context = { database: { ...database, query: connection.query }, nowMs: undefined }
        await createQuota().admit({ caller, context })
      }
      // In turns, so that what else the machine does falls on both.
      for (let round = 0; round < rounds; round += 1) {
        for (const [index, { workspaceId, lineageId }] of windows.entries()) {
          const text = `explain (analyze, format json) execute quota_admit('${workspaceId}', '${lineageId}', null, 100000)`
          const [row] = await connection.query<{ 'QUERY PLAN': [{ 'Execution Time': number }] }>(
            { name: '', text },
            [],
          )
          costs[index]?.push(row?.['QUERY PLAN'][0]['Execution Time'] ?? Infinity)
        }
      }
    })
    const [small = 0, large] = costs.map((times) => Math.min(...times))
    report(`an admission with 120 times ${small} ms, with 1,200 ${large} ms`)
    expect(large).toBeLessThanOrEqual(ratioMax * small)
  })

  /** Fills a window with the times of the last half minute. */
  async function fillWindow(count: number): Promise<{ workspaceId: string; lineageId: string }> {
    const window = { workspaceId: newId(), lineageId: newId() }
    const text = `
      insert into quota_windows (workspace_id, lineage_id, admitted_at_ms)
      select $1, $2, array_agg((extract(epoch from now()) * 1000)::bigint - 30000 + n * 30000 / $3 order by n)
      from generate_series(1, $3::integer) n`
    await database.query({ name: 'test_fill_window', text }, [window.workspaceId, window.lineageId, count])
    return window
  }
})
