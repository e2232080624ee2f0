import { openMoney } from '../money/open-money.ts'
import { insertPostedSales, insertShops, writeSales } from '../money/world.ts'
import { quantile, type StartWork } from './work.ts'

/** Imports one more sale of a shop; the variant is how many it had before. */
export const start: StartWork = async ({ variant, databaseUrl }) => {
  const sales = Number(variant)
  const { world, client, importLines, stop } = await openMoney(databaseUrl, `more/${variant}`)
  await insertShops(client, world, { first: 0, shops: 1 })
  await insertPostedSales(client, world, { first: 0, shops: 1, sales })
  let from = sales
  const importOne = async () => {
    const { posted } = await importLines(() => writeSales({ first: 0, shops: 1, sales: 1, from }))
    if (posted !== 1) throw new Error('The sale was not posted.')
    from += 1
  }
  return {
    async runSlice(durationMs) {
      const timesMs: number[] = []
      const before = process.cpuUsage()
      for (const endMs = performance.now() + durationMs; performance.now() < endMs; ) {
        const startMs = performance.now()
        await importOne()
        timesMs.push(performance.now() - startMs)
      }
      const { user, system } = process.cpuUsage(before)
      const sorted = Float64Array.from(timesMs).sort()
      return {
        p50Ms: quantile(sorted, 0.5),
        p99Ms: quantile(sorted, 0.99),
        cpuUs: (user + system) / sorted.length,
      }
    },
    stop,
  }
}
