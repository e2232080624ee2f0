import type { ListShops } from './backfill-options.ts'

/** The parts of a stored session that listing needs. */
export interface ListedSession {
  readonly id: string
  readonly shop: string
  readonly isOnline: boolean
}

/** The `Session` model of a Prisma client, such as `prisma.session`; only this is called. */
export interface PrismaSessionModel {
  findMany(args: {
    where: { isOnline: false }
    select: { shop: true }
    orderBy: { id: 'asc' }
    skip: number
    take: number
  }): PromiseLike<readonly { readonly shop: string }[]>
}

/**
 * Lists shops from the table of `@shopify/shopify-app-session-storage-prisma`, one page per query.
 *
 * @param model - the delegate, such as `prisma.session`
 *
 * @example
 * ```ts
 * import { listShopsFromPrisma, type PrismaSessionModel } from '@affiliate-platform/shopify-recipes'
 *
 * declare const prisma: { session: PrismaSessionModel }
 * const listShops = listShopsFromPrisma(prisma.session)
 * ```
 */
export function listShopsFromPrisma(model: PrismaSessionModel): ListShops {
  return async ({ offset, limit }) => {
    const rows = await model.findMany({
      where: { isOnline: false },
      select: { shop: true },
      // A fixed order: with any other one a page could miss shops that another page repeats.
      orderBy: { id: 'asc' },
      skip: offset,
      take: limit,
    })
    return rows.map(({ shop }) => shop)
  }
}

/**
 * Lists shops from any session storage whose sessions can all be read. Shopify's own interface cannot list, so
 * the reading is yours.
 *
 * @param loadSessions - reads all sessions, in any order; online ones are left out
 *
 * @example
 * ```ts
 * import { type ListedSession, listShopsFromSessions } from '@affiliate-platform/shopify-recipes'
 *
 * declare const database: { all(sql: string): Promise<readonly ListedSession[]> }
 * const listShops = listShopsFromSessions(() => database.all('SELECT id, shop, isOnline FROM sessions'))
 * ```
 */
export function listShopsFromSessions(
  loadSessions: () => Iterable<ListedSession> | Promise<Iterable<ListedSession>>,
): ListShops {
  return async ({ offset, limit }) => {
    const sessions = [...(await loadSessions())].filter(({ isOnline }) => !isOnline)
    const shops = [...new Set(sessions.map(({ shop }) => shop))].sort()
    return shops.slice(offset, offset + limit)
  }
}
