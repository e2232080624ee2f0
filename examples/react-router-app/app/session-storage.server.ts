import { listShopsFromSessions } from '@affiliate-platform/shopify-recipes'
import type { Session } from '@shopify/shopify-api'

const sessions = new Map<string, Session>()

/** Sessions in this process's memory, to keep the example small. A real app keeps them in its database. */
export const sessionStorage = {
  async storeSession(session: Session) {
    sessions.set(session.id, session)
    return true
  },
  loadSession: async (id: string) => sessions.get(id),
  deleteSession: async (id: string) => sessions.delete(id),
  async deleteSessions(ids: string[]) {
    for (const id of ids) sessions.delete(id)
    return true
  },
  findSessionsByShop: async (shop: string) =>
    [...sessions.values()].filter((session) => session.shop === shop),
}

/** Lists the shops that have the app, page by page. With Prisma: `listShopsFromPrisma(prisma.session)`. */
export const listShops = listShopsFromSessions(() => sessions.values())

/** Forgets a shop. */
export async function deleteShop(shop: string): Promise<void> {
  for (const { id } of await sessionStorage.findSessionsByShop(shop)) sessions.delete(id)
}
