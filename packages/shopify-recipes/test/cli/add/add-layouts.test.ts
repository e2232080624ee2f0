import { describe, expect, it } from 'vitest'
import { type AppFiles, buildExpressApp, buildLegacyApp, buildRoutedApp, change } from './apps.ts'
import { addTo, createApp } from './created-app.ts'

const files = buildRoutedApp('react-router', 'ts')
const express = buildExpressApp()
const config = 'app/shopify.server.ts'
const schema = 'prisma/schema.prisma'

/** An app under another folder. */
const move = (app: AppFiles, to: string): AppFiles =>
  Object.fromEntries(Object.entries(app).map(([path, text]) => [`${to}/${path}`, text]))

const rename = (app: AppFiles, from: RegExp, to: string): AppFiles =>
  Object.fromEntries(Object.entries(app).map(([path, text]) => [path.replace(from, to), text]))

const storedIn = (
  app: AppFiles,
  path: string,
  [name, made]: readonly [name: string, made: string],
): AppFiles => ({
  ...app,
  [path]: String(app[path])
    .replace(
      /import \{ \w+SessionStorage \} from ".*";\n/,
      `import { ${made.match(/\w+SessionStorage/)?.[0]} } from "@shopify/shopify-app-session-storage-${name}";\n`,
    )
    .replace(/new \w+SessionStorage\(.*\)/, made),
})

describe('the ledger beside the sessions [D238]', () => {
  it.each([
    [
      'postgresql',
      'new PostgreSQLSessionStorage(process.env.DATABASE_URL || "")',
      'const client = new pg.Pool({ connectionString: process.env.DATABASE_URL || "" });\nclient.query(ledgerMigration("postgresql"))',
      'pg',
    ],
    [
      'postgresql',
      'PostgreSQLSessionStorage.withCredentials(process.env.A, "b", process.env.C || "c", `d`)',
      'new pg.Pool({ host: process.env.A, database: "b", user: process.env.C || "c", password: `d` });',
      'pg',
    ],
    [
      'mysql',
      'new MySQLSessionStorage("mysql://localhost/app")',
      'const client = mysql.createPool("mysql://localhost/app");\n',
      'mysql2',
    ],
    [
      'redis',
      'new RedisSessionStorage(process.env.REDIS_URL)',
      'export const installLedger = createRedisLedger(client);',
      'redis',
    ],
    [
      'mongodb',
      'new MongoDBSessionStorage(new URL(process.env.MONGODB_URL || ""), "shopify")',
      'new MongoClient(process.env.MONGODB_URL || "").db("shopify")',
      'mongodb',
    ],
    [
      'mongodb',
      'new MongoDBSessionStorage("mongodb://localhost", process.env.DB)',
      'const database = new MongoClient("mongodb://localhost").db(process.env.DB);\nexport const installLedger = createMongoLedger(database.collection("affiliate_ledger"));',
      'mongodb',
    ],
  ])('lies in %s for %s', async (name, made, code, dependency) => {
    for (const [app, path, ledger, manifest] of [
      [files, config, 'app/affiliate.server.ts', 'package.json'],
      [express, 'web/shopify.js', 'web/affiliate.js', 'web/package.json'],
    ] as const) {
      const { add, read, output } = await createApp(storedIn(app, path, [name, made]))
      expect(await add('--yes')).toBe(0)
      expect(await read(ledger)).toContain(code)
      expect(JSON.parse(await read(manifest)).dependencies).toHaveProperty(dependency)
      expect(output()).not.toContain('in memory')
    }
  })

  it.each([
    ['dynamodb', 'new DynamoDBSessionStorage()'],
    ['mongodb', 'new MongoDBSessionStorage(new URL(settings.url), "app")'],
    ['mongodb', 'new MongoDBSessionStorage(process.env.URL, "app", { sessionCollectionName: "a" })'],
    ['redis', 'new RedisSessionStorage(process.env.URL, { sessionKeyPrefix: "a" })'],
    ['postgresql', 'new PostgreSQLSessionStorage(settings.url)'],
  ])('is in memory for %s by %s, and says what that loses', async (name, made) => {
    const { add, read, output } = await createApp(storedIn(files, config, [name, made]))
    expect(await add('--yes')).toBe(0)
    expect(await read('app/affiliate.server.ts')).toContain('createMemoryLedger()')
    expect(output()).toContain('missed installs are lost')
  })

  it('takes the name that the Prisma storage gives its sessions', async () => {
    const { 'app/routes/webhooks.app.uninstalled.tsx': _, ...app } = change(
      files,
      config,
      '(prisma)',
      '(prisma, { tableName: "shopSession" })',
    )
    const toml = String(app['shopify.app.toml']).replace(/ {2}# Handled[\s\S]*?one topic\n\n/, '')
    const { add, read } = await createApp({ ...app, 'shopify.app.toml': toml })
    expect(await add('--yes', '--backfill')).toBe(0)
    expect(await read('app/routes/webhooks.app.uninstalled.ts')).toContain('prisma.shopSession.deleteMany(')
    expect(await read('app/routes/internal.affiliate-backfill.ts')).toContain(
      'listShopsFromPrisma(prisma.shopSession)',
    )
    const hidden = await createApp(change(files, config, '(prisma)', '(prisma, options)'))
    expect(await hidden.add('--yes')).toBe(6)
    expect(hidden.output()).toContain('what its Prisma client calls the sessions')
  })
})

describe('a Prisma schema [D238]', () => {
  const { [schema]: text = '', ...others } = files
  const split: AppFiles = {
    ...others,
    'prisma/schema/base.prisma': text.slice(0, text.indexOf('model Session')),
    'prisma/schema/models/session.prisma': text.slice(text.indexOf('model Session')),
  }
  const declared = change(
    split,
    'package.json',
    '"type": "module"',
    '"type": "module",\n  "prisma": { "schema": "./prisma/schema" }',
  )
  const configured = {
    ...rename(files, /^prisma\/schema\.prisma$/, 'database/app.prisma'),
    'prisma.config.ts':
      'import path from "node:path";\nimport { defineConfig } from "prisma/config";\nexport default defineConfig({ schema: path.join("database", "app.prisma") });\n',
  }

  it.each<readonly [string, AppFiles]>([
    ['that package.json names', declared],
    ['where Prisma looks', split],
  ])('may be a folder %s: the model gets a file of its own', async (_, app) => {
    const { add, read, status } = await createApp(app)
    expect(await add('--yes')).toBe(0)
    expect(await read('prisma/schema/affiliate-ledger.prisma')).toContain('model AffiliateLedger {')
    expect(status()).toContain('prisma/migrations/20261122010203_affiliate_ledger/migration.sql')
    expect(await add('--yes')).toBe(0)
  })

  it('may lie where prisma.config.ts says', async () => {
    expect(await addTo(configured, 'database/app.prisma')).toContain('model AffiliateLedger {')
  })
})

describe('a workspace [D238]', () => {
  const root = { 'package.json': '{ "private": true }', 'pnpm-lock.yaml': '' }

  it('locks the packages of its apps, which are found by --cwd', async () => {
    const app = await createApp({ ...root, ...move(files, 'apps/shop') })
    expect(await app.add('--yes', '--cwd', 'apps/shop')).toBe(0)
    expect(app.output()).toContain('1. pnpm install\n2. pnpm exec prisma migrate deploy')
  })

  it('may have its shopify.app.toml above its apps', async () => {
    const { 'shopify.app.toml': toml = '', ...app } = files
    const all = { ...root, ...move(app, 'apps/shop'), ...move(app, 'apps/other'), 'shopify.app.toml': toml }
    const { add, status, read } = await createApp(all)
    expect(await add('--yes', '--cwd', 'apps/shop')).toBe(0)
    expect(status()).toContain('apps/shop/app/routes/webhooks.compliance.ts')
    expect(status()).not.toContain('apps/other')
    expect(await read('shopify.app.toml')).toContain('include_fields')
    expect(await add('--undo', '--cwd', 'apps/shop')).toBe(0)
    expect(status()).toBe('')
    const only = await createApp({ ...root, ...move(app, 'apps/shop'), 'shopify.app.toml': toml })
    expect(await only.add('--yes')).toBe(0)
    expect(only.status()).toContain('apps/shop/app/affiliate.server.ts')
  })

  it('says from its root where the apps are', async () => {
    const app = await createApp({ ...root, ...move(files, 'apps/shop') })
    expect(await app.add('--yes')).toBe(6)
    expect(app.output()).toContain("Name the app's folder: --cwd apps/shop\n")
    expect(app.status()).toBe('')
  })
})

describe('an app of another layout [D238]', () => {
  it('may have its server in any folder, and its express() in app.js', async () => {
    const app = rename(rename(express, /^web\/index\.js$/, 'web/app.js'), /^web\//, 'server/')
    const created = await createApp({ ...app, 'server/index.js': 'import app from "./app.js";\n' })
    expect(await created.add('--yes')).toBe(0)
    expect(await created.read('server/app.js')).toContain('shopUninstalled')
  })

  it('may have its server and what that imports in a folder of sources, in TypeScript', async () => {
    const { 'package.json': _, ...app } = rename(
      rename(express, /^web\/(shopify|index)\.js$/, 'src/$1.ts'),
      /^web\/privacy/,
      'src/privacy',
    )
    const created = await createApp(rename(app, /^web\//, ''))
    expect(await created.add('--yes')).toBe(0)
    expect(await created.read('src/affiliate.ts')).toContain('import shopify from "./shopify.js";')
    expect(await created.read('src/index.ts')).toContain('shopUninstalled } from "./affiliate.js";')
    expect(created.output()).toContain('The compliance topics were left as they are.')
  })

  it('may import what it authorizes with from above', async () => {
    const app = change(
      rename(express, /^web\/index\.js$/, 'web/backend/main.js'),
      'web/backend/main.js',
      '"./shopify.js"',
      '"../shopify.js"',
    )
    const created = await createApp(app)
    expect(await created.add('--dry-run')).toBe(0)
    expect(created.output()).toContain('+import shopify from "../shopify.js";')
  })

  it('is told which file is missing', async () => {
    const app = await createApp(rename(files, /^app\//, 'src/'))
    expect(await app.add('--yes')).toBe(6)
    expect(app.output()).toContain(
      'package.json has @shopify/shopify-app-react-router, but there is no app/shopify.server.*.',
    )
  })

  it('is told why a subscription of several topics is left alone', async () => {
    const app = await createApp(
      change(files, 'shopify.app.toml', '["app/uninstalled"]', '["app/uninstalled", "products/update"]'),
    )
    expect(await app.add('--yes')).toBe(6)
    expect(app.output()).toContain('together with other topics, which include_fields would cut too')
  })

  it('gets steps in CommonJS where its server is', async () => {
    const app = await createApp({
      ...express,
      'web/index.js': 'const express = require("express");\nconst shopify = require("./shopify");\n',
    })
    expect(await app.add('--yes')).toBe(6)
    expect(app.output()).toContain("= require('./affiliate.mjs');")
    expect(app.output()).toContain('Create web/affiliate.mjs:')
  })

  it('is not touched where it assigns to its options later', async () => {
    const app = change(
      change(files, config, 'const shopify = shopifyApp({', 'const config = {'),
      config,
      '});\n\nexport default',
      '};\nconfig.hooks = own;\nconst shopify = shopifyApp(config);\n\nexport default',
    )
    const { add, output } = await createApp(app)
    expect(await add('--yes')).toBe(6)
    expect(output()).toContain('changes config after it is made')
  })
})

it('gets the steps of its own template where the case cannot be moved [D237]', async () => {
  const app = await createApp(
    change(buildLegacyApp('2024-07'), 'app/routes/webhooks.tsx', '      break;\n', ''),
  )
  expect(await app.add('--yes')).toBe(6)
  expect(app.output()).toContain('with the cleanup of APP_UNINSTALLED in app/routes/webhooks.tsx:')
})
