import { Session, type SessionParams } from '@shopify/shopify-api'

/** A session storage that keeps rows and not objects, as every database does. */
export interface SessionTable {
  readonly rows: Map<string, SessionParams>
  loadSession(id: string): Promise<Session | undefined>
  storeSession(session: Session): Promise<boolean>
}

/** Makes a storage with a session that never expires for each domain; `tokenOf` says its token. */
export function createSessionTable(
  domains: readonly string[],
  tokenOf: (domain: string) => string,
): SessionTable {
  const rows = new Map<string, SessionParams>(
    domains.map((shop) => {
      const id = `offline_${shop}`
      return [
        id,
        { id, shop, state: '', isOnline: false, scope: 'read_products', accessToken: tokenOf(shop) },
      ]
    }),
  )
  return {
    rows,
    loadSession: async (id) => {
      const row = rows.get(id)
      return row && new Session({ ...row })
    },
    storeSession: async (session) => {
      rows.set(session.id, session.toObject())
      return true
    },
  }
}
