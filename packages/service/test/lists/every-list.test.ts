import { randomUUID } from 'node:crypto'
import { headerNames, listOperations, problemSchema } from '@affiliate-platform/contract'
import { newId } from '@affiliate-platform/platform/database'
import { insertCopies } from '@affiliate-platform/test-support/record-copies'
import { findTable } from '@affiliate-platform/test-support/record-table'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let service: TestService

beforeAll(async () => {
  service = await createTestService({ affiliateQuotaRequestsMax: 100_000 })
})

afterAll(() => service.close())

type Query = Readonly<Record<string, string>>

const values: Query = {
  programId: '0199f0c2-1b00-7a11-8a01-5d6e7f8091a2',
  groupId: '0199f0c2-1b00-7a11-8a01-5d6e7f8091a2',
  membershipId: '0199f0c2-1b00-7a11-8a01-5d6e7f8091a2',
  currency: 'USD',
}

describe.each(listOperations.map((list) => [list.name, list] as const))('the list of %s', (name, list) => {
  const get = (query: Query = {}, key = service.keys.affiliate) =>
    service.fetch(`${list.path}?${new URLSearchParams(query)}`, { key })
  const read = async (query: Query = {}, key?: string) =>
    list.response.parse(await (await get(query, key)).json())
  const codeOf = async (query: Query, key?: string) =>
    problemSchema.parse(await (await get(query, key)).json()).code

  async function walk(query: Query, betweenPages = async () => {}): Promise<readonly string[]> {
    const met: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { items: { id: string }[]; nextCursor: string | null } = await read({
        ...query,
        ...(cursor && { cursor }),
      })
      met.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
      await betweenPages()
    }
    return met
  }

  const copy = (ids: readonly string[], createdAt: string) =>
    insertCopies(service.database, service.ids, { name, copies: ids.map((id) => ({ id, createdAt })) })

  test('shows rows of its kind, with the headers of every list [4-headers] [4.2-1] [D61]', async () => {
    const response = await get()
    expect(response.status).toBe(200)
    expect(response.headers.get(headerNames.schemaVersion)).toBe('1')
    const { items } = list.response.parse(await response.json())
    expect(items.length).toBeGreaterThan(0)
    for (const { kind, appId, status } of items) {
      expect({ kind, appId }).toEqual({ kind: name, appId: service.ids.appId })
      expect(list.statuses).toContain(status)
    }
  })

  test('needs its own scope [5-2] [D60]', async () => {
    const { affiliateTermsOnly, affiliatePayoutsOnly } = service.keys
    expect(await codeOf({}, affiliateTermsOnly)).toBe('scope_denied')
    if (list.scope !== 'payouts:read') expect(await codeOf({}, affiliatePayoutsOnly)).toBe('scope_denied')
  })

  test('rejects the filters of other lists, and unknown names [4.2-3] [D25] [D61]', async () => {
    for (const [filter, value] of Object.entries({ ...values, page: '1' })) {
      if (list.filters.some((own) => own === filter)) continue
      const problem = problemSchema.parse(await (await get({ [filter]: value })).json())
      expect(problem, filter).toMatchObject({ status: 400, code: 'invalid_parameter' })
    }
  })

  test('denies foreign and unknown records in its filters [5-3] [D21]', async () => {
    const { ids } = service
    const foreign: Readonly<Record<string, readonly string[]>> = {
      appId: [ids.otherAppId, ids.otherWorkspaceAppId],
      programId: [ids.otherAppProgramId, ids.groupId],
      groupId: [ids.otherAppGroupId, ids.programId],
      membershipId: [ids.otherAppMembershipId, ids.otherWorkspaceMembershipId],
      payoutId: [ids.programId],
    }
    for (const [filter, strangers] of Object.entries(foreign)) {
      if (!list.filters.some((own) => own === filter)) continue
      for (const id of [...strangers, randomUUID()])
        expect(await codeOf({ [filter]: id }), filter).toBe('access_denied')
    }
  })

  test('rejects a cursor of another list, other filters and another key [4.2-2] [D26]', async () => {
    const { nextCursor: cursor } = await read({ limit: '1' })
    expect((await get({ cursor: String(cursor) })).status).toBe(200)
    expect(await codeOf({ cursor: String(cursor), search: 'a' })).toBe('invalid_cursor')
    expect(await codeOf({ cursor: String(cursor) }, service.keys.affiliateOtherApp)).toBe('invalid_cursor')
    for (const other of listOperations.filter((each) => each !== list)) {
      const response = await service.fetch(`${other.path}?cursor=${cursor}`, {
        key: service.keys.affiliate,
      })
      expect(await response.json(), other.name).toMatchObject({ status: 400, code: 'invalid_cursor' })
    }
  })

  test('shows each tenant its own records only, page by page [1-scope] [5-3]', async () => {
    const { keys, ids } = service
    const tenants = [
      [keys.affiliate, ids.appId],
      [keys.affiliateOtherApp, ids.otherAppId],
      [keys.affiliateOtherWorkspace, ids.otherWorkspaceAppId],
    ] as const
    for (const [key, appId] of tenants) {
      let rows = 0
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: { items: { appId: string }[]; nextCursor: string | null } = await read(
          { limit: '50', ...(cursor && { cursor }) },
          key,
        )
        expect(page.items.filter((row) => row.appId !== appId)).toEqual([])
        rows += page.items.length
        cursor = page.nextCursor
      }
      const count = {
        name: `test_count_${name}`,
        text: `select count(*)::int as n from ${await findTable(name)} where app_id = $1`,
      }
      const [counted] = await service.database.query<{ n: number }>(count, [appId])
      expect(rows).toBe(counted?.n)
    }
  })

  test('misses and repeats nothing while records are inserted between pages [4.2-2] [D18]', async () => {
    const early = '2024-01-01T00:00:00.000Z'
    const ids = Array.from({ length: 120 }, () => newId())
    await copy(ids, early)
    const day = { from: '2024-01-01', to: '2024-01-01' }
    const met = await walk({ ...day, limit: '7' }, async () => {
      await copy([newId()], early)
      await copy([newId()], '2024-01-01T12:00:00.000Z')
    })
    expect(new Set(met).size).toBe(met.length)
    expect(ids.filter((id) => !met.includes(id))).toEqual([])
    expect(await walk({ from: '2023-12-31', to: '2023-12-31' })).toEqual([])
    expect((await walk({ to: '2024-01-01T00:00:00Z' })).length).toBe(0)
  })

  test('divides its records by their states, and finds none by an unknown one [D23] [D61]', async () => {
    const all = await walk({ limit: '50' })
    const byStatus: string[] = []
    for (const status of list.statuses) {
      const those = await walk({ limit: '50', status })
      expect(those.length, status).toBeGreaterThan(0)
      byStatus.push(...those)
    }
    expect(byStatus.toSorted()).toEqual(all.toSorted())
    expect(await walk({ status: 'later' })).toEqual([])
  })
})
