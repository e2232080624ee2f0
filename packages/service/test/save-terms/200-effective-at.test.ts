import { buildRules } from '@affiliate-platform/test-support/terms'
import { expectSaved, saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'

// The service's clock stands at 2026-11-01T00:00:00.000Z.
let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

async function save(effectiveAt?: string) {
  const json = { rules: buildRules(), ...(effectiveAt !== undefined && { effectiveAt }) }
  return await expectSaved(await saveTerms(service, { json }))
}

test.each([
  ['omitted: the clock of the request', undefined, '2026-11-01T00:00:00.000Z'],
  ['exactly now', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00.000Z'],
  ['1 ms behind: raised to now', '2026-10-31T23:59:59.999Z', '2026-11-01T00:00:00.000Z'],
  ['exactly 5 s behind: raised to now', '2026-10-31T23:59:55.000Z', '2026-11-01T00:00:00.000Z'],
  ['1 ms ahead', '2026-11-01T00:00:00.001Z', '2026-11-01T00:00:00.001Z'],
  ['exactly 10 years ahead', '2036-11-01T00:00:00.000Z', '2036-11-01T00:00:00.000Z'],
  ['an offset east', '2026-11-01T05:30:00+05:30', '2026-11-01T00:00:00.000Z'],
  ['an offset west', '2026-10-31T20:00:00-05:00', '2026-11-01T01:00:00.000Z'],
  ['the unknown local offset', '2027-01-01T00:00:00-00:00', '2027-01-01T00:00:00.000Z'],
  ['a leap day', '2028-02-29T12:00:00Z', '2028-02-29T12:00:00.000Z'],
  ['one digit of a fraction', '2027-01-01T00:00:00.5Z', '2027-01-01T00:00:00.500Z'],
  ['finer than a millisecond: cut', '2027-01-01T00:00:00.1239Z', '2027-01-01T00:00:00.123Z'],
  [
    'a fraction of thousands of digits',
    `2027-01-01T00:00:00.${'4'.repeat(9000)}Z`,
    '2027-01-01T00:00:00.444Z',
  ],
])('accepts effectiveAt %s [D11]', async (_name, effectiveAt, expected) => {
  expect((await save(effectiveAt)).effectiveAt).toBe(expected)
})

test('names the version that applied until then [D15]', async () => {
  const march = await save('2029-03-01T00:00:00Z')
  const may = await save('2029-05-01T00:00:00Z')
  expect(may.supersedes).toBe(march.id)
})

test('names the version that applies now where effectiveAt was raised to now [D15] [D11]', async () => {
  service.clock.advance(1000)
  const latest = await save()
  const raised = await save('2026-10-31T23:59:59Z')
  expect(raised.supersedes).toBe(latest.id)
  expect(raised.effectiveAt).toBe(latest.effectiveAt)
})

test('dates a version before one that is already scheduled [D12]', async () => {
  const early = await save('2030-01-01T00:00:00Z')
  const late = await save('2030-09-01T00:00:00Z')
  const between = await save('2030-05-01T00:00:00Z')

  expect(between.supersedes).toBe(early.id)
  expect(await findApplying('2030-04-30T23:59:59.999Z')).toBe(early.id)
  expect(await findApplying('2030-05-01T00:00:00.000Z')).toBe(between.id)
  expect(await findApplying('2030-08-31T23:59:59.999Z')).toBe(between.id)
  expect(await findApplying('2030-09-01T00:00:00.000Z')).toBe(late.id)
})

test('lets the latest of several versions of one instant apply [D12]', async () => {
  const first = await save('2031-01-01T00:00:00Z')
  const second = await save('2031-01-01T00:00:00Z')
  const third = await save('2031-01-01T00:00:00Z')

  expect([second.supersedes, third.supersedes]).toEqual([first.id, second.id])
  expect(await findApplying('2031-01-01T00:00:00.000Z')).toBe(third.id)
})

test('lets a version apply though its predecessor was made by a process whose clock is ahead [D12]', async () => {
  const effectiveAt = '2032-01-01T00:00:00Z'
  const ahead = v7({ msecs: Date.now() + 3_600_000 })
  const columns = 'workspace_id, app_id, program_id, target_kind, target_id, rules, created_by, created_at'
  const text = `
    insert into terms_versions (id, effective_at, ${columns})
    select $1, $2, ${columns} from terms_versions where target_id = $3 limit 1`
  const values = [ahead, new Date(effectiveAt), service.ids.membershipId]
  await service.database.query({ name: 'test_ahead', text }, values)

  const version = await save(effectiveAt)
  expect(version.supersedes).toBe(ahead)
  expect(await findApplying(effectiveAt)).toBe(version.id)
})

test('has no predecessor where none applies at that time [D15]', async () => {
  const { database, ids } = service
  const id = '01900000-0000-7000-8000-00000000beef'
  const columns = 'workspace_id, app_id, program_id, group_id, member_name, created_at'
  const text = `insert into memberships (id, ${columns}) select $1, ${columns} from memberships where id = $2`
  await database.query({ name: 'test_new_membership', text }, [id, ids.membershipId])

  const response = await saveTerms(service, { id, json: { rules: buildRules() } })
  expect((await expectSaved(response)).supersedes).toBeNull()
})

// D12 in its own words: the greatest (effectiveAt, id) not after an instant.
async function findApplying(instant: string): Promise<string | undefined> {
  const text = 'select id, effective_at from terms_versions where target_id = $1'
  const versions = await service.database.query<{ id: string; effective_at: Date }>(
    { name: 'test_versions', text },
    [service.ids.membershipId],
  )
  return versions
    .filter((version) => version.effective_at.getTime() <= Date.parse(instant))
    .map(({ id, effective_at }) => ({ id, sortKey: `${effective_at.toISOString()} ${id}` }))
    .sort((a, b) => (a.sortKey < b.sortKey ? 1 : -1))[0]?.id
}
