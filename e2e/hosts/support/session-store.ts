import { json, text } from 'node:stream/consumers'
import { type Listening, listen } from './listen.ts'

/** A session as Shopify's libraries write one for a database. */
type Entries = [name: string, value: unknown][]

/** The database of the apps' sessions. */
export interface SessionStore extends Listening {
  readonly ofShop: (shop: string) => readonly Entries[]
  /** The access tokens that the shop's offline session has had. Two loaders of one page may each acquire one. */
  readonly offlineTokens: (shop: string) => readonly unknown[]
  /** What the app's callbacks told of the shop. */
  readonly events: (shop: string) => readonly string[]
  /** Ends the shop's sessions an hour ago, so that the app has to acquire a new token. */
  readonly expire: (shop: string) => void
  readonly clear: () => void
}

export async function startSessionStore(): Promise<SessionStore> {
  const sessions = new Map<string, Entries>()
  const offlineTokens = new Map<string, readonly unknown[]>()
  const events = new Map<string, readonly string[]>()
  const ofShop = (shop: string) =>
    [...sessions.values()].filter((entries) => Object.fromEntries(entries)['shop'] === shop)

  const store = (id: string, entries: Entries) => {
    sessions.set(id, entries)
    const { shop, isOnline, accessToken } = Object.fromEntries(entries)
    const tokens = offlineTokens.get(String(shop)) ?? []
    if (!isOnline) offlineTokens.set(String(shop), [...tokens, accessToken])
  }

  const listening = await listen(async (request, response) => {
    const id = decodeURIComponent(request.url?.slice(1) ?? '')
    if (request.method === 'POST') events.set(id, [...(events.get(id) ?? []), await text(request)])
    if (request.method === 'PUT') store(id, (await json(request)) as Entries)
    const found = id === '' ? [...sessions.values()] : (sessions.get(id) ?? null)
    if (request.method === 'DELETE') sessions.delete(id)
    response.end(JSON.stringify(request.method === 'GET' ? found : true))
  })

  return {
    ...listening,
    ofShop,
    offlineTokens: (shop) => offlineTokens.get(shop) ?? [],
    events: (shop) => events.get(shop) ?? [],
    clear: () => sessions.clear(),
    expire: (shop) => {
      for (const entries of ofShop(shop)) {
        const { id } = Object.fromEntries(entries)
        const aged: Entries = entries.filter(([name]) => name !== 'expires')
        sessions.set(String(id), [...aged, ['expires', Date.now() - 3_600_000]])
      }
    },
  }
}
