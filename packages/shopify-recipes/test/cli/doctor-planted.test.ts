import { describe, expect, it } from 'vitest'
import { diagnose, rightEnv } from '../support/diagnose.ts'
import { apiKey } from '../support/fixtures.ts'
import { type AppFiles, type FileChange, plant, replace } from '../support/right-apps.ts'
import { buildRoutedApp } from './add/apps.ts'
import { createApp } from './add/created-app.ts'

const server = 'app/shopify.server.ts'
const route = 'app/routes/webhooks.app.uninstalled.tsx'
const hook = 'identifyOnInstall({ ledger: installLedger, readShop })'
const hookLine = `  hooks: { afterAuth: ${hook} },\n`
const withHook = (line: string) => ({ [server]: replace(hookLine, line) })

interface Mistake {
  readonly changes?: Readonly<Record<string, FileChange>>
  readonly env?: Readonly<Record<string, string>>
  /** The status of the service's response. Default: that to an app id and a key that belong together. */
  readonly status?: number
  readonly id: string
}

/** What goes wrong in real apps after `add`. Four more are in `built-doctor.test.ts`: only the running app shows them. */
const mistakes: Readonly<Record<string, Mistake>> = {
  'hooks assigned after the literal': {
    changes: {
      [server]: (text) =>
        replace(
          'const shopify = shopifyApp({',
          'const config = {',
        )(
          replace(
            '\n});\n\nfunction',
            '\n};\nconfig.hooks = {};\nconst shopify = shopifyApp(config);\n\nfunction',
          )(text),
        ),
    },
    id: 'E-HOOK',
  },
  'a second hooks key': { changes: withHook(`${hookLine}  hooks: {},\n`), id: 'E-HOOK' },
  'a hook that is made and never called': {
    changes: withHook(`  hooks: { afterAuth: async () => { ${hook}; } },\n`),
    id: 'E-HOOK',
  },
  'a hook under a misspelt name': {
    changes: withHook(hookLine.replace('afterAuth', 'afterauth')),
    id: 'E-HOOK',
  },
  'online tokens without sessionStorage': {
    changes: {
      [server]: (text) =>
        replace(
          '  future: {',
          '  useOnlineTokens: true,\n  future: {',
        )(replace(hook, 'identifyOnInstall({ ledger: installLedger })')(text)),
    },
    id: 'E-HOOK',
  },
  'tokens that never expire, without readShop': {
    changes: {
      [server]: (text) =>
        replace(
          '    expiringOfflineAccessTokens: true,\n',
          '',
        )(replace(hook, 'identifyOnInstall({ ledger: installLedger })')(text)),
    },
    id: 'W-MISSED',
  },
  'a compliance route that was deleted': {
    changes: { 'app/routes/webhooks.compliance.ts': null },
    id: 'E-COMPLIANCE',
  },
  "the id of no app, or of another workspace's": { status: 403, id: 'E-APP-ID' },
  'a base URL with /api': {
    env: { AFFILIATE_BASE_URL: `${rightEnv.AFFILIATE_BASE_URL}/api` },
    status: 404,
    id: 'E-BASE-URL',
  },
  'a key in a public variable': { env: { VITE_AFFILIATE_API_KEY: apiKey }, id: 'E-EXPOSED' },
  'a key in the Dockerfile': {
    changes: { Dockerfile: `FROM node:24\nENV AFFILIATE_WORKSPACE_API_KEY=${apiKey}\n` },
    id: 'E-EXPOSED',
  },
  'a key in a source': { changes: { [server]: (text) => `// ${apiKey}\n${text}` }, id: 'E-EXPOSED' },
  'a loader that returns the environment': {
    changes: { 'app/routes/app.tsx': 'export const loader = () => ({ env: process.env });\n' },
    id: 'E-EXPOSED',
  },
  'a loader that spreads the environment by a helper': {
    changes: {
      'app/env.server.ts': 'export const publicEnv = () => ({ ...process.env });\n',
      'app/routes/app.tsx':
        'import { publicEnv } from "../env.server";\nexport const loader = () => ({ env: publicEnv() });\n',
    },
    id: 'E-EXPOSED',
  },
  'a cleanup that deletes no session': {
    changes: { [route]: (text) => text.replace(/ *await db\.session.*\n/, '    console.log(shop);\n') },
    id: 'W-SESSION',
  },
  'a payload without what the recipe reads': {
    changes: {
      'shopify.app.toml': (text) => text.replace(/include_fields = .*/, 'include_fields = ["email"]'),
    },
    id: 'W-SUBSCRIPTION',
  },
  'another configuration without the subscription': {
    changes: { 'shopify.app.staging.toml': 'client_id = ""\n' },
    id: 'E-SUBSCRIPTION',
  },
  'an address with a typing error': {
    changes: {
      'shopify.app.toml': replace('"/webhooks/app/uninstalled"', '"/webhooks/app/uninstaled"'),
    },
    id: 'E-SUBSCRIPTION',
  },
  'a subscription that was replaced': {
    changes: { 'shopify.app.toml': replace('"app/uninstalled"', '"app_subscriptions/update"') },
    id: 'E-SUBSCRIPTION',
  },
  'a ledger in memory in the handler': {
    changes: {
      [route]: (text) =>
        `import { createMemoryLedger } from "@affiliate-platform/shopify-recipes";\n${replace('ledger: installLedger', 'ledger: createMemoryLedger()')(text)}`,
    },
    id: 'E-LEDGERS',
  },
  'a model that has lost dueAt': {
    changes: { 'prisma/schema.prisma': (text) => text.replace(/ *dueAt .*\n/, '') },
    id: 'E-MODEL',
  },
  'a migration of another table': {
    changes: {
      'prisma/migrations/20261122010203_affiliate_ledger/migration.sql': 'CREATE TABLE "Other" ();\n',
    },
    id: 'E-MIGRATION',
  },
}

/** The files of the template after `add`. */
async function addToTemplate(): Promise<AppFiles> {
  const app = await createApp(buildRoutedApp('react-router', 'ts'))
  expect(await app.add('--yes')).toBe(0)
  const paths = app.git('ls-files', '--cached', '--others').trim().split('\n')
  const kept = paths.filter((path) => !app.status().includes(` D ${path}`))
  return Object.fromEntries(await Promise.all(kept.map(async (path) => [path, await app.read(path)])))
}

describe('the doctor on the template after add', () => {
  it('finds nothing wrong in it', async () => {
    const { faults } = await diagnose({ files: await addToTemplate() })
    expect(faults).toEqual([])
  })

  it.each(Object.entries(mistakes))('finds %s [D236]', async (_, { changes = {}, env, status = 400, id }) => {
    const { faults, exitCode } = await diagnose({
      files: plant(await addToTemplate(), changes),
      env: { ...rightEnv, ...env },
      service: () => new Response(null, { status }),
    })
    expect(faults.map((fault) => fault.split(' ')[0])).toContain(id)
    expect(exitCode).toBe(id.startsWith('E-') ? 1 : 0)
  })
})
