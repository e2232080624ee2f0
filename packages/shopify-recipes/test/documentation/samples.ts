import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A piece of TypeScript or JavaScript from the documentation. */
export interface Sample {
  /** Where it is written to, below the samples' folder: its first line, or made up for a docstring. */
  readonly path: string
  readonly code: string
}

const packageFolder = fileURLToPath(new URL('../..', import.meta.url))

/** The texts of the README and of the pages under `docs`. */
export function readPages(): ReadonlyMap<string, string> {
  const names = ['README.md', ...readdirSync(join(packageFolder, 'docs')).map((name) => `docs/${name}`)]
  return new Map(names.map((name) => [name, readFileSync(join(packageFolder, name), 'utf8')]))
}

/** Every sample of the pages. Each names the file that it is. */
export function collectPageSamples(): readonly Sample[] {
  return [...readPages()].flatMap(([page, text]) =>
    [...text.matchAll(/```[tj]s\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, path = page, code = '']) => ({
      path,
      code: templateLines.get(path)?.(code) ?? code,
    })),
  )
}

/** What the Node template has around the lines that a page adds to one of its files. */
const templateLines: ReadonlyMap<string, (code: string) => string> = new Map([
  [
    'node-template/index.js',
    (code) => `import express from 'express'
import shopify from './shopify.js'
const app = express()
app.get(shopify.config.auth.path, shopify.auth.begin())
${code}
app.post(shopify.config.webhooks.path, shopify.processWebhooks({ webhookHandlers: {} }))
app.use(express.json())
export { app }
`,
  ],
  ['node-template/one-delivery.js', (code) => `import shopify from './shopify.js'\n${code}`],
])

/** Every example of the docstrings in `src`. */
export function collectDocstringSamples(): readonly Sample[] {
  const files = readdirSync(join(packageFolder, 'src'), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const source = readFileSync(join(packageFolder, 'src', file), 'utf8')
      return [...source.matchAll(/ \* ```ts\n([\s\S]*?) \* ```/g)].map(([, block = ''], index) => ({
        path: `docstrings/${file.replaceAll('/', '-').replace('.ts', '')}-${index}.ts`,
        code: `${block.replaceAll(/^ \* ?/gm, '')}export {}\n`,
      }))
    })
}

/** Writes samples, and what an app has beside them, into a folder inside the package. */
export function writeSamples(name: string, samples: readonly Sample[]): string {
  const folder = join(packageFolder, '.artifacts', name)
  rmSync(folder, { recursive: true, force: true })
  for (const { path, code } of samples) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), code)
  }
  return folder
}

/** The parts of an app that the pages take for granted. */
export function buildAppParts(app: string): readonly Sample[] {
  if (app === 'node-template') {
    const sqlite3 = `${app}/node_modules/sqlite3`
    return [
      { path: `${app}/shopify.js`, code: nodeTemplateCode },
      { path: `${sqlite3}/package.json`, code: '{ "type": "module", "main": "index.js" }' },
      { path: `${sqlite3}/index.js`, code: `export { sqlite3 as default } from '${sqlite3Double}'\n` },
      { path: `${sqlite3}/index.d.ts`, code: `export { sqlite3 as default } from '${sqlite3Double}'\n` },
    ]
  }
  return [
    { path: `${app}/db.server.ts`, code: databaseCode },
    { path: `${app}/redis.server.ts`, code: redisCode },
    { path: `${app}/pool.server.ts`, code: poolCode },
    {
      path: `${app}/affiliate.server.ts`,
      code: `import { createPrismaLedger } from '@affiliate-platform/shopify-recipes'
import prisma from './db.server'
export const installLedger = createPrismaLedger(prisma.affiliateLedger)
`,
    },
  ]
}

// `web/shopify.js` of the template, with sessions in memory and without the choices of an app.
const nodeTemplateCode = `import { ApiVersion, shopifyApp } from '@shopify/shopify-app-express'
import { MemorySessionStorage } from '@shopify/shopify-app-session-storage-memory'

const shopify = shopifyApp({
  api: {
    apiVersion: ApiVersion.October26,
    hostName: 'my-app.example',
    hostScheme: 'https',
    logger: { log: async () => undefined },
  },
  auth: { path: '/api/auth', callbackPath: '/api/auth/callback' },
  webhooks: { path: '/api/webhooks' },
  sessionStorage: new MemorySessionStorage(),
})

export default shopify
`

const prismaTable = fileURLToPath(new URL('../support/prisma-table.ts', import.meta.url))
const sqlite3Double = fileURLToPath(new URL('../support/sqlite3.ts', import.meta.url))

const databaseCode = `import { Session } from '@shopify/shopify-api'
import { MemorySessionStorage } from '@shopify/shopify-app-session-storage-memory'
import { createPrismaTable } from '${prismaTable}'

const stored = new Map<string, Session>()

class ListedStorage extends MemorySessionStorage {
  override async storeSession(session: Session) {
    stored.set(session.id, session)
    return super.storeSession(session)
  }
}

export const sessionStorage = new ListedStorage()

const affiliateLedger = createPrismaTable()
const list = () => [...stored.values()].filter(({ isOnline }) => !isOnline)
const prisma = {
  affiliateLedger,
  session: {
    findMany: async ({ where, take }: { where: { id: { gt: string } }; take: number }) =>
      list().filter(({ id }) => id > where.id.gt).slice(0, take),
    count: async (_: { where: { isOnline: boolean } }) => list().length,
    deleteMany: async ({ where }: { where: { shop: string } }) => {
      for (const { id, shop } of list()) if (shop === where.shop) stored.delete(id)
    },
  },
}
export default prisma
`

const redisCode = `import type { NodeRedisClient } from '@affiliate-platform/shopify-recipes'
export const redis: NodeRedisClient = { eval: async () => null }
`

const poolCode = `import type { PostgresClient } from '@affiliate-platform/shopify-recipes'
export const pool: PostgresClient = { query: async () => ({ rows: [], rowCount: 0 }) }
`
