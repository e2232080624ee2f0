import { describe, expect, it } from 'vitest'
import { clientSecret, diagnose, rightEnv } from '../support/diagnose.ts'
import { apiKey } from '../support/fixtures.ts'
import { type AppFiles, type FileChange, plant, replace, rightApps } from '../support/right-apps.ts'

const words = ['--offline']

describe('doctor on right apps', () => {
  it.each(Object.entries(rightApps))('finds nothing in %s [4.4-1] [D94]', async (_, files) => {
    const { faults, exitCode } = await diagnose({ files, words })
    expect(faults).toEqual([])
    expect(exitCode).toBe(0)
  })
})

describe('doctor on an app whose hook identifies nobody', () => {
  const right = rightApps['React Router in TypeScript']
  const hook = 'app/shopify.server.ts'
  const webhook = 'app/routes/webhooks.app.uninstalled.ts'
  const withHook = {
    ...right,
    [hook]: (right[hook] ?? '').replace(
      'ledger: installLedger }',
      'ledger: installLedger, identify: false }',
    ),
  }

  it('finds nothing where its uninstalls are forwarded: each shop is sent once [4.4-1] [D331]', async () => {
    const files = {
      ...withHook,
      [webhook]: (right[webhook] ?? '').replaceAll('handleUninstall', 'forwardUninstall'),
    }
    expect(files[hook]).toContain('identify: false')
    expect((await diagnose({ files, words })).faults).toEqual([])
    const both = { ...files, [hook]: right[hook] ?? '' }
    expect((await diagnose({ files: both, words })).faults).toEqual([expect.stringMatching(/^E-BOTH/)])
  })

  it('asks for no offline tokens, and for no workspace key where nothing else needs one [D331]', async () => {
    const all: AppFiles = withHook
    const { 'app/routes/webhooks.compliance.ts': _compliance, ...files } = all
    const tokens = (files[hook] ?? '').replace(
      'future: { expiringOfflineAccessTokens: true }',
      'useOnlineTokens: true',
    )
    const { AFFILIATE_WORKSPACE_API_KEY: _none, ...env } = rightEnv
    const { faults } = await diagnose({ files: { ...files, [hook]: tokens }, env, words })
    expect(faults.filter((fault) => !/COMPLIANCE/.test(fault))).toEqual([])
  })
})

interface Mistake {
  readonly app: keyof typeof rightApps
  readonly changes: Readonly<Record<string, FileChange>>
  readonly env?: Readonly<Record<string, string>>
  readonly expected: readonly string[]
}

const routerServer = 'app/shopify.server.ts'
const hookLine = '  hooks: { afterAuth: identifyOnInstall({ ledger: installLedger }) },\n'
const middlewareLine =
  '  identifyAfterAuth({ ledger: installLedger, sessionStorage: shopify.config.sessionStorage }),\n'
const templateWebhook = `import { authenticate } from "../shopify.server";
export const action = async ({ request }) => {
  await authenticate.webhook(request);
  return new Response();
};
`

const temporaryRoute = (
  name: string,
) => `import { ${name} } from "@affiliate-platform/shopify-recipes/react-router";
export const action = ${name}({ ledger: installLedger });
`

const mistakes: Readonly<Record<string, readonly Mistake[]>> = {
  'no subscription to app/uninstalled': [
    {
      app: 'React Router in TypeScript',
      changes: { 'shopify.app.toml': replace('"app/uninstalled"', '"app/scopes_update"') },
      expected: ['E-SUBSCRIPTION shopify.app.toml'],
    },
    {
      app: 'React Router in TypeScript',
      changes: {
        'shopify.app.toml': replace('topics = ["app/uninstalled"]', '# topics = ["app/uninstalled"]'),
      },
      expected: ['E-SUBSCRIPTION shopify.app.toml'],
    },
    {
      app: 'Express in JavaScript',
      changes: { 'shopify.app.toml': 'client_id = ""\n' },
      expected: ['E-SUBSCRIPTION shopify.app.toml', 'W-COMPLIANCE shopify.app.toml'],
    },
  ],
  'a subscription that leads elsewhere': [
    {
      app: 'Express in JavaScript',
      changes: { 'shopify.app.toml': replace('/api/webhooks/app/uninstalled', '/api/webhooks') },
      expected: ['E-SUBSCRIPTION shopify.app.toml:10'],
    },
    {
      app: 'Remix in JavaScript',
      changes: { 'shopify.app.toml': replace('/webhooks/app/uninstalled', 'https://app.example/webhooks') },
      expected: ['E-SUBSCRIPTION shopify.app.toml:10'],
    },
  ],
  'a configuration that is no TOML': [
    {
      app: 'Remix in JavaScript',
      changes: { 'shopify.app.toml': replace('api_version = ', 'api_version ') },
      expected: ['E-SUBSCRIPTION shopify.app.toml:7'],
    },
  ],
  'a forgotten hooks line': [
    {
      app: 'React Router in TypeScript',
      changes: { [routerServer]: replace(hookLine, '') },
      expected: [`E-HOOK ${routerServer}:2`],
    },
    {
      app: 'Remix in JavaScript',
      changes: { 'app/shopify.server.js': replace(hookLine, '') },
      expected: ['E-HOOK app/shopify.server.js:2'],
    },
    {
      app: 'Express in JavaScript',
      changes: { 'web/index.js': replace(middlewareLine, '') },
      expected: ['E-HOOK web/index.js:3'],
    },
  ],
  'a hook that is made and given to nobody': [
    {
      app: 'React Router in TypeScript',
      changes: {
        [routerServer]: (text) =>
          `${replace(hookLine, '  hooks: {},\n')(text)}export const afterAuth = identifyOnInstall({ ledger: installLedger });\n`,
      },
      expected: [`E-HOOK ${routerServer}:8`],
    },
  ],
  'an uninstall handler without any hook': [
    {
      app: 'Remix in TypeScript',
      changes: { [routerServer]: (text) => text.replace(/.*identifyOnInstall.*\n/g, '') },
      expected: ['E-HOOK app/routes/webhooks.app.uninstalled.ts:5'],
    },
  ],
  "the template's webhook still there": [
    {
      app: 'React Router in TypeScript',
      changes: { 'app/routes/webhooks.app.uninstalled.tsx': templateWebhook },
      expected: ['E-ROUTE app/routes/webhooks.app.uninstalled.tsx'],
    },
    {
      app: 'Remix in JavaScript',
      changes: { 'app/routes/webhooks.app.uninstalled.jsx': templateWebhook },
      expected: ['E-ROUTE app/routes/webhooks.app.uninstalled.jsx'],
    },
    {
      app: 'Remix in TypeScript',
      changes: { 'app/routes/webhooks.app.uninstalled/route.tsx': templateWebhook },
      expected: ['E-ROUTE app/routes/webhooks.app.uninstalled/route.tsx'],
    },
  ],
  'a webhook that the list of routes does not name': [
    {
      app: 'React Router in TypeScript',
      changes: {
        'app/routes.ts':
          'import { route } from "@react-router/dev/routes";\nexport default [route("webhooks/compliance", "routes/webhooks.compliance.ts")];\n',
      },
      expected: ['E-ROUTE app/routes/webhooks.app.uninstalled.ts'],
    },
  ],
  'a literal key in a client route': [
    {
      app: 'React Router in TypeScript',
      changes: { 'app/routes/app._index.tsx': (text) => `${text}\nconst key = "${apiKey}";\n` },
      expected: ['E-EXPOSED app/routes/app._index.tsx:17'],
    },
    {
      app: 'Express in JavaScript',
      changes: { 'web/frontend/index.html': `<script>window.key = "${apiKey}"</script>` },
      expected: ['E-EXPOSED web/frontend/index.html:1'],
    },
    {
      app: 'Remix in JavaScript',
      changes: { 'app/routes/app._index.jsx': (text) => `// ${clientSecret}\n${text}` },
      expected: ['E-EXPOSED app/routes/app._index.jsx:1'],
    },
  ],
  'a define of the key': [
    {
      app: 'React Router in TypeScript',
      changes: {
        'vite.config.ts': replace(
          '  plugins',
          '  define: { __KEY__: JSON.stringify(process.env.AFFILIATE_WORKSPACE_API_KEY) },\n  plugins',
        ),
      },
      expected: ['E-EXPOSED vite.config.ts:6'],
    },
    {
      app: 'Express in JavaScript',
      changes: {
        'web/frontend/vite.config.js': replace('"process.env.SHOPIFY_API_KEY": JSON', '"process.env": JSON'),
        'web/frontend/other.config.js':
          'const { SHOPIFY_API_SECRET: s } = process.env\nexport default { define: { s: JSON.stringify(s) } }',
      },
      expected: ['E-EXPOSED web/frontend/other.config.js:2'],
    },
    {
      app: 'Remix in TypeScript',
      changes: {
        'vite.config.ts': replace('  plugins', '  define: { "process.env": process.env },\n  plugins'),
      },
      expected: ['E-EXPOSED vite.config.ts:6'],
    },
    {
      app: 'Remix in JavaScript',
      changes: { 'vite.config.js': replace('  plugins', '  envPrefix: ["VITE_", "AFFILIATE_"],\n  plugins') },
      expected: ['E-EXPOSED vite.config.js:6'],
    },
  ],
  'a loader that returns the key': [
    {
      app: 'React Router in TypeScript',
      changes: {
        'app/routes/app._index.tsx': replace(
          'Boolean(process.env.AFFILIATE_WORKSPACE_API_KEY)',
          'process.env.AFFILIATE_WORKSPACE_API_KEY!',
        ),
      },
      expected: ['E-EXPOSED app/routes/app._index.tsx:8'],
    },
    {
      app: 'Remix in JavaScript',
      changes: {
        'app/config.server.js':
          'export const config = { affiliate: { key: process.env.AFFILIATE_WORKSPACE_API_KEY ?? "" } };\n',
        'app/routes/app.settings.jsx': `import { json } from "@remix-run/node";
import { config as settings } from "~/config.server";
export async function loader() {
  const env = { ...settings.affiliate };
  return json({ env });
}
`,
      },
      expected: ['E-EXPOSED app/routes/app.settings.jsx:5'],
    },
    {
      app: 'Express in JavaScript',
      changes: {
        'web/index.js': replace('{ count: 1 }', '{ key: process.env["AFFILIATE_WORKSPACE_API_KEY"] }'),
      },
      expected: ['E-EXPOSED web/index.js:24'],
    },
  ],
  'no model in the schema': [
    {
      app: 'React Router in TypeScript',
      changes: { 'prisma/schema.prisma': (text) => text.replace(/\nmodel AffiliateLedger \{[^}]*\}\n/, '') },
      expected: ['E-MODEL app/affiliate.server.ts:4'],
    },
    {
      app: 'Remix in JavaScript',
      changes: { 'prisma/schema.prisma': replace('  dueAt DateTime?\n', '') },
      expected: ['E-MODEL prisma/schema.prisma:16'],
    },
  ],
  'a model that no migration makes a table of': [
    {
      app: 'React Router in TypeScript',
      changes: { 'prisma/migrations/20261101000000_affiliate_ledger/migration.sql': null },
      expected: ['E-MIGRATION prisma/schema.prisma:16'],
    },
    {
      app: 'Remix in TypeScript',
      changes: { 'prisma/schema.prisma': replace('@@index([dueAt])', '@@map("affiliate_ledger")') },
      expected: ['E-MIGRATION prisma/schema.prisma:16'],
    },
    {
      app: 'Remix in JavaScript',
      changes: {
        'prisma/migrations/20261101000000_affiliate_ledger/migration.sql': null,
        'prisma/migrations/20240530213853_create_session_table/migration.sql': null,
      },
      expected: ['W-MIGRATION prisma/schema.prisma:16'],
    },
  ],
  'hook and handler with different ledgers': [
    {
      app: 'React Router in TypeScript',
      changes: {
        'app/routes/webhooks.app.uninstalled.ts': (text) =>
          replace(
            'ledger: installLedger',
            'ledger: createMemoryLedger()',
          )(`import { createMemoryLedger } from "@affiliate-platform/shopify-recipes";\n${text}`),
      },
      expected: ['E-LEDGERS app/routes/webhooks.app.uninstalled.ts:6'],
    },
    {
      app: 'Remix in JavaScript',
      changes: { 'app/routes/webhooks.app.uninstalled.js': replace('  ledger: installLedger,\n', '') },
      expected: ['E-LEDGERS app/routes/webhooks.app.uninstalled.js:5'],
    },
    {
      app: 'Express in JavaScript',
      changes: {
        'web/index.js': replace(
          'handleUninstall({ ledger: installLedger })',
          'handleUninstall({ ledger: createPrismaLedger(prisma.ledger) })',
        ),
      },
      expected: ['E-LEDGERS web/index.js:16'],
    },
  ],
  'a Shopify package that knows no hooks': [
    {
      app: 'Express in JavaScript',
      changes: {
        'web/index.js': replace(middlewareLine, ''),
        'web/shopify.js': (text) =>
          replace(
            '  webhooks:',
            '  hooks: { afterAuth: identifyOnInstall({ ledger: installLedger, sessionStorage }) },\n  webhooks:',
          )(`import { identifyOnInstall } from "@affiliate-platform/shopify-recipes/express";
import { installLedger } from "./affiliate.js";
${text}`),
      },
      expected: ['E-VERSION web/package.json:8'],
    },
  ],
  'no subscription to the compliance topics': [
    {
      app: 'React Router in TypeScript',
      changes: { 'shopify.app.toml': replace('  compliance_topics = [', '  # compliance_topics = [') },
      expected: ['W-COMPLIANCE shopify.app.toml'],
    },
    {
      app: 'Remix in JavaScript',
      changes: { 'shopify.app.toml': replace('"customers/redact", ', '') },
      expected: ['W-COMPLIANCE shopify.app.toml'],
    },
  ],
  'compliance topics that lead elsewhere': [
    {
      app: 'Express in JavaScript',
      changes: { 'shopify.app.toml': replace('/api/webhooks/compliance', '/api/webhooks') },
      expected: ['W-COMPLIANCE shopify.app.toml:10'],
    },
    {
      app: 'Remix in TypeScript',
      changes: { 'shopify.app.toml': replace('"/webhooks/compliance"', '"/privacy"') },
      expected: ['W-COMPLIANCE shopify.app.toml:19'],
    },
  ],
  'a second file for the compliance route': [
    {
      app: 'React Router in JavaScript',
      changes: { 'app/routes/webhooks.compliance.jsx': templateWebhook },
      expected: ['E-ROUTE app/routes/webhooks.compliance.jsx'],
    },
  ],
  'a route of one run that was left in place': [
    {
      app: 'React Router in TypeScript',
      changes: { 'app/routes/internal.affiliate-tokens.ts': temporaryRoute('migrateTokensRoute') },
      expected: ['W-TOKENS app/routes/internal.affiliate-tokens.ts:2'],
    },
    {
      app: 'Remix in JavaScript',
      changes: { 'app/routes/internal.affiliate-backfill.js': temporaryRoute('backfillRoute') },
      expected: ['W-BACKFILL app/routes/internal.affiliate-backfill.js:2'],
    },
  ],
  'a backfill route without the ledger of the hook': [
    {
      app: 'React Router in JavaScript',
      changes: {
        'app/routes/internal.affiliate-backfill.js': replace(
          'ledger: installLedger',
          'listShops',
        )(temporaryRoute('backfillRoute')),
      },
      expected: [
        'W-LEDGER app/routes/internal.affiliate-backfill.js:2',
        'W-BACKFILL app/routes/internal.affiliate-backfill.js:2',
      ],
    },
  ],
  'no client secret': [
    {
      app: 'React Router in TypeScript',
      changes: {},
      env: { ...rightEnv, SHOPIFY_API_SECRET: '' },
      expected: ['E-SECRET'],
    },
    {
      app: 'Express in JavaScript',
      changes: {},
      env: { ...rightEnv, SHOPIFY_API_SECRET: '' },
      expected: ['E-SECRET'],
    },
  ],
}

describe('doctor on a right app with one mistake in it', () => {
  const planted = Object.entries(mistakes).flatMap(([name, ofOne]) =>
    ofOne.map((mistake) => ({ name, ...mistake })),
  )

  it.each(planted)('finds $name in $app [4.4-1]', async ({ app, changes, env, expected }) => {
    const files = plant(rightApps[app], changes)
    const { faults, exitCode, findings } = await diagnose({ files, words, ...(env && { env }) })
    expect(faults).toEqual(expected)
    expect(exitCode).toBe(expected.some((fault) => fault.startsWith('E-')) ? 1 : 0)
    expect(findings.every(({ level, remedy }) => level === 'ok' || remedy)).toBe(true)
  })

  it('asks no compliance topics of an app that one merchant has, or that names addresses for them [D98]', async () => {
    const app = rightApps['React Router in TypeScript']
    const toml = replace('  compliance_topics = [', '  # compliance_topics = [')
    const own = plant(app, {
      'shopify.app.toml': toml,
      'app/shopify.server.ts': replace('AppDistribution.AppStore', 'AppDistribution.SingleMerchant'),
    })
    expect((await diagnose({ files: own, words })).faults).toEqual([])
    const older = plant(app, {
      'shopify.app.toml': (text) =>
        `${toml(text)}\n[webhooks.privacy_compliance]\nshop_deletion_url = "https://my-app.example/gone"\n`,
    })
    expect((await diagnose({ files: older, words })).faults).toEqual([])
  })

  it('says of an app without the recipes what to run next [4.4-1]', async () => {
    for (const app of Object.values(rightApps)) {
      const { faults, findings, exitCode } = await diagnose({ files: withoutRecipes(app), words })
      expect(faults).toEqual(['E-UNUSED'])
      expect(findings.at(-1).remedy).toBe('npx @affiliate-platform/shopify-recipes add')
      expect(exitCode).toBe(1)
    }
  })
})

/** The template as it comes. */
function withoutRecipes(app: AppFiles): AppFiles {
  const kept = Object.entries(app).filter(([path]) => !/affiliate|uninstalled|compliance/.test(path))
  return Object.fromEntries(
    kept.map(([path, text]) => [
      path,
      text.replace(
        /.*(affiliate-platform|affiliate\.server|identify|handleUninstall|handleCompliance|topics).*\n/g,
        '',
      ),
    ]),
  )
}
