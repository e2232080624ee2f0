import type { Database } from '@affiliate-platform/platform/database'
import { isSoak, report, scale } from '@affiliate-platform/test-support/guarantee-scale'
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
    service = await createTestService({ database, affiliateQuotaRequestsMax: 100_000 })
    const { workspaceId, appId, programId } = service.ids
    await database.script(`
      insert into memberships (workspace_id, id, app_id, program_id, member_name, created_at)
      select '${workspaceId}', lpad(to_hex(n), 32, '0')::uuid, '${appId}', '${programId}', 'Member ' || n, now()
      from generate_series(1, ${scale({ quick: 20_000, soak: 200_000 })}) n;
      analyze memberships`)
  })

  afterAll(() => database.close())

  /** Lists of a neighbour, one after the other. @returns how long each took, the shortest first */
  async function timeNeighbour(count: number): Promise<readonly number[]> {
    const tookMs: number[] = []
    for (let sent = 0; sent < count; sent += 1) {
      const startedAtMs = performance.now()
      const { status } = await service.fetch(`${path}?limit=1`, { key: service.keys.affiliateOtherWorkspace })
      expect(status).toBe(200)
      tookMs.push(performance.now() - startedAtMs)
    }
    return tookMs.toSorted((a, b) => a - b)
  }

  test('hold up neither the writes of their key nor its neighbours [D76] [D77]', async () => {
    const alone = await timeNeighbour(100)
    const startedAtMs = performance.now()
    const searches = Array.from({ length: 12 }, (_, index) =>
      service.fetch(`${path}?search=${index % 2 === 0 ? 'zzzz' : 'member'}`, { key: service.keys.affiliate }),
    )
    const writes = Array.from({ length: 30 }, () => saveTerms(service, { json: { rules: buildRules() } }))
    const ended = Promise.all([...searches, ...writes]).then((responses) => {
      report(`12 searches and 30 writes in ${Math.round(performance.now() - startedAtMs)} ms`)
      return responses.map(({ status }) => status)
    })
    const beside = await timeNeighbour(100)
    expect((await ended).filter((status) => status !== 200 && status !== 429)).toEqual([])
    const [p99Alone = 0, p99Beside = 0] = [alone, beside].map((times) => times[98])
    report(`the neighbour's p99 alone ${p99Alone.toFixed(1)} ms, beside them ${p99Beside.toFixed(1)} ms`)
    if (isSoak) expect(p99Beside).toBeLessThan(2 * p99Alone)
  })
})
