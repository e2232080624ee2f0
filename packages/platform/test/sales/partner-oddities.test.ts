import { expect, it } from 'vitest'
import { buildSale, buildSales, buildWorld, numbersOf, readError, readPages } from './partner-world.ts'

const all = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

it('walks every page, at most four requests in any second', async () => {
  const world = buildWorld({ transactions: buildSales(1001) })
  const pages = await readPages(world)
  expect(numbersOf(pages)).toEqual(all(1001))
  expect(pages.map(({ read }) => read)).toEqual([...Array(10).fill(100), 1])
  const times = world.simulator.requests.map(({ atMs }) => atMs - Number(world.simulator.requests[0]?.atMs))
  expect(times).toEqual(all(11).map((request) => (request - 1) * 250))
})

it('yields a row of two pages twice, with one id and one content', async () => {
  const { partner, client } = buildWorld({ transactions: buildSales(250) })
  const pages = await readPages({ client }, {}, () => partner.setBehaviour('repeat_row'))
  const rows = pages.flatMap((page) => page.rows)
  expect(rows).toHaveLength(252)
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(250)
  expect(numbersOf(pages)).toEqual(all(250))
})

it('sees a row that is recorded during the walk, however old it is', async () => {
  const { partner, client } = buildWorld({ transactions: buildSales(150) })
  const late = buildSale(151, { createdAt: '2020-01-01T00:00:00.000000Z' })
  const pages = await readPages({ client }, {}, (page) => page === 1 && partner.addTransactions(late))
  expect(numbersOf(pages)).toEqual(all(151))
  expect(pages.at(-1)?.latestAt).toBe('2026-08-07T07:02:51.000000Z')
})

it('shows a changed amount as other content, and a changed spelling as the same', async () => {
  const { partner, client } = buildWorld({ transactions: [buildSale(1)] })
  const hashes: (string | undefined)[] = []
  for (const amount of ['18.45', '18.450000000', '18.44']) {
    partner.changeTransaction(buildSale(1).id, { netAmount: { amount, currencyCode: 'USD' } })
    hashes.push((await readPages({ client }))[0]?.rows[0]?.contentHash)
  }
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(hashes[1]).toBe(hashes[0])
  expect(hashes[2]).not.toBe(hashes[0])
})

it('goes on after a 429 in both shapes, broken connections, errors and a page of HTML', async () => {
  const { partner, client, waits } = buildWorld({ transactions: buildSales(900) })
  const oddities = [
    'too_many_requests',
    'rate_limited',
    'server_error',
    'internal_error',
    'html_error',
    'reset',
  ] as const
  const pages = await readPages({ client }, {}, (page) => {
    const oddity = oddities[page - 1]
    if (oddity !== undefined) partner.setBehaviour(oddity, { times: 1, retryAfterSeconds: 900 })
  })
  expect(numbersOf(pages)).toEqual(all(900))
  expect(pages).toHaveLength(9)
  // Waits of 250 ms are the pace's; the others are the retries' own.
  expect(waits.filter((ms) => ms > 250)).toEqual([1000, 60_000, 1000, 1000, 1000, 1000])
})

it('gives up a request that hangs, and sends it again', async () => {
  const { partner, client, simulator } = buildWorld({ transactions: buildSales(2) }, { timeoutMs: 1000 })
  partner.setBehaviour('hang', { times: 1 })
  expect(numbersOf(await readPages({ client }))).toEqual([1, 2])
  expect(simulator.requests).toHaveLength(2)
})

it('stops where the cursor that was sent comes back', async () => {
  const { partner, client, simulator } = buildWorld({ transactions: buildSales(300) })
  const walk = readPages({ client }, {}, () => partner.setBehaviour('same_cursor'))
  expect(await readError(walk)).toMatchObject({ code: 'cursor_repeated' })
  expect(simulator.requests).toHaveLength(2)
})

it.each([2, 3, 7, 50])('stops where cursors go in a circle of %i', async (length) => {
  let page = 0
  const fetch = () => {
    page += 1
    // A walk that never ends would take the whole run with it.
    if (page > 1000) return Promise.resolve(new Response('', { status: 401 }))
    const edges = [{ cursor: `c${page % length}`, node: { id: `id${page}` } }]
    return Promise.resolve(
      Response.json({ data: { transactions: { edges, pageInfo: { hasNextPage: true } } } }),
    )
  }
  const { client } = buildWorld({}, { fetch })
  expect(await readError(readPages({ client }))).toMatchObject({ code: 'cursor_repeated' })
  expect(page).toBeLessThanOrEqual(3 * length + 2)
})

it('resumes from the cursor of any page', async () => {
  const world = buildWorld({ transactions: buildSales(250) })
  const [first] = await readPages(world)
  const rest = await readPages(world, { after: first?.cursor ?? null })
  expect(numbersOf(rest)).toEqual(all(250).slice(100))
})

it('walks one shop or one window alone', async () => {
  const other = { id: 'gid://partners/Shop/8', myshopifyDomain: 'other.myshopify.com' }
  const late = buildSale(3, { createdAt: '2026-08-08T00:00:00Z' })
  const world = buildWorld({ transactions: [buildSale(1), buildSale(2, { shop: other }), late] })
  expect(numbersOf(await readPages(world, { shopDomain: 'other.myshopify.com' }))).toEqual([2])
  expect(numbersOf(await readPages(world, { createdAtMin: '2026-08-08T00:00:00Z' }))).toEqual([3])
  expect(numbersOf(await readPages(world, { createdAtMax: '2026-08-07T07:02:51Z' }))).toEqual([1, 2])
})
