import { setImmediate } from 'node:timers/promises'
import { AffiliateClient } from '@affiliate-platform/sdk'
import { toApiKey } from '../database/world.ts'
import { baseUrl, buildPageText } from './responses.ts'
import type { StartWork } from './work.ts'

const pageRows = 50
const cursorCharacters = 140
const looks = 10

/** The SDK walks through a list of a million rows. A slice is one whole walk. */
export const start: StartWork = async ({ isQuick }) => {
  const pages = (isQuick ? 100_000 : 1_000_000) / pageRows
  const client = new AffiliateClient({
    baseUrl,
    apiKey: toApiKey('affiliate', 'client'),
    fetch: createPagedFetch(pages),
  })
  return {
    async runSlice() {
      let pagesRead = 0
      const heapBytes: number[] = []
      const before = process.cpuUsage()
      const startMs = performance.now()
      for await (const { items } of client.payouts.list().pages()) {
        if (items.length !== pageRows) throw new Error(`A page has ${items.length} rows.`)
        pagesRead += 1
        if (pagesRead % (pages / looks) === 0) heapBytes.push(await readHeapBytes())
      }
      const { user, system } = process.cpuUsage(before)
      if (pagesRead !== pages) throw new Error(`The walk gave ${pagesRead} pages.`)
      const [first = 0] = heapBytes
      const last = heapBytes.at(-1) ?? 0
      return {
        rowsPerSecond: (pages * pageRows) / ((performance.now() - startMs) / 1000),
        cpuUsPerPage: (user + system) / pages,
        heapMegabytes: Math.max(...heapBytes) / 1e6,
        grownBytesPerPage: (last - first) / (pages * (1 - 1 / looks)),
      }
    },
  }
}

/** What is left after app transaction. Weakly held objects go only when the event loop has had its turns. */
async function readHeapBytes(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) {
    globalThis.gc?.()
    await setImmediate()
  }
  return process.memoryUsage().heapUsed
}

/** Gives each page a cursor of the real length that names the next one, after a turn of the event loop. */
function createPagedFetch(pages: number): typeof fetch {
  const template = buildPageText(pageRows, '<cursor>')
  const last = buildPageText(pageRows)
  const headers = { 'Content-Type': 'application/json', 'X-Affiliate-Schema-Version': '1' }
  return async (input) => {
    await setImmediate()
    const url = new URL(input instanceof Request ? input.url : input)
    const next = Number(url.searchParams.get('cursor') ?? 0) + 1
    const cursor = String(next).padStart(cursorCharacters, '0')
    return new Response(next === pages ? last : template.replace('<cursor>', cursor), { headers })
  }
}
