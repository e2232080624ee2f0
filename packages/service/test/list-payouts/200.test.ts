import { type PayoutsPage, payoutStatuses, payoutsPageSchema } from '@affiliate-platform/contract'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payoutsPath } from './request.ts'

let service: TestService

beforeAll(async () => {
  service = await createTestService({ affiliateQuotaRequestsMax: 1000 })
})

afterAll(() => service.close())

const get = (query?: Readonly<Record<string, string>>) =>
  service.fetch(payoutsPath(query), { key: service.keys.affiliate })

async function list(query?: Readonly<Record<string, string>>): Promise<PayoutsPage> {
  const response = await get(query)
  expect(response.status).toBe(200)
  return payoutsPageSchema.parse(await response.json())
}

async function walk(query: Readonly<Record<string, string>> = {}): Promise<readonly PayoutsPage[]> {
  const pages = [await list(query)]
  for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor) {
    pages.push(await list({ ...query, cursor }))
  }
  return pages
}

test('carries the fixed headers of a successful response [4-json] [4] [9] [D8]', async () => {
  const { headers } = await get()
  expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('X-Affiliate-Schema-Version')).toBe('1')
  expect(headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/)
})

test('holds exactly the fields of a summary in the list envelope [2.4-name] [2.4-amount] [2.4] [2.5] [D198]', async () => {
  const page = await list()
  expect(Object.keys(page)).toEqual(['items', 'nextCursor'])
  for (const item of page.items) {
    expect(Object.keys(item)).toEqual([
      'id',
      'kind',
      'appId',
      'programId',
      'membershipId',
      'name',
      'status',
      'amount',
      'unpaid',
      'reported',
      'confirmed',
      'memberName',
      'createdAt',
    ])
    expect(item).toMatchObject({ kind: 'payouts', appId: service.ids.appId })
    expect(Object.keys(item.amount)).toEqual(['amountMinor', 'currency'])
    expect(item.unpaid.currency).toBe(item.amount.currency)
  }
})

test('gives 50 rows by default, and as many as the limit says from 1 to 50 [4.2] [8]', async () => {
  expect((await list()).items).toHaveLength(50)
  for (const limit of [1, 49, 50]) expect((await list({ limit: String(limit) })).items).toHaveLength(limit)
})

test('walks all 1,037 payouts of the demo once each, and ends with a null cursor [4.2-2] [D18]', async () => {
  const pages = await walk()
  const items = pages.flatMap((page) => page.items)
  expect(pages).toHaveLength(21)
  expect(new Set(items.map(({ id }) => id)).size).toBe(1037)
  expect(new Set(items.map(({ status }) => status))).toEqual(new Set(payoutStatuses))
  expect(new Set(items.map(({ amount }) => amount.currency)).size).toBe(5)
  expect(Math.max(...items.map(({ amount }) => amount.amountMinor.length))).toBe(38)
})

test('leaves of each amount unpaid what no report covers [2.4-unpaid] [D17]', async () => {
  const unpaidOf = async (status: string) =>
    (await list({ status })).items.map(({ amount, unpaid }) => {
      const [all, rest] = [BigInt(amount.amountMinor), BigInt(unpaid.amountMinor)]
      if (rest === 0n) return 'nothing'
      return rest === all ? 'all' : 'a part'
    })
  const expected = {
    ...{ voided: 'nothing', disputed: 'all', unreported: 'all', partially_reported: 'a part' },
    ...{ reported: 'nothing', partially_confirmed: 'nothing', confirmed: 'nothing' },
  }
  for (const [status, share] of Object.entries(expected)) {
    expect(new Set(await unpaidOf(status)), status).toEqual(new Set([share]))
  }
})

test('says who is paid, when the payout was made, and what was reported and confirmed [D198]', async () => {
  const member = await service.fetch('/api/affiliate-platform/v1/memberships', {
    key: service.keys.affiliate,
  })
  const { items: members } = (await member.json()) as {
    readonly items: readonly { readonly id: string; readonly memberName: string }[]
  }
  const names = new Map(members.map(({ id, memberName }) => [id, memberName]))
  const items = (await walk()).flatMap((page) => page.items)
  const ofKnown = items.filter(({ membershipId }) => names.has(membershipId))
  expect(ofKnown.length).toBeGreaterThan(10)
  for (const { membershipId, memberName } of ofKnown) expect(memberName).toBe(names.get(membershipId))
  const times = items.map(({ createdAt }) => createdAt ?? '')
  expect(times).toEqual(times.toSorted().toReversed())
  for (const { status, amount, unpaid, reported, confirmed } of items) {
    const [left = 0n, paid = 0n, word = 0n] = [unpaid, reported, confirmed].map((sum) =>
      sum === undefined ? undefined : BigInt(sum.amountMinor),
    )
    if (status !== 'voided') expect(left + paid).toBe(BigInt(amount.amountMinor))
    expect(word <= paid, status).toBe(true)
    if (status === 'confirmed') expect(word).toBe(paid)
    expect([reported?.currency, confirmed?.currency]).toEqual([amount.currency, amount.currency])
  }
})

test('filters by status exactly, and by an unknown one to an empty page [3] [D23]', async () => {
  let rows = 0
  for (const status of payoutStatuses) {
    const items = (await walk({ status })).flatMap((page) => page.items)
    expect(new Set(items.map((item) => item.status))).toEqual(new Set([status]))
    rows += items.length
  }
  expect(rows).toBe(1037)
  for (const status of ['paid', 'VOIDED', ' voided', 'x'.repeat(40), '\0']) {
    expect(await list({ status })).toEqual({ items: [], nextCursor: null })
  }
})

test('filters by currency case-insensitively, and by an unsupported one to an empty page [4.2] [D22]', async () => {
  for (const currency of ['KWD', 'kwd']) {
    const { items } = await list({ currency })
    expect(new Set(items.map(({ amount }) => amount.currency))).toEqual(new Set(['KWD']))
  }
  for (const currency of ['XXX', '123', 'K\0D']) {
    expect(await list({ currency })).toEqual({ items: [], nextCursor: null })
  }
})

test('takes an absent, empty, null and own appId for the same [4.2] [D20]', async () => {
  const { items } = await list()
  for (const appId of ['', 'null', service.ids.appId, service.ids.appId.toUpperCase()]) {
    expect((await list({ appId })).items).toEqual(items)
  }
})

test('filters by program, membership and group, alone and together [4.2]', async () => {
  const { programId, groupId, membershipId } = service.ids
  const ofMember = (await walk({ membershipId })).flatMap((page) => page.items)
  expect(new Set(ofMember.map((item) => item.membershipId))).toEqual(new Set([membershipId]))
  const ofProgram = (await walk({ programId: programId.toUpperCase() })).flatMap((page) => page.items)
  expect(new Set(ofProgram.map((item) => item.programId))).toEqual(new Set([programId]))
  const ofGroup = (await walk({ groupId })).flatMap((page) => page.items)
  expect(ofProgram.length).toBeGreaterThan(ofGroup.length)
  expect(ofGroup.length).toBeGreaterThan(ofMember.length)
  expect((await walk({ programId, groupId, membershipId })).flatMap((page) => page.items)).toEqual(ofMember)
})

// The first payouts of the demo: 00:00, 11:00 and 22:00 on 1 June 2025.
test.each([
  [{ to: '2025-06-01' }, 3],
  [{ from: '2025-06-01', to: '2025-06-01' }, 3],
  [{ to: '2025-06-01T00:00:00Z' }, 0],
  [{ to: '2025-06-01T00:00:00.001Z' }, 1],
  [{ from: '2025-06-01T00:00:00.001Z', to: '2025-06-01' }, 2],
  [{ from: '2025-06-01T13:00:00+02:00', to: '2025-06-01T22:00:00Z' }, 1],
  [{ from: '2025-06-01T11:00:00Z', to: '2025-06-01T11:00:00Z' }, 0],
  [{ from: '0000-01-01', to: '2025-06-01' }, 3],
  [{ from: '9999-12-31T23:59:59-23:59' }, 0],
])('counts the payouts of %o as %i [4.2] [D19]', async (query, count) => {
  expect((await list(query)).items).toHaveLength(count)
})

test('searches program and member names literally and case-insensitively [4.2] [D24]', async () => {
  const { items: ofProgram } = await list({ search: '  bright PART ' })
  expect(new Set(ofProgram.map(({ name }) => name))).toEqual(new Set(['Bright Partners']))
  const everyone = (await list()).items
  for (const search of ['', '   ']) expect((await list({ search })).items).toEqual(everyone)
  const members = async (search: string) =>
    (await walk({ search })).flatMap((page) => page.items).map((item) => item.membershipId)
  const growth = await members('100%_growth')
  expect(growth.length).toBeGreaterThan(0)
  for (const search of ['%', '_', '%_']) expect(await members(search)).toEqual(growth)
  expect(await members('ünder ÖAK')).not.toEqual([])
  expect(await members('שותפים')).not.toEqual([])
  for (const search of ['\\', 'x'.repeat(120), 'bright\0', "'", '%00']) {
    expect((await get({ search })).status, search).toBe(200)
  }
})

test('continues a walk under the same filters with another limit [4.2-2] [D26]', async () => {
  const query = { status: 'confirmed', currency: 'USD', search: 'partners' }
  const all = (await walk(query)).flatMap((page) => page.items)
  const first = await list({ ...query, limit: '2' })
  const second = await list({ ...query, limit: '3', cursor: first.nextCursor ?? '' })
  expect([...first.items, ...second.items]).toEqual(all.slice(0, 5))
})

test('gives cursors that are shorter than 300 characters [D26]', async () => {
  const { nextCursor } = await list({ limit: '1', search: 'a' })
  expect(nextCursor).toMatch(/^[\w-]{1,299}$/)
})

test('shows each app its own payouts alone [5-3]', async () => {
  for (const key of ['affiliateOtherApp', 'affiliateOtherWorkspace'] as const) {
    const response = await service.fetch(payoutsPath(), { key: service.keys[key] })
    const { items } = payoutsPageSchema.parse(await response.json())
    expect(items).toHaveLength(14)
    expect(items.map(({ appId }) => appId)).not.toContain(service.ids.appId)
  }
})
