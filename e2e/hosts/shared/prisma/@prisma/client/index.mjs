// What these apps call of Prisma's client, without its engines: the sessions lie in the store of all hosts, the
// ledger in memory.
import { Session } from '@shopify/shopify-api'
import { createSessionStorage } from '../../../../../../../shared/session-storage.js'

export class PrismaClient {
  storage = createSessionStorage(Session, process.env.SESSIONS_URL)
  session = createSessionModel(this.storage)
  affiliateLedger = createLedgerModel()
}

function createSessionModel(storage) {
  const listOffline = async () => (await storage.listSessions()).filter(({ isOnline }) => !isOnline)
  return {
    count: async () => (await listOffline()).length,
    deleteMany: ({ where }) => storage.deleteShop(where.shop),
    findMany: async ({ where, take }) => {
      const rows = (await listOffline()).filter(({ id }) => id > where.id.gt)
      return rows.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, take)
    },
  }
}

function createLedgerModel() {
  const rows = new Map()
  const findOne = ({ key, claim }) => {
    const row = rows.get(key)
    return row?.claim === claim ? row : undefined
  }
  return {
    findUnique: async ({ where }) => rows.get(where.key) ?? null,
    findMany: async ({ where, take }) => {
      const isDue = ({ key, dueAt }) =>
        key.startsWith(where.key.startsWith) && dueAt !== null && dueAt <= where.dueAt.lte
      const due = [...rows.values()].filter(isDue)
      return due.sort((a, b) => a.dueAt - b.dueAt).slice(0, take)
    },
    upsert: async ({ where, create }) => {
      if (!rows.has(where.key)) rows.set(where.key, create)
      return rows.get(where.key)
    },
    updateMany: async ({ where, data }) => {
      const found = findOne(where)
      if (found) rows.set(where.key, { ...found, ...data })
      return { count: found ? 1 : 0 }
    },
    deleteMany: async ({ where }) => ({ count: findOne(where) && rows.delete(where.key) ? 1 : 0 }),
  }
}
