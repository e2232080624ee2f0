import { type PayoutsPage, payoutsPageSchema } from '@affiliate-platform/contract'
import type { Random } from '@affiliate-platform/operator/demo'
import type { Database } from '@affiliate-platform/platform/database'
import { openPostgres } from '@affiliate-platform/platform/database'
import {
  pick,
  report,
  runInLanes,
  scale,
  startRandom,
} from '@affiliate-platform/test-support/guarantee-scale'
import { insertPayouts, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, createApp } from '../../src/app.ts'

const walks = scale({ quick: 40, soak: 1000 })
/** Walks that insert without a bound lengthen each other without a bound. */
const insertsPerWalk = 4

/** A payout as the filters see it. */
interface Known {
  readonly id: string
  readonly programId: string
  readonly groupId: string
  readonly membershipId: string
  readonly currency: string
  readonly createdAtMs: number
}

interface Filter {
  readonly query: Readonly<Record<string, string>>
  matches(payout: Known): boolean
}

// Two processes: each page comes from the other one, and rows are inserted while it is read.
describe.skipIf(!enginesAtHand.includes('postgres'))('walks through the payouts on a real Postgres', () => {
  let databases: readonly [Database, Database]
  let service: TestService
  let apps: readonly App[]
  let known: Known[]

  beforeAll(async () => {
    const url = await createPostgresCopy()
    databases = [await openPostgres(url), await openPostgres(url)]
    const affiliateQuotaRequestsMax = 1_000_000
    service = await createTestService({ database: databases[0], affiliateQuotaRequestsMax })
    const clock = service.clock.now
    const second = await createApp({ database: databases[1], affiliateQuotaRequestsMax, clock })
    apps = [service.app, second]
    known = await readKnown(databases[0], service.ids.appId)
  })

  afterAll(() => Promise.all(databases.map((database) => database.close())))

  async function readPage(process: number, query: Readonly<Record<string, string>>): Promise<PayoutsPage> {
    // Time goes on, or the quota's window would hold every request of the test.
    service.clock.advance(1000)
    const url = `http://service.test/api/affiliate-platform/v1/payouts?${new URLSearchParams(query)}`
    const headers = { Authorization: `Bearer ${service.keys.affiliate}` }
    const response = await apps[process % apps.length]?.fetch(new Request(url, { headers }))
    expect(response?.status).toBe(200)
    return payoutsPageSchema.parse(await response?.json())
  }

  async function insertSome(random: Random): Promise<number> {
    const { id: _id, ...like } = pick(random, known)
    const rows = Array.from({ length: random.below(3) }, () => ({
      ...like,
      createdAtMs: like.createdAtMs + random.below(3) - 1,
    }))
    if (rows.length === 0) return 0
    const app: TestApp = { ...service.ids, ...like }
    const ids = await insertPayouts(
      databases[1],
      app,
      rows.map((row) => ({ ...row, createdAt: new Date(row.createdAtMs).toISOString() })),
    )
    known.push(...rows.map((row, index) => ({ ...row, id: ids[index] ?? '' })))
    return rows.length
  }

  test(`miss and repeat nothing of their start in ${walks} walks under concurrent inserts [4.2-2] [D18]`, async () => {
    const random = startRandom()
    let pages = 0
    let inserted = 0
    await runInLanes({ count: walks, lanes: 4 }, async (walk) => {
      const filter = chooseFilter(random, known)
      const atStart = known.filter(filter.matches).map(({ id }) => id)
      const met: string[] = []
      let cursor: string | null | undefined
      do {
        const limit = String(10 + random.below(41))
        const [page, rows] = await Promise.all([
          readPage(walk + pages, { ...filter.query, limit, ...(cursor && { cursor }) }),
          inserted < insertsPerWalk * (walk + 1) ? insertSome(random) : 0,
        ])
        met.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor
        pages += 1
        inserted += rows
      } while (cursor)
      const metOnce = new Set(met)
      expect(metOnce.size).toBe(met.length)
      expect(atStart.filter((id) => !metOnce.has(id))).toEqual([])
    })
    const foreign = (await readKnown(databases[0], service.ids.appId)).length - known.length
    expect(foreign).toBe(0)
    report(`${walks} walks over ${pages} pages while ${inserted} payouts were inserted: no gap, no duplicate`)
  })
})

function chooseFilter(random: Random, known: readonly Known[]): Filter {
  const like = pick(random, known)
  const fields = ['programId', 'groupId', 'membershipId', 'currency'] as const
  const day = new Date(like.createdAtMs).toISOString().slice(0, 10)
  const choices: readonly (() => Filter)[] = [
    () => ({ query: {}, matches: () => true }),
    () => ({ query: { from: day }, matches: ({ createdAtMs }) => createdAtMs >= Date.parse(day) }),
    ...fields.map((field) => () => ({
      query: { [field]: like[field] },
      matches: (payout: Known) => payout[field] === like[field],
    })),
  ]
  return pick(random, choices)()
}

async function readKnown(database: Database, appId: string): Promise<Known[]> {
  const text = `
    select id, program_id as "programId", group_id as "groupId", membership_id as "membershipId", currency,
      extract(epoch from created_at) * 1000 as at_ms
    from payouts where app_id = $1`
  type Row = Omit<Known, 'createdAtMs'> & { readonly at_ms: string }
  const rows = await database.query<Row>({ name: 'test_known', text }, [appId])
  return rows.map(({ at_ms, ...row }) => ({ ...row, createdAtMs: Number(at_ms) }))
}
