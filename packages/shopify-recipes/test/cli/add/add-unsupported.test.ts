import { describe, expect, it } from 'vitest'
import { type AppFiles, buildExpressApp, buildRoutedApp, change } from './apps.ts'
import { createApp } from './created-app.ts'

const files = buildRoutedApp('react-router', 'ts')
const express = buildExpressApp()
const config = 'app/shopify.server.ts'
const webhook = 'app/routes/webhooks.app.uninstalled.tsx'
const toml = 'shopify.app.toml'
const schema = 'prisma/schema.prisma'

const without = (app: AppFiles, path: string): AppFiles =>
  Object.fromEntries(Object.entries(app).filter(([name]) => name !== path))

const cases: readonly (readonly [string, AppFiles, string])[] = [
  [
    'of another framework',
    { 'package.json': '{ "dependencies": { "next": "16.0.0" } }' },
    'No app of Shopify',
  ],
  ['without a package.json', {}, 'No app of Shopify'],
  ['that does not parse', { ...files, [config]: 'const shopify = shopifyApp({' }, 'cannot be parsed'],
  [
    'whose options come from elsewhere',
    change(files, config, 'shopifyApp({', 'shopifyApp(options, {'),
    'no single shopifyApp',
  ],
  [
    'whose hooks come from elsewhere',
    change(files, config, '  future', '  hooks: ownHooks(),\n  future'),
    'gets its hooks',
  ],
  ['whose hooks are imported', change(files, config, '  future', '  hooks,\n  future'), 'gets its hooks'],
  [
    'that spreads what may hold hooks',
    change(files, config, '  future', '  ...own,\n  future'),
    'may contain hooks',
  ],
  [
    'that spreads into its hooks',
    change(files, config, '  future', '  hooks: { ...own },\n  future'),
    'may contain afterAuth',
  ],
  [
    'whose afterAuth is made by a call',
    change(files, config, '  future', '  hooks: { afterAuth: logged(seed) },\n  future'),
    'cannot be extended',
  ],
  [
    'that calls shopifyApp in a function',
    change(files, config, 'const shopify = shopifyApp({', 'const createShopify = () => shopifyApp({'),
    'may run for each request',
  ],
  [
    'whose storage is unknown',
    change(files, config, 'new PrismaSessionStorage(prisma)', 'storage()'),
    'session storage',
  ],
  [
    'whose Prisma client is its own',
    change(files, config, 'import prisma from "./db.server"', 'const prisma = new PrismaClient()'),
    'does not import the Prisma client',
  ],
  [
    'that handles the topic in its options',
    change(files, config, '  future', '  webhooks: { APP_UNINSTALLED: { callback } },\n  future'),
    'APP_UNINSTALLED',
  ],
  [
    'whose cleanup needs the session',
    change(files, webhook, '{ where: { shop } }', '{ where: { id: session.id } }'),
    'more at an uninstall',
  ],
  [
    'whose cleanup ends early',
    change(files, webhook, '  if (session)', '  if (!shop) return new Response();\n  if (session)'),
    'more at an uninstall',
  ],
  [
    'that looks at the request first',
    change(files, webhook, '  const { shop', '  check(request);\n  const { shop'),
    'more at an uninstall',
  ],
  ['whose webhook has no action', change(files, webhook, 'const action', 'const loader'), 'replaced safely'],
  [
    'with two files for the webhook',
    { ...files, 'app/routes/webhooks.app.uninstalled.ts': '' },
    'same route',
  ],
  [
    'that names no routes by files',
    { ...without(files, webhook), 'app/routes.ts': 'export default [];\n' },
    'do not follow from its file names',
  ],
  [
    'with another affiliate.server',
    { ...files, 'app/affiliate.server.ts': 'export {};\n' },
    'already exists',
  ],
  [
    'that delivers the topic elsewhere',
    change(files, toml, '"/webhooks/app/uninstalled"', '"/webhooks"'),
    'delivers app/uninstalled to /webhooks,',
  ],
  [
    'that delivers several topics as one',
    change(files, toml, '["app/uninstalled"]', '["app/uninstalled", "app/scopes_update"]'),
    'together with other topics',
  ],
  [
    'that lists subscriptions in one line',
    { ...files, [toml]: '[webhooks]\nsubscriptions = []\n' },
    'in one line',
  ],
  ['with broken TOML', { ...files, [toml]: '[webhooks' }, 'cannot be parsed'],
  ['without shopify.app.toml', without(files, toml), 'no shopify.app.toml'],
  ['on MongoDB', change(files, schema, '"sqlite"', '"mongodb"'), 'mongodb'],
  ['without a Prisma schema', without(files, schema), 'no Prisma schema'],
  [
    'that authorizes otherwise',
    change(express, 'web/index.js', 'shopify.auth.callback(),', 'own(),'),
    'auth.callback()',
  ],
  ['whose affiliate.js is its own', { ...express, 'web/affiliate.js': 'export {};\n' }, 'already exists'],
]

describe('an app', () => {
  it.each(cases)('%s ends with 6, and is not touched [D92]', async (_, app, reason) => {
    const { add, output, status } = await createApp({ 'README.md': '', ...app })
    expect(await add('--yes')).toBe(6)
    expect(output()).toContain(reason)
    expect(output()).toContain('Nothing was changed.')
    expect(status()).toBe('')
  })
})

it('gets no backfill route into an app that lists its routes, and nothing else either', async () => {
  const listed = { ...files, 'app/routes.ts': 'export default [route("/webhooks", "routes/webhooks.ts")];\n' }
  const { add, output, status } = await createApp(listed)
  expect(await add('--yes', '--backfill')).toBe(6)
  expect(output()).toContain('do not follow from its file names')
  expect(status()).toBe('')
})

it('gets no backfill route into an Express app, and nothing else either', async () => {
  const { add, output, status } = await createApp(express)
  expect(await add('--yes', '--backfill')).toBe(6)
  expect(output()).toContain('docs/backfill.md')
  expect(status()).toBe('')
})

it.each([files, express])('is not given both variants [4.4-1]', async (app) => {
  const { add, errors } = await createApp(app)
  expect(await add('--yes')).toBe(0)
  expect(await add('--yes', '--variant', 'forward')).toBe(2)
  expect(errors()).toContain('add --undo')
})

it('gets the manual steps with the names of its own framework and language filled in', async () => {
  const { add, output } = await createApp({ ...without(files, toml), 'yarn.lock': '' })
  expect(await add('--yes')).toBe(6)
  for (const text of [
    'yarn add @affiliate-platform/shopify-recipes',
    'Create app/affiliate.server.ts',
    'createPrismaLedger(prisma.affiliateLedger)',
    'hooks: { afterAuth: identifyOnInstall({ ledger: installLedger, readShop }) }',
    'return readShopWithAdmin(shopify)(...args);',
    'model AffiliateLedger {',
    'Replace app/routes/webhooks.app.uninstalled.ts',
    "from '@affiliate-platform/shopify-recipes/react-router'",
    'include_fields = ["id", "myshopify_domain"]',
    'AFFILIATE_APP_ID',
    'npx @affiliate-platform/shopify-recipes doctor',
  ]) {
    expect(output()).toContain(text)
  }
})

it('gets those of Express, of any other host, and of the other variant', async () => {
  const server = await createApp(without(express, toml))
  await server.add()
  expect(server.output()).toContain("app.post('/api/webhooks/app/uninstalled', shopUninstalled);")
  expect(server.output()).toContain('Create web/affiliate.js')
  const other = await createApp({ 'package.json': '{}' })
  await other.add()
  expect(other.output()).toContain('export const shopInstalled = (session) => identifyShop({ session });')
  const forward = await createApp(without(files, toml))
  await forward.add('--variant', 'forward')
  expect(forward.output()).toContain('forwardUninstall({')
  expect(forward.output()).not.toContain('edger')
})

it('is told to another program in one line', async () => {
  const { add, lines } = await createApp({ 'package.json': '{}' })
  expect(await add('--json')).toBe(6)
  expect(lines()).toMatchObject([
    { type: 'add', outcome: 'unsupported', manualSteps: expect.stringContaining('1. Install') },
  ])
})
