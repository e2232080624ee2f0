import { randomUUID } from 'node:crypto'
import { headerNames, listOperations, problemSchema, recordOperations } from '@affiliate-platform/contract'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let service: TestService

beforeAll(async () => {
  service = await createTestService({ affiliateQuotaRequestsMax: 100_000 })
})

afterAll(() => service.close())

describe.each(recordOperations.map((operation) => [operation.id, operation] as const))(
  '%s',
  (_name, operation) => {
    const query: Readonly<Record<string, string>> = 'unit' in operation.query.shape ? { unit: '1' } : {}
    const get = (id: string, more: Readonly<Record<string, string>> = {}, key = service.keys.affiliate) =>
      service.fetch(`${operation.path.replace(':id', id)}?${new URLSearchParams({ ...query, ...more })}`, {
        key,
      })
    const problemOf = async (response: Promise<Response>) =>
      problemSchema.parse(await (await response).json())

    /** The ids of some records of an app, the oldest first. */
    async function findIds(appId: string, limit = 40): Promise<readonly string[]> {
      const text = `select id from ${operation.record}s where app_id = $1 order by id limit $2`
      const statement = { name: `test_ids_of_${operation.record}s`, text }
      const rows = await service.database.query<{ id: string }>(statement, [appId, limit])
      return rows.map(({ id }) => id)
    }

    test('says of every record what its schema names, with the headers of the lists [4-headers] [D130]', async () => {
      const ids = await findIds(service.ids.appId)
      expect(ids.length).toBeGreaterThan(1)
      for (const id of ids) {
        const response = await get(id)
        expect(response.status).toBe(200)
        expect(response.headers.get(headerNames.schemaVersion)).toBe('1')
        expect(response.headers.get('Cache-Control')).toBe('no-store')
        expect(response.headers.get('RateLimit')).not.toBeNull()
        const record = await response.json()
        expect(Object.keys(operation.response.parse(record))).toEqual(Object.keys(operation.response.shape))
        expect(JSON.stringify(record)).toContain(id)
      }
    })

    test('denies foreign and unknown records alike, and takes an id in any letter case [5-3] [D21] [D130]', async () => {
      const { otherAppId, otherWorkspaceAppId, appId, membershipId } = service.ids
      const [own = ''] = await findIds(appId)
      const foreign = [...(await findIds(otherAppId, 3)), ...(await findIds(otherWorkspaceAppId, 3))]
      const known = new Set<string>()
      for (const id of [...foreign, operation.record === 'membership' ? appId : membershipId, randomUUID()]) {
        const { requestId: _id, ...problem } = await problemOf(get(id))
        expect(problem).toMatchObject({ status: 403, code: 'access_denied' })
        known.add(JSON.stringify(problem))
      }
      expect(known.size).toBe(1)
      expect((await get(own.toUpperCase())).status).toBe(200)
    })

    test('rejects a malformed id and unknown parameters [D25] [D130]', async () => {
      const [own = ''] = await findIds(service.ids.appId)
      for (const id of ['me', `${own}0`, '%20', `{${own}}`])
        expect(await problemOf(get(id)), id).toMatchObject({
          status: 400,
          code: 'invalid_parameter',
          errors: [{ parameter: 'id' }],
        })
      for (const more of [{ expand: 'lines' }, { limit: '1' }])
        expect(await problemOf(get(own, more))).toMatchObject({
          status: 400,
          code: 'invalid_parameter',
          errors: [{ parameter: Object.keys(more)[0], code: 'unknown_member' }],
        })
    })

    test('needs the scope of its list [5-2] [D60] [D130]', async () => {
      const list = listOperations.find(({ name }) => name === `${operation.record}s`)
      if (list !== undefined) expect(operation.scope).toBe(list.scope)
      const [own = ''] = await findIds(service.ids.appId)
      const { affiliateTermsOnly, affiliatePayoutsOnly } = service.keys
      expect((await problemOf(get(own, {}, affiliateTermsOnly))).code).toBe('scope_denied')
      if (operation.scope !== 'payouts:read')
        expect((await problemOf(get(own, {}, affiliatePayoutsOnly))).code).toBe('scope_denied')
    })
  },
)

describe.each(
  recordOperations
    .filter(({ part }) => part === undefined)
    .map((operation) => [operation.id, operation] as const),
)('%s', (_name, operation) => {
  test('begins with the very row of the list [D61] [D130]', async () => {
    const list = listOperations.find(({ name }) => name === `${operation.record}s`)
    if (list === undefined) return
    const key = service.keys.affiliate
    const read = async (path: string) => await (await service.fetch(path, { key })).json()
    const { items } = list.response.parse(await read(`${list.path}?limit=50`))
    expect(items.length).toBeGreaterThan(0)
    for (const row of items)
      expect(await read(operation.path.replace(':id', row.id))).toMatchObject({ ...row })
  })
})
