import { postByHand, storeByHand } from '../money/floors.ts'
import { measureRows, openMoney } from '../money/open-money.ts'
import { analyzeMoney, insertShops, type ShopSales, sumCommissions, writeSales } from '../money/world.ts'
import type { StartWork } from './work.ts'

const shops = 100
const pageRows = 500

/** Imports a file of new sales of the same shops, and posts them. Variants: as of posting. */
export const start: StartWork = async ({ variant, databaseUrl, postgresPid, rows }) => {
  const [program, part = '1'] = variant.split('/')
  const sales = Math.max(1, Math.ceil((rows / 20 / shops) * Number(part)))
  const { world, client, importLines, stop } = await openMoney(databaseUrl, `import/${variant}`)
  await insertShops(client, world, { first: 0, shops })
  const importFile = async (file: ShopSales) => {
    if (program !== 'floor') return await importLines(() => writeSales(file))
    for (const page of toPages(writeSales(file))) await storeByHand(client, world, page)
    return await postByHand(client, world)
  }
  let from = 0
  const importNext = async (count: number) => {
    await importFile({ first: 0, shops, sales: count, from })
    from += count
  }
  return {
    async check() {
      if (from === 0) await importNext(10)
      return await sumCommissions(client, world)
    },
    async runSlice() {
      await analyzeMoney(client)
      return await measureRows(shops * sales, postgresPid, () => importNext(sales))
    },
    stop,
  }
}

function* toPages(lines: Iterable<string>): Generator<readonly string[]> {
  let page: string[] = []
  for (const line of lines) {
    page.push(line)
    if (page.length < pageRows) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}
