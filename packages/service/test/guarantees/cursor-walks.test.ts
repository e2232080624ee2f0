import { listOperations } from '@affiliate-platform/contract'
import type { Random } from '@affiliate-platform/operator/demo'
import { type Database, newId, openPostgres } from '@affiliate-platform/platform/database'
import {
  pick,
  report,
  runInLanes,
  scale,
  startRandom,
} from '@affiliate-platform/test-support/guarantee-scale'
import { insertCopies } from '@affiliate-platform/test-support/record-copies'
import { findTable } from '@affiliate-platform/test-support/record-table'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, createApp } from '../../src/app.ts'

const walks = scale({ quick: 15, soak: 400 })
/** Walks that insert without a bound lengthen each other without a bound. */
const insertsPerWalk = 4

type ListOperation = (typeof listOperations)[number]

/** The filters that compare a column, by their names. */
const columns = {
  programId: 'program_id',
  groupId: 'group_id',
  membershipId: 'membership_id',
  currency: 'currency',
} as const

type Column = keyof typeof columns

/** A record as the filters see it. */
interface Known extends Readonly<Partial<Record<Column, string | null>>> {
  readonly id: string
  readonly atMs: number
}

/** The records of a list: those that are there, and those whose insertion has begun, which a page may meet already. */
type Records = Readonly<Record<'known' | 'begun', Known[]>>

type Query = Readonly<Record<string, string>>

interface Filter {
  readonly query: Query
  matches(record: Known): boolean
}

// Two processes: each page comes from the other one, and records are inserted while it is read.
describe.skipIf(!enginesAtHand.includes('postgres'))('a walk on a real Postgres', () => {
  let databases: readonly [Database, Database]
  let service: TestService
  let apps: readonly App[]

  beforeAll(async () => {
    const url = await createPostgresCopy()
    databases = [await openPostgres(url), await openPostgres(url)]
    const affiliateQuotaRequestsMax = 1_000_000
    service = await createTestService({ database: databases[0], affiliateQuotaRequestsMax })
    const clock = service.clock.now
    const second = await createApp({ database: databases[1], affiliateQuotaRequestsMax, clock })
    apps = [service.app, second]
  })

  afterAll(() => Promise.all(databases.map((database) => database.close())))

  async function readPage({ path, response: pageSchema }: ListOperation, process: number, query: Query) {
    // Time goes on, or the quota's window would hold every request of the test.
    service.clock.advance(1000)
    const url = `http://service.test${path}?${new URLSearchParams(query)}`
    const headers = { Authorization: `Bearer ${service.keys.affiliate}` }
    const response = await apps[process % apps.length]?.fetch(new Request(url, { headers }))
    expect(response?.status).toBe(200)
    return pageSchema.parse(await response?.json())
  }

  /** Inserts up to two records that differ from a known one in their ids, and by a millisecond at most in their times. */
  async function insertSome(
    { name }: ListOperation,
    random: Random,
    { known, begun }: Records,
  ): Promise<number> {
    const like = pick(random, known)
    const rows = Array.from({ length: random.below(3) }, () => {
      return { ...like, id: newId(), atMs: like.atMs + random.below(3) - 1 }
    })
    if (rows.length === 0) return 0
    begun.push(...rows)
    const copies = rows.map(({ id, atMs, currency }) => {
      return { id, createdAt: new Date(atMs).toISOString(), ...(currency && { currency }) }
    })
    const { ids } = service
    const { programId, groupId, membershipId } = like
    const app = {
      ...ids,
      ...(programId && { programId }),
      ...(membershipId && { membershipId }),
      ...(groupId !== undefined && { groupId }),
    }
    await insertCopies(databases[1], app, { name, like: like.id, copies })
    known.push(...rows)
    return rows.length
  }

  test.each(listOperations.map((list) => [list.name, list] as const))(
    `through the %s misses and repeats nothing of its start, under any filters and inserts [4.2-2] [D18]`,
    async (name, list) => {
      const random = startRandom()
      const known = await readKnown(databases[0], list, service.ids.appId)
      const begun = [...known]
      let pages = 0
      let inserted = 0
      await runInLanes({ count: walks, lanes: 4 }, async (walk) => {
        const filter = chooseFilter(list, random, known)
        const atStart = known.filter(filter.matches).map(({ id }) => id)
        const limitMax = Math.min(50, 1 + (atStart.length >> 2))
        const met: string[] = []
        let cursor: string | null | undefined
        do {
          const limit = String(1 + random.below(limitMax))
          const [page, rows] = await Promise.all([
            readPage(list, walk + pages, { ...filter.query, limit, ...(cursor && { cursor }) }),
            inserted < insertsPerWalk * (walk + 1) ? insertSome(list, random, { known, begun }) : 0,
          ])
          met.push(...page.items.map(({ id }) => id))
          cursor = page.nextCursor
          pages += 1
          inserted += rows
        } while (cursor)
        const metOnce = new Set(met)
        expect(metOnce.size).toBe(met.length)
        expect(atStart.filter((id) => !metOnce.has(id))).toEqual([])
        const matching = new Set(begun.filter(filter.matches).map(({ id }) => id))
        expect(met.filter((id) => !matching.has(id))).toEqual([])
      })
      expect(await readKnown(databases[0], list, service.ids.appId)).toHaveLength(known.length)
      report(
        `${walks} walks over ${pages} pages of ${name} while ${inserted} were inserted: no gap, no duplicate`,
      )
    },
  )
})

const columnsOf = ({ filters }: ListOperation): readonly Column[] =>
  Object.keys(columns).filter((name): name is Column => filters.some((filter) => filter === name))

/** Some of the filters that a list has, so that the record that they are taken from matches all of them. */
function chooseFilter(list: ListOperation, random: Random, known: readonly Known[]): Filter {
  const like = pick(random, known)
  const fields = columnsOf(list).filter((field) => like[field] != null && random.below(3) === 0)
  const day = new Date(like.atMs).toISOString().slice(0, 10)
  const fromMs = random.below(3) === 0 ? Date.parse(day) : undefined
  const toMs = random.below(3) === 0 ? like.atMs + 1 : undefined
  return {
    query: {
      ...Object.fromEntries(fields.map((field) => [field, like[field] ?? ''])),
      ...(fromMs !== undefined && { from: day }),
      ...(toMs !== undefined && { to: new Date(toMs).toISOString() }),
    },
    matches: (record) =>
      fields.every((field) => record[field] === like[field]) &&
      (fromMs === undefined || record.atMs >= fromMs) &&
      (toMs === undefined || record.atMs < toMs),
  }
}

async function readKnown(database: Database, list: ListOperation, appId: string): Promise<Known[]> {
  const { name } = list
  const fields = columnsOf(list).map((field) => `, ${columns[field]} as "${field}"`)
  const time = name === 'commissions' ? 'accrued_at' : 'created_at'
  const text = `
    select id, extract(epoch from ${time}) * 1000 as at_ms${fields.join('')}
    from ${await findTable(name)} where app_id = $1`
  type Row = Omit<Known, 'atMs'> & { readonly at_ms: string }
  const rows = await database.query<Row>({ name: `test_known_${name}`, text }, [appId])
  return rows.map(({ at_ms, ...row }) => ({ ...row, atMs: Number(at_ms) }))
}
