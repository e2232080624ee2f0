import type { DatabaseSync } from 'node:sqlite'
import { Session } from '@shopify/shopify-api'
import type { SessionStorage } from '@shopify/shopify-app-session-storage'
import { database } from './database.server.ts'

/** Shopify's session storage, which can also list the shops that have the app. */
export interface ShopSessionStorage extends SessionStorage {
  /** Domains of the shops with an offline session, in a fixed order. */
  listShops(page: { readonly offset: number; readonly limit: number }): Promise<readonly string[]>
  countShops(): Promise<number>
  /** Deletes a shop's sessions that were stored at or before a moment. Default: all of them. */
  deleteShop(shop: string, storedUntil?: Date): Promise<void>
}

/** Keeps sessions in SQLite. */
export function createSessionStorage(db: DatabaseSync): ShopSessionStorage {
  const upsert = db.prepare(`
    INSERT INTO sessions (id, shop, is_online, properties, stored_at_ms) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET shop = excluded.shop, is_online = excluded.is_online,
      properties = excluded.properties, stored_at_ms = excluded.stored_at_ms`)
  const find = db.prepare('SELECT properties FROM sessions WHERE id = ?')
  const findByShop = db.prepare('SELECT properties FROM sessions WHERE shop = ? ORDER BY id')
  const remove = db.prepare('DELETE FROM sessions WHERE id = ?')
  const removeShop = db.prepare('DELETE FROM sessions WHERE shop = ? AND stored_at_ms <= ?')
  // By id: with any other order a page of the backfill could miss shops that another page repeats.
  const list = db.prepare('SELECT shop FROM sessions WHERE is_online = 0 ORDER BY id LIMIT ? OFFSET ?')
  const count = db.prepare('SELECT count(*) AS shops FROM sessions WHERE is_online = 0')
  return {
    async storeSession(session) {
      const properties = JSON.stringify(session.toPropertyArray(true))
      upsert.run(session.id, session.shop, Number(session.isOnline), properties, Date.now())
      return true
    },
    async loadSession(id) {
      const row = find.get(id)
      return row === undefined ? undefined : toSession(row)
    },
    async deleteSession(id) {
      remove.run(id)
      return true
    },
    async deleteSessions(ids) {
      for (const id of ids) remove.run(id)
      return true
    },
    findSessionsByShop: async (shop) => findByShop.all(shop).map(toSession),
    listShops: async ({ offset, limit }) => list.all(limit, offset).map(({ shop }) => String(shop)),
    countShops: async () => Number(count.get()?.['shops']),
    async deleteShop(shop, storedUntil) {
      removeShop.run(shop, storedUntil?.getTime() ?? Number.MAX_SAFE_INTEGER)
    },
  }
}

function toSession({ properties }: Readonly<Record<string, unknown>>): Session {
  return Session.fromPropertyArray(JSON.parse(String(properties)), true)
}

/** The app's sessions. */
export const sessionStorage = createSessionStorage(database)
