import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  createPartnerClient,
  readSalesFile,
  surveySalesFile,
  walkTransactions,
} from '@affiliate-platform/platform/sales'
import { report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { expect, it } from 'vitest'
import { createRequestPace } from '../sales/request-pace.ts'

const pages = scale({ quick: 200, soak: 86_000 })
const growthBytesMax = 10_000_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function readHeapBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** An endless-looking feed that is never in memory: page `n` is made when it is asked for. */
async function fetchPage(_url: string, init: RequestInit): Promise<Response> {
  // A response takes a turn of the event loop. In one endless turn nothing that a weak reference was made of is freed.
  await setImmediate()
  const { variables } = JSON.parse(String(init.body)) as { variables: { after?: string } }
  const page = Number(variables.after ?? 0)
  const edges = Array.from({ length: 100 }, (_, index) => ({
    cursor: String(page + 1),
    node: {
      __typename: 'AppUsageSale',
      id: `gid://partners/AppUsageSale/${page * 100 + index}`,
      createdAt: '2026-08-07T07:02:51.000000Z',
      shop: { id: 'gid://partners/Shop/7', myshopifyDomain: `shop-${page}.myshopify.com` },
      grossAmount: { amount: '0.04', currencyCode: index === 99 ? 'xts' : 'USD' },
      netAmount: { amount: '0.04', currencyCode: 'USD' },
    },
  }))
  const transactions = { edges, pageInfo: { hasNextPage: page + 1 < pages } }
  return Response.json({ data: { transactions } })
}

it('walks any number of sales in memory that does not grow, four pages a second [D102]', async () => {
  let nowMs = 0
  const sleep = async (ms: number) => {
    nowMs += ms
  }
  const clock = { now: () => nowMs, sleep }
  const client = createPartnerClient({
    organizationId: '42',
    accessToken: 'prtapi_guarantee',
    pace: createRequestPace(clock),
    fetch: fetchPage,
    clock,
  })
  const [counts, heapBytes] = [{ rows: 0, setAside: 0, pages: 0 }, [] as number[]]
  for await (const page of walkTransactions(client, { app: '1' })) {
    counts.rows += page.rows.length
    counts.setAside += page.setAside.length
    counts.pages += 1
    if (counts.pages % Math.floor(pages / 4) === 0) heapBytes.push(readHeapBytes())
  }
  expect(counts).toEqual({ rows: pages * 99, setAside: pages, pages })
  expect(nowMs).toBe((pages - 1) * 250)
  const grownBytes = Number(heapBytes.at(-1)) - Number(heapBytes[0])
  report(`a walk over ${pages * 100} sales: the heap grew by ${grownBytes} bytes`)
  expect(grownBytes).toBeLessThan(growthBytesMax)
})

it('reads a file of any length in memory that does not grow [D102]', async () => {
  const lines = pages * 100
  async function* toBytes() {
    for (let line = 0; line < lines; line += 1) {
      const sale = { platformId: `sale-${line}`, kind: 'usage_sale', shopDomain: 'a.myshopify.com' }
      const amounts = { gross: '0.04', net: '0.04', currency: 'USD', collectedAt: '2026-08-07T07:02:51Z' }
      yield Buffer.from(`${JSON.stringify({ ...sale, ...amounts })}\n`)
    }
  }
  // Of each id the survey keeps its line; what is read after it stays as large as it is.
  const survey = await surveySalesFile(toBytes())
  const heapBytes: number[] = []
  let rows = 0
  for await (const page of readSalesFile(toBytes(), survey)) {
    rows += page.rows.length
    if (rows % Math.floor(lines / 4) === 0) heapBytes.push(readHeapBytes())
  }
  expect(rows).toBe(lines)
  expect(heapBytes.length).toBeGreaterThan(1)
  const grownBytes = Number(heapBytes.at(-1)) - Number(heapBytes[0])
  report(`a file of ${lines} sales: the heap grew by ${grownBytes} bytes`)
  expect(grownBytes).toBeLessThan(growthBytesMax)
})
