import type { ListShops } from '../pages/page-options.ts'

/** What the id of every offline session starts with; the shop follows. Shopify's libraries load sessions by it. */
export const offlinePrefix = 'offline_'

/** Reads ids of offline sessions in the order of the storage's key, from after one id on. */
type ReadIds = (after: string, limit: number) => Promise<readonly string[]>

/**
 * Lists shops by ranges of a key, which also holds where an uninstall has moved up all shops behind it. Where a page
 * begins is known from the one before; after a restart it is found again by one longer query.
 */
export function listByKey(readIds: ReadIds): ListShops {
  let known = { offset: 0, after: offlinePrefix }
  return async ({ offset, limit }) => {
    const after = offset === known.offset ? known.after : await findStart(readIds, offset)
    if (after === undefined) return []
    const ids = await readIds(after, limit)
    known = { offset: offset + ids.length, after: ids.at(-1) ?? after }
    return ids.map((id) => id.slice(offlinePrefix.length))
  }
}

/** The id that a page comes after; undefined when there are not so many. */
async function findStart(readIds: ReadIds, offset: number): Promise<string | undefined> {
  if (offset === 0) return offlinePrefix
  const ids = await readIds(offlinePrefix, offset)
  return ids.length < offset ? undefined : ids.at(-1)
}
