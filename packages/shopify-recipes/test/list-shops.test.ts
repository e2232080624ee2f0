import { DatabaseSync } from 'node:sqlite'
import {
  type DynamoDbScan,
  type ListShops,
  listShopsFromDynamoDb,
  listShopsFromMongoDb,
  listShopsFromPrisma,
  listShopsFromRedis,
  listShopsFromSessions,
  listShopsFromSql,
} from '@affiliate-platform/shopify-recipes'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

const toShop = (index: number) => `shop-${String(index).padStart(4, '0')}.myshopify.com`

/** Stored sessions: `count` shops with an offline session, some with an online one, and look-alikes of a prefix. */
function buildIds(count: number): string[] {
  const shops = Array.from({ length: count }, (_, index) => toShop(index))
  const online = shops.slice(0, 70).map((shop) => `${shop}_${shop.length}`)
  return [...online, ...shops.toReversed().map((shop) => `offline_${shop}`), 'offlinex.myshopify.com_1']
}

const { signal } = new AbortController()
const readPage = (listShops: ListShops, offset: number) => listShops({ offset, limit: 50, signal })

async function walk(listShops: ListShops): Promise<string[]> {
  const shops: string[] = []
  for (let offset = 0; ; offset += 50) {
    const page = await readPage(listShops, offset)
    shops.push(...page)
    if (page.length < 50) return shops
  }
}

async function* iterate<Value>(values: Iterable<Value>): AsyncIterable<Value> {
  yield* values
}

/** The table as Shopify's storage for SQLite makes it. */
function openSqlite(ids: Iterable<string>) {
  const database = new DatabaseSync(':memory:')
  onTestFinished(() => database.close())
  database.exec(`CREATE TABLE shopify_sessions (
    id varchar(255) NOT NULL PRIMARY KEY, shop varchar(255) NOT NULL, state varchar(255) NOT NULL,
    isOnline integer NOT NULL, accessToken varchar(255))`)
  const insert = database.prepare('INSERT INTO shopify_sessions VALUES (?, ?, ?, ?, ?)')
  for (const id of ids)
    insert.run(id, id.replace('offline_', ''), '', Number(!id.startsWith('offline_')), 'x')
  const statements: string[] = []
  const listShops = listShopsFromSql({
    query: (sql, values) => {
      statements.push(sql)
      return database.prepare(sql).all(...values)
    },
  })
  return { database, statements, listShops }
}

type Build = (ids: readonly string[]) => ListShops

// SQLite is real; the others stand for what their client does with these calls.
const storages: readonly (readonly [string, Build])[] = [
  ['SQLite', (ids) => openSqlite(ids).listShops],
  [
    'Prisma',
    (ids) =>
      listShopsFromPrisma({
        findMany: async ({ where: { id, isOnline }, take }) => {
          // Prisma hands the prefix to LIKE as it is: its underscore stands for any character.
          const pattern = new RegExp(`^${id.startsWith.replaceAll('_', '.')}`)
          const rows = ids.map((other) => ({ id: other, isOnline: !other.startsWith('offline_') }))
          return rows
            .filter((row) => row.isOnline === isOnline && row.id > id.gt && pattern.test(row.id))
            .toSorted((a, b) => (a.id < b.id ? -1 : 1))
            .slice(0, take)
        },
      }),
  ],
  [
    'Redis 4',
    (ids) =>
      // A scan may return a key twice.
      listShopsFromRedis({
        scanIterator: () => iterate([...ids, ...ids].map((id) => `shopify_sessions_${id}`)),
      }),
  ],
  [
    'Redis 5',
    (ids) =>
      listShopsFromRedis({ scanIterator: () => iterate([ids.map((id) => `shopify_sessions_${id}`), []]) }),
  ],
  [
    'MongoDB',
    (ids) =>
      listShopsFromMongoDb({
        find: ({ id }) => iterate(ids.filter((other) => id.test(other)).map((id) => ({ id }))),
      }),
  ],
  ['DynamoDB', (ids) => listShopsFromDynamoDb(async (input) => scan(ids, input))],
  [
    'sessions that are read whole',
    (ids) =>
      listShopsFromSessions(() =>
        ids.map((id) => ({ id, shop: id.replace('offline_', ''), isOnline: !id.startsWith('offline_') })),
      ),
  ],
]

/** A scan looks at 30 items at a time, and filters what it has looked at. */
function scan(ids: readonly string[], { ExclusiveStartKey, ExpressionAttributeValues }: DynamoDbScan) {
  const start = ExclusiveStartKey === undefined ? 0 : ids.indexOf(ExclusiveStartKey.id.S) + 1
  const seen = ids.slice(start, start + 30)
  const last = seen.at(-1)
  const prefix = ExpressionAttributeValues[':prefix'].S
  return {
    Items: seen.filter((id) => id.startsWith(prefix)).map((id) => ({ id: { S: id } })),
    ...(start + 30 < ids.length && last !== undefined && { LastEvaluatedKey: { id: { S: last } } }),
  }
}

describe.each(storages)('shops of %s', (_, build) => {
  it.each([0, 1, 49, 50, 51, 120])(
    'lists each of %i once, in order, page by page [4.4-4] [8-backfill-page]',
    async (count) => {
      const shops = Array.from({ length: count }, (_, index) => toShop(index))
      expect(await walk(build(buildIds(count)))).toEqual(shops)
    },
  )

  it('lists any page also in a process that has just started [4.4-5]', async () => {
    const ids = buildIds(120)
    expect(await readPage(build(ids), 100)).toEqual(
      Array.from({ length: 20 }, (_, index) => toShop(100 + index)),
    )
    expect(await readPage(build(ids), 150)).toEqual([])
    const listShops = build(ids)
    await readPage(listShops, 50)
    expect(await readPage(listShops, 0)).toHaveLength(50)
    expect((await readPage(listShops, 0))[0]).toBe(toShop(0))
  })
})

describe('ranges of a key', () => {
  it('misses no shop where one is uninstalled between two pages [4.4-4]', async () => {
    const { database, listShops } = openSqlite(buildIds(120))
    const first = await readPage(listShops, 0)
    database.exec(`DELETE FROM shopify_sessions WHERE id = 'offline_${toShop(3)}'`)
    const second = await readPage(listShops, 50)
    expect([...first, ...second]).toEqual(Array.from({ length: 100 }, (_, index) => toShop(index)))
  })

  it('searches the primary key, and sorts nothing [D88]', async () => {
    const { database, statements, listShops } = openSqlite(buildIds(120))
    await readPage(listShops, 0)
    const [sql = ''] = statements
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all('offline_')
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SEARCH shopify_sessions USING .*INDEX .*\(id>\?\)$/),
    ])
  })

  it('takes the table and the placeholder of the storage', async () => {
    const query = vi.fn(async () => [])
    await readPage(listShopsFromSql({ query, table: 'my_sessions', placeholder: '$1' }), 0)
    expect(query).toHaveBeenCalledWith(expect.stringContaining('FROM my_sessions WHERE id > $1 AND'), [
      'offline_',
    ])
  })
})

describe('a storage that is read through', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function setUp() {
    const load = vi.fn(async () => buildIds(120).map((id) => ({ id, shop: id, isOnline: false })))
    return { load, listShops: listShopsFromSessions(load) }
  }

  it('is read once for a run, and anew for the next', async () => {
    const { load, listShops } = setUp()
    await walk(listShops)
    expect(load).toHaveBeenCalledTimes(1)
    await walk(listShops)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is forgotten 10 minutes after the last page', async () => {
    const { load, listShops } = setUp()
    await readPage(listShops, 0)
    await vi.advanceTimersByTimeAsync(599_999)
    await readPage(listShops, 50)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(vi.getTimerCount()).toBe(0)
    await readPage(listShops, 100)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is read on where it took too long, and again where it failed', async () => {
    const { load, listShops } = setUp()
    load.mockImplementationOnce(async () => {
      await new Promise((resolve) => setTimeout(resolve, 15_000))
      throw new Error('the connection broke')
    })
    const attempts = [readPage(listShops, 0), readPage(listShops, 0)].map((attempt) => attempt.catch(String))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await Promise.all(attempts)).toEqual(Array(2).fill('Error: the connection broke'))
    expect(load).toHaveBeenCalledTimes(1)
    expect(await readPage(listShops, 0)).toHaveLength(50)
  })
})
