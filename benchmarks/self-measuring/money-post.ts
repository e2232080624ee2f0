import { postByHand } from '../money/floors.ts'
import { measureRows, openMoney } from '../money/open-money.ts'
import { analyzeMoney, insertSales, insertShops, sumCommissions } from '../money/world.ts'
import type { StartWork } from './work.ts'

const shops = 100

/**
 * Posts sales that are stored already: a slice is a tenth of all, of shops of its own. Variants: `ours` and `floor`, and
 * after a `/` the part of a slice that is posted.
 */
export const start: StartWork = async ({ variant, databaseUrl, postgresPid, rows }) => {
  const [program, part = '1'] = variant.split('/')
  const sales = Math.max(1, Math.ceil((rows / 10 / shops) * Number(part)))
  const { world, client, importLines, stop } = await openMoney(databaseUrl, `post/${variant}`)
  // To post what waits is an import's last step, of an empty file too.
  const post = () => (program === 'floor' ? postByHand(client, world) : importLines(() => []))
  let first = 0
  const insertShopsWithSales = async (count: number, each: number) => {
    await insertShops(client, world, { first, shops: count })
    await insertSales(client, world, { first, shops: count, sales: each })
    first += count
  }
  return {
    async check() {
      if (first === 0) {
        await insertShopsWithSales(3, 50)
        await analyzeMoney(client)
        await post()
      }
      return await sumCommissions(client, world)
    },
    async runSlice() {
      await insertShopsWithSales(shops, sales)
      await analyzeMoney(client)
      return await measureRows(shops * sales, postgresPid, post)
    },
    stop,
  }
}
