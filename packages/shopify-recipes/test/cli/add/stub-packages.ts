import { fileURLToPath } from 'node:url'
import type { AppFiles } from './apps.ts'

const sqlite3 = fileURLToPath(new URL('../../support/sqlite3.ts', import.meta.url))

/** What Prisma's client and storage do for these apps, without its engines: tables in memory. */
export const stubPackages: AppFiles = {
  '@prisma/client/package.json': '{ "type": "module", "main": "index.js", "types": "index.d.ts" }',
  '@prisma/client/index.js': `const matches = (row, where = {}) =>
  Object.entries(where).every(([name, wanted]) => {
    if (wanted === null || typeof wanted !== 'object') return row[name] === wanted
    if ('startsWith' in wanted) return row[name].startsWith(wanted.startsWith)
    return 'lte' in wanted ? row[name] !== null && row[name] <= wanted.lte : row[name] !== wanted.not
  })

function createTable(key) {
  const rows = new Map()
  const find = (where) => [...rows.values()].filter((row) => matches(row, where))
  return {
    rows,
    create: async ({ data }) => {
      if (rows.has(data[key])) throw Object.assign(new Error('unique'), { code: 'P2002' })
      rows.set(data[key], data)
    },
    findUnique: async ({ where }) => find(where)[0] ?? null,
    findMany: async ({ where }) => find(where),
    upsert: async ({ where, create }) => {
      const [row = create] = find(where)
      rows.set(row[key], row)
      return row
    },
    updateMany: async ({ where, data }) => {
      const found = find(where)
      for (const row of found) rows.set(row[key], { ...row, ...data })
      return { count: found.length }
    },
    deleteMany: async ({ where }) => {
      const found = find(where)
      for (const row of found) rows.delete(row[key])
      return { count: found.length }
    },
  }
}

export class PrismaClient {
  session = createTable('id')
  affiliateLedger = createTable('key')
}
`,
  '@prisma/client/index.d.ts': `import type { PrismaLedgerModel } from '@affiliate-platform/shopify-recipes'

export declare class PrismaClient {
  session: {
    rows: Map<string, unknown>
    deleteMany(args: { where: { shop: string } }): Promise<{ count: number }>
  }
  affiliateLedger: PrismaLedgerModel
}
`,
  '@shopify/shopify-app-session-storage-prisma/package.json':
    '{ "type": "module", "main": "index.js", "types": "index.d.ts" }',
  '@shopify/shopify-app-session-storage-prisma/index.js': `export class PrismaSessionStorage {
  constructor(prisma) {
    this.rows = prisma.session.rows
  }
  storeSession = async (session) => Boolean(this.rows.set(session.id, session))
  loadSession = async (id) => this.rows.get(id)
  deleteSession = async (id) => this.rows.delete(id)
  deleteSessions = async (ids) => ids.every((id) => this.rows.delete(id))
  findSessionsByShop = async (shop) => [...this.rows.values()].filter((row) => row.shop === shop)
}
`,
  '@shopify/shopify-app-session-storage-prisma/index.d.ts': `import type { SessionStorage } from '@shopify/shopify-app-session-storage'
import type { PrismaClient } from '@prisma/client'

export declare class PrismaSessionStorage implements SessionStorage {
  constructor(prisma: PrismaClient)
  storeSession: SessionStorage['storeSession']
  loadSession: SessionStorage['loadSession']
  deleteSession: SessionStorage['deleteSession']
  deleteSessions: SessionStorage['deleteSessions']
  findSessionsByShop: SessionStorage['findSessionsByShop']
}
`,
  'sqlite3/package.json': '{ "type": "module", "main": "index.js" }',
  'sqlite3/index.js': `export { sqlite3 as default } from '${sqlite3}'\n`,
  '@shopify/shopify-app-session-storage-sqlite/package.json': '{ "type": "module", "main": "index.js" }',
  '@shopify/shopify-app-session-storage-sqlite/index.js':
    "export { MemorySessionStorage as SQLiteSessionStorage } from '@shopify/shopify-app-session-storage-memory'\n",
}
