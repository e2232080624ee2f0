/**
 * Sessions that lie outside of the app, as in a database: they outlive its process, and a test can age one.
 *
 * @param Session - Shopify's class, in the version of the app
 * @param url - the address of the store
 */
export function createSessionStorage(Session, url) {
  const call = async (method, path, body) => {
    const response = await fetch(`${url}/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    return JSON.parse(await response.text())
  }
  const toSession = (entries) => (entries === null ? undefined : Session.fromPropertyArray(entries))
  const listSessions = async () => (await call('GET', '')).map(toSession)
  const deleteSession = (id) => call('DELETE', encodeURIComponent(id))
  const findSessionsByShop = async (shop) => (await listSessions()).filter((session) => session.shop === shop)
  return {
    listSessions,
    findSessionsByShop,
    deleteSession,
    storeSession: (session) => call('PUT', encodeURIComponent(session.id), session.toPropertyArray()),
    loadSession: async (id) => toSession(await call('GET', encodeURIComponent(id))),
    deleteSessions: async (ids) => (await Promise.all(ids.map(deleteSession))).every(Boolean),
    deleteShop: async (shop) => {
      for (const { id } of await findSessionsByShop(shop)) await deleteSession(id)
    },
  }
}

/** The same as a class, as the storages of Shopify's packages are. */
export class SessionStorage {
  constructor(Session, url) {
    Object.assign(this, createSessionStorage(Session, url))
  }
}
