import { operations, parseListQuery } from '@affiliate-platform/contract'
import type { RowPosition } from '@affiliate-platform/contract/server'
import { report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import type { TestApp } from '@affiliate-platform/test-support/payout-builders'
import { expect } from 'vitest'
import type { Database } from '../../src/database.ts'
import { listSources } from '../../src/list-sources.ts'
import { toPosition } from '../../src/lists.ts'

/** How many records of each list have a history of their own. */
export const histories = scale({ quick: 500, soak: 10_000 })

/** The time at which all states are read. */
export const nowMs = Date.parse('2026-06-01T00:00:00.000Z')

/** The state of every record of a list, read page by page, at `nowMs`. */
async function readStatuses(
  database: Database,
  id: keyof typeof listSources,
  app: TestApp,
  parameters: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, string>> {
  const list = listSources[id]
  const query = parseListQuery(operations[id].query, Object.entries(parameters))
  if (!query.ok) throw new Error(JSON.stringify(query.issues))
  const found = new Map<string, string>()
  let after: RowPosition | undefined
  for (;;) {
    const { rows, endsAt } = await list.listRows(
      { database: Object.assign(database), nowMs },
      { app, query: query.value, after },
    )
    for (const row of rows.slice(0, query.value.limit)) found.set(row.id, row.status)
    const last = rows.length > query.value.limit ? rows[query.value.limit - 1] : undefined
    after = last === undefined ? endsAt : toPosition(last)
    if (after === undefined) return found
  }
}

/** The row and the filter of each state agree with what is expected of each record. */
export async function expectStatuses(
  database: Database,
  id: keyof typeof listSources,
  { app, expected }: { readonly app: TestApp; readonly expected: ReadonlyMap<string, string> },
): Promise<void> {
  expect(await readStatuses(database, id, app)).toEqual(expected)
  for (const status of operations[id].statuses) {
    const those = [...expected].filter(([, each]) => each === status).map(([record]) => record)
    expect(those.length, status).toBeGreaterThan(0)
    const found = await readStatuses(database, id, app, { status })
    expect([...found.keys()].toSorted(), status).toEqual(those.toSorted())
  }
  report(`${expected.size} records of ${id} on ${database.engine}: SQL and the rule agree`)
}
