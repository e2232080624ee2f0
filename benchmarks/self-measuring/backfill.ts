import { setTimeout as sleep } from 'node:timers/promises'
import { type BackfillPage, backfillRoute } from '@affiliate-platform/shopify-recipes'
import { toId } from '../database/world.ts'
import type { StartWork } from './work.ts'

const latencyMs = 100
const apiKey = 'a-key-of-the-app-that-is-long-enough'

/** The backfill of all shops of an app, page by page; the variant is the concurrency. A slice is one whole backfill. */
export const start: StartWork = async ({ variant, isQuick }) => {
  const concurrency = Number(variant)
  const shops = isQuick ? 50 * concurrency : 10_000
  const domains = Array.from({ length: shops }, (_, index) => `shop-${index}.myshopify.com`)
  const route = backfillRoute({
    appId: toId('app/0'),
    apiKey,
    concurrency,
    listShops: async ({ offset, limit }) => domains.slice(offset, offset + limit),
    // Reading and identifying a shop together take the simulated latency.
    readShop: async () => {
      await sleep(latencyMs / 2)
      return { email: 'owner@example.com', accessToken: 'shpat_benchmark' }
    },
    client: {
      identify: async () => {
        await sleep(latencyMs / 2)
        return { ok: true, requestId: toId('request') }
      },
    },
  })
  return {
    async runSlice() {
      const before = process.cpuUsage()
      const startMs = performance.now()
      const sent = await drive(route)
      const seconds = (performance.now() - startMs) / 1000
      const { user, system } = process.cpuUsage(before)
      if (sent !== shops) throw new Error(`Only ${sent} of ${shops} shops were identified.`)
      const idealSeconds = (shops * latencyMs) / 1000 / concurrency
      return { shops, seconds, ofIdeal: seconds / idealSeconds, cpuUs: (user + system) / shops }
    },
  }
}

async function drive(route: (request: Request) => Promise<Response>): Promise<number> {
  let sent = 0
  for (let offset: number | null = 0; offset !== null; ) {
    const headers = { Authorization: `Bearer ${apiKey}` }
    const response = await route(
      new Request(`http://app.invalid/backfill?offset=${offset}`, { method: 'POST', headers }),
    )
    const page = (await response.json()) as BackfillPage
    sent += page.sent
    offset = page.nextOffset
  }
  return sent
}
