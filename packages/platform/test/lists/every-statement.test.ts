import { type ListQuery, operations } from '@affiliate-platform/contract'
import { expect, it } from 'vitest'
import { type Database, newId, type Statement } from '../../src/database.ts'
import { listSources } from '../../src/list-sources.ts'

const values = {
  ...{ programId: newId(), groupId: newId(), membershipId: newId(), payoutId: newId() },
  ...{ fromMs: 0, postedFromMs: 0 },
  ...{ currency: 'USD', search: 'a' },
}

/** Every set of the filters that a list has, `search` among them. */
function toFilterSets(id: keyof typeof listSources): readonly Partial<ListQuery>[] {
  const { filters, statuses } = operations[id]
  const all = Object.entries({ ...values, status: statuses[0] ?? '' })
  const given = all.filter(([name]) => filters.some((filter) => filter === name.replace(/Ms$/, '')))
  return Array.from({ length: 2 ** given.length }, (_, bits) =>
    Object.fromEntries(given.filter((_filter, index) => (bits >> index) & 1)),
  )
}

/** What a list asks of the database under every set of filters, with few and with many members found. */
async function listSent(id: keyof typeof listSources) {
  const app = { workspaceId: newId(), appId: newId() }
  const sent: { readonly statement: Statement; readonly values: readonly unknown[] }[] = []
  const query = (found: number): Database['query'] => {
    const response = async (statement: Statement, given: readonly unknown[]): Promise<readonly object[]> => {
      sent.push({ statement, values: given })
      if (statement.name.endsWith('_driving_filter')) return [{ filter: 'programId' }]
      const members = Array.from({ length: found }, newId)
      return statement.name.startsWith('find_named') ? [{ programs: [], members, referrals: [] }] : []
    }
    return Object.assign(response)
  }
  for (const filters of toFilterSets(id)) {
    for (const found of [1, 21, 101, 301]) {
      const page = { app, query: { limit: 50, ...filters }, after: undefined }
      await listSources[id].listRows(
        { database: Object.assign({ query: query(found) }), nowMs: undefined },
        page,
      )
    }
  }
  return { app, sent }
}

const each = Object.keys(listSources) as (keyof typeof listSources)[]

it.each(each)(
  '%s is held to the workspace and the app under every set of filters [5-3] [D49]',
  async (id) => {
    const { app, sent } = await listSent(id)
    expect(sent.length).toBeGreaterThan(0)
    for (const { statement, values: given } of sent) {
      const ranges = [...statement.text.matchAll(/(?:\w record|from memberships)\s+where .*/g)].map(String)
      expect(ranges, statement.name).not.toEqual([])
      for (const range of ranges.filter((each) => !each.includes('workspace_id = $1 and id = '))) {
        expect(range, statement.name).toMatch(/where (record\.)?workspace_id = \$1 and /)
      }
      // The statement that compares filters shows no record.
      if (!statement.name.endsWith('_driving_filter'))
        expect(statement.text).toMatch(/where (.* and )?(record\.)?app_id = \$2\b/)
      expect(given.slice(0, 2)).toEqual([app.workspaceId, app.appId])
    }
  },
)

it.each(each)('%s gives every text a name of its own, and uses every value that it sends', async (id) => {
  const { sent } = await listSent(id)
  const texts = new Map(sent.map(({ statement }) => [statement.name, statement.text]))
  for (const { statement, values: given } of sent) {
    expect(texts.get(statement.name)).toBe(statement.text)
    expect(statement.name.length).toBeLessThanOrEqual(63)
    for (let place = 1; place <= given.length; place += 1) {
      expect(statement.text, `${statement.name} $${place}`).toMatch(new RegExp(`\\$${place}\\b`))
    }
    expect(statement.text).not.toMatch(new RegExp(`\\$${given.length + 1}\\b`))
  }
})
