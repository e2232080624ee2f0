import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payoutsPath, readProblem } from './request.ts'

let service: TestService

beforeAll(async () => {
  service = await createTestService({ affiliateQuotaRequestsMax: 1000 })
})

afterAll(() => service.close())

const get = (query: Readonly<Record<string, string>> | string, key = service.keys.affiliate) =>
  service.fetch(payoutsPath(query), { key })

async function takeCursor(query: Readonly<Record<string, string>> = {}, key = service.keys.affiliate) {
  const page = await (await get({ ...query, limit: '1' }, key)).json()
  return String(Object(page).nextCursor)
}

test.each(['search=%zz', 'search=%', 'search=%c0%ae', 'search=%ff', '%=1'])(
  'rejects the malformed percent-encoding of %s [D68]',
  async (query) => {
    const response = await service.fetch(`/api/affiliate-platform/v1/payouts?${query}`, {
      key: service.keys.affiliate,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_parameter' })
  },
)

test.each([
  ['programId', ''],
  ['programId', 'abc'],
  ['programId', 'null'],
  ['groupId', ''],
  ['groupId', '01890a5d-ac96-774b-bcce-b302099a805'],
  ['membershipId', ''],
  ['membershipId', '{01890a5d-ac96-774b-bcce-b302099a8057}'],
  ['from', ''],
  ['from', 'yesterday'],
  ['from', '2026-02-30'],
  ['from', '2026-01-01T00:00:00'],
  ['to', ''],
  ['to', '1767225600000'],
  ['to', '2026-01-01T25:00:00Z'],
  ['currency', ''],
  ['currency', 'US'],
  ['currency', 'USDX'],
  ['status', ''],
  ['status', 'x'.repeat(41)],
  ['search', 'x'.repeat(121)],
  ['cursor', ''],
  ['cursor', 'x'.repeat(1501)],
  ['limit', ''],
  ['limit', '0'],
  ['limit', '51'],
  ['limit', '050'],
  ['limit', '+5'],
  ['limit', '-1'],
  ['limit', '5.0'],
  ['limit', '1e1'],
  ['limit', ' 5'],
])('rejects the %s %j and names the parameter [4.2] [8] [D25]', async (parameter, value) => {
  const response = await get({ [parameter]: value })
  expect(response.status).toBe(400)
  expect(await readProblem(response)).toMatchObject({ code: 'invalid_parameter', errors: [{ parameter }] })
})

test('rejects a range that is reversed [D19]', async () => {
  const problem = await readProblem(await get({ from: '2026-01-02', to: '2026-01-01' }))
  expect(problem).toMatchObject({ code: 'invalid_parameter', errors: [{ parameter: 'from' }] })
})

test('rejects a repeated parameter, also with equal values [D25]', async () => {
  const problem = await readProblem(await get('limit=5&limit=5'))
  expect(problem).toMatchObject({ code: 'invalid_parameter', errors: [{ parameter: 'limit' }] })
})

test('rejects an unknown parameter [4.2-3] [D25]', async () => {
  for (const name of ['page', 'Limit', 'offset', '__proto__', 'constructor']) {
    const response = await get(`${name}=1`)
    expect(response.status).toBe(400)
    expect((await readProblem(response)).code).toBe('invalid_parameter')
  }
})

test('tells all faults of a query at once [D1]', async () => {
  const { errors = [] } = await readProblem(await get('limit=0&status=&programId=x&to=x'))
  expect(errors.map(({ parameter }) => parameter).sort()).toEqual(['limit', 'programId', 'status', 'to'])
})

test('rejects a cursor under other filters, another credential or any change, all in the same words [4.2-2] [D26]', async () => {
  const cursor = await takeCursor({ status: 'voided', search: 'a' })
  const same = { status: 'voided', search: 'a', cursor }
  expect((await get(same)).status).toBe(200)
  const { programId, groupId, membershipId } = service.ids
  const { affiliatePayoutsOnly, affiliateOtherApp } = service.keys
  const last = cursor.at(-1) ?? ''
  const rejections = [
    get({ ...same, status: 'disputed' }),
    get({ ...same, search: 'b' }),
    get({ status: 'voided', cursor }),
    get({ ...same, programId }),
    get({ ...same, groupId }),
    get({ ...same, membershipId }),
    get({ ...same, currency: 'USD' }),
    get({ ...same, from: '2025-06-01' }),
    get({ ...same, to: '2026-06-01' }),
    get(same, affiliatePayoutsOnly),
    get(same, affiliateOtherApp),
    get({ ...same, cursor: `${cursor}=` }),
    get({ ...same, cursor: `${cursor} ` }),
    get({ ...same, cursor: cursor.slice(0, -1) }),
    get({ ...same, cursor: cursor.slice(0, -1) + (last === 'A' ? 'B' : 'A') }),
    get({ ...same, cursor: `B${cursor.slice(1)}` }),
    get({ ...same, cursor: 'x' }),
    get({ ...same, cursor: 'x'.repeat(1500) }),
    get({ ...same, cursor: '\0' }),
    get({ ...same, cursor: 'null' }),
  ]
  const responses = await Promise.all(rejections)
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 400))
  const problems = await Promise.all(responses.map(readProblem))
  expect(problems[0]?.code).toBe('invalid_cursor')
  for (const problem of problems) expect(problem).toEqual(problems[0])
})

test('never shows a value of the request [D1]', async () => {
  const secret = 'someone@shop.example'
  const query = { programId: secret, status: secret.repeat(3), [secret]: secret }
  expect(await (await get(query)).text()).not.toContain(secret)
  expect(await (await get({ cursor: secret })).text()).not.toContain(secret)
})

test('carries the fixed headers and the form of a problem document [D1] [D8]', async () => {
  const { headers } = await get({ limit: '0' })
  expect(headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8')
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('X-Affiliate-Schema-Version')).toBe('1')
})
