import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { buildExpressApp, buildRoutedApp, change, templates } from './apps.ts'
import { createApp } from './created-app.ts'

const ours = '@affiliate-platform/shopify-recipes'

it.each(templates)('adds to %s what the README asks for, and takes all of it out again', async (_, files) => {
  const app = await createApp(files)
  expect(await app.add('--yes')).toBe(0)
  expect(app.output()).toContain('Added.')
  const before = app.status()
  expect(before).not.toBe('')

  expect(await app.add('--yes')).toBe(0)
  expect(app.output()).toContain('Nothing to change')
  expect(app.status()).toBe(before)

  expect(await app.add('--undo')).toBe(0)
  expect(app.status()).toBe('')
  expect(await app.add('--undo')).toBe(0)
  expect(app.output()).toContain('Nothing to undo')
})

it.each(templates)(
  'shows for %s a diff that makes the same of the app as git applies it',
  async (_, files) => {
    const app = await createApp(files)
    expect(await app.add('--dry-run')).toBe(0)
    expect(app.status()).toBe('')
    const diff = app.output().replace('\nNothing was written.\n', '')
    execFileSync('git', ['apply'], { cwd: app.folder, input: diff })
    app.git('add', '--all')
    app.git('commit', '--quiet', '--message', 'As shown')
    expect(await app.add('--yes')).toBe(0)
    expect(app.output()).toContain('Nothing to change')
    expect(app.status()).toBe('')
  },
)

it('replaces the webhook of a routed app under its name, and keeps its cleanup', async () => {
  const app = await createApp(buildRoutedApp('remix', 'ts'))
  await app.add('--yes')
  expect(await app.read('app/routes/webhooks.app.uninstalled.tsx')).toBe(`import db from "../db.server";
import { handleUninstall } from "${ours}/remix";
import { installLedger } from "../affiliate.server";

export const action = handleUninstall({
  ledger: installLedger,
  onUninstalled: async ({ shop, isBack }) => {
    if (isBack) return;
    await db.session.deleteMany({ where: { shop } });
  },
});
`)
  expect(await app.read('app/affiliate.server.ts')).toBe(`import { createPrismaLedger } from "${ours}";
import prisma from "./db.server";

export const installLedger = createPrismaLedger(prisma.affiliateLedger);
`)
  const config = await app.read('app/shopify.server.ts')
  expect(config).toContain(
    `},\n  hooks: { afterAuth: identifyOnInstall({ ledger: installLedger, readShop }) },\n  ...(`,
  )
  expect(config).toContain(`import { type ReadShopFunction, readShopWithAdmin } from "${ours}";\n`)
  expect(config).toContain(`});

function readShop(...args: Parameters<ReadShopFunction>): ReturnType<ReadShopFunction> {
  return readShopWithAdmin(shopify)(...args);
}

export default shopify;
`)
})

it('keeps the comments of a webhook that it replaces, but that on its guard [D92]', async () => {
  const webhook = 'app/routes/webhooks.app.uninstalled.tsx'
  const [head = '', rest = ''] = String(buildRoutedApp('remix', 'ts')[webhook]).split('  if (session) {')
  const cleanup = `  // The sessions of all users.
  if (session) {
    // Staff too.
    await db.session.deleteMany({ where: { shop } }); // sqlite
    // Its settings stay.
  }
  /* Nobody is told
     by mail. */
  return`
  const text = `${head}${cleanup}${rest.slice(rest.indexOf('return') + 'return'.length)}`
  const app = await createApp({ ...buildRoutedApp('remix', 'ts'), [webhook]: text })
  expect(await app.add('--yes')).toBe(0)
  expect(await app.read(webhook)).toContain(`    if (isBack) return;
    // The sessions of all users.
    // Staff too.
    await db.session.deleteMany({ where: { shop } }); // sqlite
    // Its settings stay.
    /* Nobody is told
       by mail. */
  },
`)
})

it('limits the payload to what the variant reads, next to the comments of shopify.app.toml', async () => {
  const install = await createApp(buildRoutedApp('react-router', 'ts'))
  await install.add('--yes')
  expect(install.git('diff', '--unified=0', 'shopify.app.toml').split('\n')[5]).toBe(
    '+  include_fields = ["id", "myshopify_domain"]',
  )
  const forward = await createApp(buildRoutedApp('react-router', 'ts'))
  await forward.add('--yes', '--variant', 'forward')
  expect(await forward.read('shopify.app.toml')).toContain('"email", "shop_owner", "country_name"')
})

it('forwards uninstalls without a hook, a ledger, a table and an app id', async () => {
  const app = await createApp(buildRoutedApp('react-router', 'js'))
  expect(await app.add('--yes', '--variant', 'forward')).toBe(0)
  const paths = app
    .status()
    .split('\n')
    .map((line) => line.slice(3))
  expect(paths).toEqual([
    'app/routes/webhooks.app.uninstalled.jsx',
    'package.json',
    'shopify.app.toml',
    '.affiliate-recipes.json',
    '.env.example',
    'app/routes/webhooks.compliance.js',
    '',
  ])
  expect(await app.read('app/routes/webhooks.app.uninstalled.jsx')).toContain(
    '= forwardUninstall({\n  sessionStorage,\n  onUninstalled',
  )
  expect(await app.read('.env.example')).toBe('AFFILIATE_WORKSPACE_API_KEY=\nAFFILIATE_BASE_URL=\n')
})

it('puts the middleware and the webhook of an Express app above the checks of its sessions', async () => {
  const app = await createApp(buildExpressApp())
  await app.add('--yes')
  const server = await app.read('web/index.js')
  expect(server).toContain(
    'import PrivacyWebhookHandlers from "./privacy.js";\nimport { complianceRequested, identifyShop, shopUninstalled } from "./affiliate.js";\n',
  )
  expect(server).toContain(
    '  shopify.auth.callback(),\n  identifyShop,\n  shopify.redirectToShopifyOrAppRoot()\n',
  )
  expect(server).toContain(
    ');\napp.post("/api/webhooks/app/uninstalled", shopUninstalled);\napp.post("/api/webhooks/compliance", complianceRequested);\n\n// Routes outside',
  )
  expect(await app.read('web/affiliate.js')).toContain(
    'identifyAfterAuth({ ledger: installLedger, sessionStorage })',
  )
  expect(await app.read('shopify.app.toml')).toContain('uri = "/api/webhooks/app/uninstalled"')
})

it('keeps the ledger of an app with SQLite in the file of its sessions [D67, D97]', async () => {
  const app = await createApp(buildExpressApp())
  await app.add('--yes')
  expect(await app.read('web/affiliate.js')).toMatch(/^import sqlite3 from "sqlite3";$/m)
  expect(await app.read('web/affiliate.js')).toContain(`
const { sessionStorage } = shopify.config;

const client = new sqlite3.Database(\`\${process.cwd()}/database.sqlite\`);
client.exec(ledgerMigration("sqlite"), (error) => error && console.error(error));
export const installLedger = createSqlLedger({ dialect: "sqlite", client });
`)
  expect(JSON.parse(await app.read('web/package.json')).dependencies).toHaveProperty('sqlite3')
  expect(app.output()).not.toContain('W-LEDGER')
})

it.each([
  ['is computed', 'sessionStorage: new SQLiteSessionStorage(DB_PATH)', 'getPath()'],
  ['stands in another file', 'sessionStorage: new SQLiteSessionStorage(DB_PATH)', 'DB_PATH_OF_ANOTHER'],
])('keeps the ledger in memory where the path of the database %s', async (_, storage, path) => {
  const own = change(buildExpressApp(), 'web/shopify.js', storage, storage.replace('DB_PATH', path))
  const app = await createApp(own)
  await app.add('--yes')
  expect(await app.read('web/affiliate.js')).toContain('createMemoryLedger()')
  expect(JSON.parse(await app.read('web/package.json')).dependencies).not.toHaveProperty('sqlite3')
  expect(app.output()).toContain('W-LEDGER')
})

it('leaves a ledger that a person chose alone', async () => {
  const app = await createApp(buildExpressApp())
  await app.add('--yes')
  const lines = (await app.read('web/affiliate.js')).split('\n').filter((line) => !/sqlite/i.test(line))
  await app.write('web/affiliate.js', lines.join('\n'))
  const manifest = await app.read('web/package.json')
  await app.write('web/package.json', manifest.replace(/ *"sqlite3".*\n/, '').replace(/,\s*}/, '\n  }'))
  expect(await app.add('--yes')).toBe(0)
  expect(app.output()).toContain('Nothing to change')
})

it.each([
  ['sqlite', '"since" DATETIME NOT NULL'],
  ['postgresql', '"since" TIMESTAMP(3) NOT NULL'],
  ['mysql', '`since` DATETIME(3) NOT NULL'],
])('writes the migration of the ledger for %s', async (provider, column) => {
  const files = buildRoutedApp('react-router', 'ts')
  const schema = String(files['prisma/schema.prisma']).replace('"sqlite"', `"${provider}"`)
  const app = await createApp({ ...files, 'prisma/schema.prisma': schema })
  await app.add('--yes')
  const sql = await app.read('prisma/migrations/20261122010203_affiliate_ledger/migration.sql')
  expect(sql).toContain(column)
  expect(await app.read('prisma/schema.prisma')).toBe(`${schema}
model AffiliateLedger {
  key   String    @id
  state String
  tasks String
  claim String
  since DateTime
  dueAt DateTime?

  @@index([dueAt])
}
`)
})

it('writes no migration for an app that pushes its schema', async () => {
  const { 'prisma/migrations/20240530213853_create_session_table/migration.sql': _, ...files } =
    buildRoutedApp('remix', 'js')
  const app = await createApp(files)
  await app.add('--yes')
  expect(app.status()).not.toContain('migrations')
  expect(app.output()).toContain('npx prisma db push')
})

it('adds the backfill route to an app that has the rest, and undoes both as one', async () => {
  const app = await createApp(buildRoutedApp('react-router', 'ts'))
  await app.add('--yes')
  expect(await app.add('--yes', '--backfill')).toBe(0)
  expect(await app.read('app/routes/internal.affiliate-backfill.ts')).toContain(
    'listShopsFromPrisma(prisma.session)',
  )
  expect(await app.read('app/routes/internal.affiliate-backfill.ts')).toContain(
    'import { installLedger } from "../affiliate.server";',
  )
  expect(await app.read('app/routes/internal.affiliate-backfill.ts')).toContain('  ledger: installLedger,\n')
  expect(await app.add('--undo')).toBe(0)
  expect(app.status()).toBe('')
})

it('gives the backfill route no ledger in an app that has none', async () => {
  const app = await createApp(buildRoutedApp('react-router', 'ts'))
  expect(await app.add('--yes', '--backfill', '--variant', 'forward')).toBe(0)
  expect(await app.read('app/routes/internal.affiliate-backfill.ts')).not.toContain('edger')
})

it('writes what a person at a terminal agrees to, and nothing else', async () => {
  const app = await createApp(buildRoutedApp('remix', 'js'))
  expect(await app.addAsking(false)).toBe(0)
  expect(app.output()).toContain('Nothing was written.')
  expect(app.status()).toBe('')
  expect(await app.addAsking(true)).toBe(0)
  expect(app.status()).not.toBe('')
  const other = await createApp(buildRoutedApp('remix', 'js'))
  expect(await other.addAsking('Ctrl-C')).toBe(3)
  expect(other.status()).toBe('')
})

it('writes nothing without a terminal, and names --yes in one sentence', async () => {
  const app = await createApp(buildRoutedApp('remix', 'js'))
  expect(await app.add()).toBe(2)
  expect(app.errors()).toBe(
    'There is no terminal to ask on: add --yes to write these changes, or --dry-run to only see them.\n',
  )
  expect(app.status()).toBe('')
  expect(await app.add('--variant', 'both')).toBe(2)
})

it('tells another program in one line what it did, before the findings of the doctor', async () => {
  const app = await createApp(buildExpressApp())
  expect(await app.add('--json', '--yes')).toBe(0)
  const [line, ...findings] = app.lines()
  expect(line).toMatchObject({ type: 'add', outcome: 'added', framework: 'express', variant: 'install' })
  expect(line.files).toContainEqual({ path: 'web/affiliate.js', isNew: true })
  expect(findings.length).toBeGreaterThan(0)
})

it('finds the app from the folder of its server, and takes the recipes out again from there', async () => {
  const above = await createApp(buildExpressApp())
  await above.add('--yes')
  const within = await createApp(buildExpressApp())
  expect(await within.add('--yes', '--cwd', 'web')).toBe(0)
  expect(within.output()).toBe(above.output())
  expect(within.status()).toBe(above.status())
  expect(await within.add('--undo', '--cwd', 'web')).toBe(0)
  expect(within.status()).toBe('')
})

it('names the variables to set, and says that the findings are of now', async () => {
  const app = await createApp(buildRoutedApp('remix', 'ts'))
  await app.add('--yes')
  expect(app.output()).toContain(
    'Set AFFILIATE_WORKSPACE_API_KEY, AFFILIATE_BASE_URL, AFFILIATE_APP_ID where the app runs.',
  )
  expect(app.output()).toContain('The doctor reports this until that is done:\n\nE-KEY-MISSING')
})

it('asks for no install of a package that is there', async () => {
  const files = buildRoutedApp('remix', 'ts')
  const version = `"${ours}": "0.1.0", "react"`
  const app = await createApp(change(files, 'package.json', '"react"', version))
  await app.add('--yes')
  expect(app.output()).toContain('1. npx prisma migrate deploy')
})

it('prints the install command of the package manager that locked the app, and its own full name', async () => {
  const app = await createApp({ ...buildRoutedApp('react-router', 'ts'), 'pnpm-lock.yaml': '' })
  await app.add('--yes')
  expect(app.output()).toContain('1. pnpm install\n2. pnpm exec prisma migrate deploy')
  expect(app.output()).toContain(`npx ${ours} add --undo`)
})
