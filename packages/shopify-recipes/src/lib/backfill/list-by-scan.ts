import type { ListShops } from '../pages/page-options.ts'

// Longer than any pause between two pages of one run.
const keptMs = 600_000

/**
 * Lists shops of a storage that has no order: it is read through once, and the shops are kept, sorted, until no page was
 * asked for in 10 minutes. Page 0 reads it anew, and so does a process that has just started.
 *
 * @param readShops - yields every shop, in any order and any number of times
 */
export function listByScan(readShops: () => AsyncIterable<string>): ListShops {
  let kept: Promise<readonly string[]> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBeingRead = false
  const read = async () => {
    isBeingRead = true
    try {
      const shops = new Set<string>()
      for await (const shop of readShops()) shops.add(shop)
      return [...shops].sort()
    } catch (error) {
      kept = undefined
      throw error
    } finally {
      isBeingRead = false
    }
  }
  return async ({ offset, limit }) => {
    // A reading that outlasts the time for listing goes on, and whoever asks again waits for the same.
    if (kept === undefined || (offset === 0 && !isBeingRead)) kept = read()
    clearTimeout(timer)
    timer = setTimeout(() => {
      kept = undefined
    }, keptMs)
    // A number outside Node. Inside, this timer alone must not keep a process alive.
    if (typeof timer === 'object') timer.unref()
    return (await kept).slice(offset, offset + limit)
  }
}
