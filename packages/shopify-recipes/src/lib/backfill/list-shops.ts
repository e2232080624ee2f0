import type { ListShops } from '../pages/page-options.ts'
import { listByKey, offlinePrefix } from './list-by-key.ts'
import { listByScan } from './list-by-scan.ts'

/** The parts of a stored session that listing needs. */
export interface ListedSession {
  readonly id: string
  readonly shop: string
  readonly isOnline: boolean
}

/** The `Session` model of a Prisma client, such as `prisma.session`; only this is called. */
export interface PrismaSessionModel {
  findMany(args: {
    where: { isOnline: false; id: { gt: string; startsWith: string } }
    select: { id: true }
    orderBy: { id: 'asc' }
    take: number
  }): PromiseLike<readonly { readonly id: string }[]>
}

/**
 * Lists shops from the table of `@shopify/shopify-app-session-storage-prisma`: each once, by the id of its offline
 * session, a range of the primary key per page.
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
  return listByKey(async (after, limit) => {
    const rows = await model.findMany({
      // Prisma does not escape the underscore for LIKE: an online session may look like an offline one.
      where: { isOnline: false, id: { gt: after, startsWith: offlinePrefix } },
      select: { id: true },
      orderBy: { id: 'asc' },
      take: limit,
    })
    return rows.map(({ id }) => id)
  })
}

/** How to ask the database of an SQL session storage. */
export interface SqlSessions {
  /** Runs one statement, and resolves to its rows. */
  readonly query: (sql: string, values: string[]) => readonly object[] | Promise<readonly object[]>
  /** How the driver marks a value: `?` for SQLite and MySQL, `$1` for PostgreSQL. Default `?`. */
  readonly placeholder?: '?' | '$1'
  /** The storage's `sessionTableName`. Default `shopify_sessions`. */
  readonly table?: string
}

/**
 * Lists shops from the table of `@shopify/shopify-app-session-storage-sqlite`, `-postgresql` or `-mysql`: each once, by
 * the id of its offline session, a range of the primary key per page.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite'
 * import { listShopsFromSql } from '@affiliate-platform/shopify-recipes'
 *
 * const database = new DatabaseSync(':memory:')
 * const listShops = listShopsFromSql({ query: (sql, values) => database.prepare(sql).all(...values) })
 * ```
 */
export function listShopsFromSql({
  query,
  placeholder = '?',
  table = 'shopify_sessions',
}: SqlSessions): ListShops {
  return listByKey(async (after, limit) => {
    // In the words of all three databases; PostgreSQL's planner can estimate them, and so takes the key.
    const isOffline = `id LIKE '${offlinePrefix.replace('_', '!_')}%' ESCAPE '!'`
    const sql = `SELECT id FROM ${table} WHERE id > ${placeholder} AND ${isOffline} ORDER BY id LIMIT ${limit}`
    return (await query(sql, [after])).map((row) => String(Reflect.get(row, 'id')))
  })
}

/**
 * Lists shops from any session storage whose sessions can all be read. Shopify's own interface cannot list, so
 * the reading is yours. They are read once for a run, not once for a page.
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
  return listByScan(async function* () {
    for (const { isOnline, shop } of await loadSessions()) if (!isOnline) yield shop
  })
}
