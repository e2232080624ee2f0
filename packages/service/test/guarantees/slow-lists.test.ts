import type { Database } from '@affiliate-platform/platform/database'
import { scale } from '@affiliate-platform/test-support/guarantee-scale'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { enginesAtHand, openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const path = '/api/affiliate-platform/v1/payouts'

describe.skipIf(!enginesAtHand.includes('postgres'))('searches of an app with very many members', () => {
  let database: Database
  let service: TestService

  beforeAll(async () => {
    database = await openTestDatabase('postgres')
    service = await createTestService({ database })
    const { workspaceId, appId, programId } = service.ids
    const text = `
      insert into memberships (workspace_id, id, app_id, program_id, member_name, created_at)
      select $1, gen_random_uuid(), $2, $3, 'Member ' || n, now()
      from generate_series(1, ${scale({ quick: 20_000, soak: 1_000_000 })}) n`
    await database.query({ name: 'test_insert_members', text }, [workspaceId, appId, programId])
  })

  afterAll(() => database.close())

  test('hold up neither the writes of their key nor its neighbours [D76] [D77]', async () => {
    const { affiliate, affiliateOtherWorkspace } = service.keys
    const searches = Array.from({ length: 12 }, (_, index) =>
      service.fetch(`${path}?search=${index % 2 === 0 ? 'zzzz' : 'member'}`, { key: affiliate }),
    )
    const writes = Array.from({ length: 30 }, () => saveTerms(service, { json: { rules: buildRules() } }))
    const neighbours = Array.from({ length: 20 }, () =>
      service.fetch(`${path}?limit=1`, { key: affiliateOtherWorkspace }),
    )
    const statuses = (await Promise.all([...searches, ...writes])).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
    for (const { status } of await Promise.all(neighbours)) expect(status).toBe(200)
  })
})
