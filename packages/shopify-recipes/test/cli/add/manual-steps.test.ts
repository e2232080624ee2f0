import { describe, expect, it } from 'vitest'
import { diagnose } from '../../support/diagnose.ts'
import { type AppFiles, buildExpressApp, buildLegacyApp, buildRoutedApp, change } from './apps.ts'
import { createApp } from './created-app.ts'
import { followSteps, readSteps } from './follow-steps.ts'

const routed = buildRoutedApp('react-router', 'ts')
const express = buildExpressApp()
const config = 'app/shopify.server.ts'
const webhook = 'app/routes/webhooks.app.uninstalled.tsx'
const toml = 'shopify.app.toml'

const without = (files: AppFiles, ...paths: readonly string[]): AppFiles =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)))

/** The output for an app that is left alone. */
async function printSteps(files: AppFiles, ...words: readonly string[]): Promise<string> {
  const { add, output, status } = await createApp(files)
  expect(await add('--yes', ...words)).toBe(6)
  expect(status()).toBe('')
  return output()
}

const titles = (output: string) => readSteps(output).map(({ title }) => title)

const listed = {
  ...without(routed, webhook),
  'app/routes.ts': `import { index, type RouteConfig } from "@react-router/dev/routes";

export default [index("routes/home.tsx")] satisfies RouteConfig;
`,
}
// Its storage is chosen by a condition, as that of an app on Drizzle.
const unknownStorage = change(
  without(routed, 'prisma/schema.prisma', 'app/db.server.ts'),
  config,
  'new PrismaSessionStorage(prisma)',
  'isLocal ? new MemorySessionStorage() : new OwnStorage(db)',
)
const deepServer = {
  ...without(express, 'web/index.js'),
  'web/lib/main/start.js': String(express['web/index.js']),
}
const commonJs = {
  ...express,
  'web/index.js': `const express = require("express");
const shopify = require("./config/shopify");
const app = express();
app.get(shopify.config.auth.callbackPath, shopify.auth.callback(), shopify.redirectToShopifyOrAppRoot());
`,
  'web/config/shopify.js':
    'const { shopifyApp } = require("@shopify/shopify-app-express");\nmodule.exports = shopifyApp({});\n',
}

describe('the doctor is content with an app whose owner followed the steps [D290]', () => {
  it.each<readonly [string, AppFiles, readonly string[]]>([
    ['that lists its routes', listed, []],
    ['whose cleanup needs the session', change(routed, webhook, '{ shop } }', '{ id: session.id } }'), []],
    ['whose storage is unknown', unknownStorage, ['W-LEDGER app/shopify.server.ts:14']],
    [
      'of the older Remix template',
      change(buildLegacyApp('2024-07'), 'app/routes/webhooks.tsx', '      break;\n', ''),
      [],
    ],
    ['on Express whose affiliate.js is its own', { ...express, 'web/affiliate.js': 'export {};\n' }, []],
    ['on Express with CommonJS', commonJs, ['W-LEDGER web/affiliate.mjs:10']],
  ])('%s', async (_, files, faults) => {
    const followed = followSteps(files, await printSteps(files))
    expect((await diagnose({ files: followed })).faults).toEqual(faults)
  })
})

it('calls the hook in the afterAuth that is there [D290]', async () => {
  const own = change(routed, config, '  future', '  hooks: { afterAuth: logged(seed) },\n  future')
  expect(await printSteps(own)).toContain(`Call the hook in your afterAuth in app/shopify.server.ts:

     import { type ReadShopFunction, readShopWithAdmin } from '@affiliate-platform/shopify-recipes';
     import { identifyOnInstall } from '@affiliate-platform/shopify-recipes/react-router';
     import { installLedger } from './affiliate.server';

     const identifyShop = identifyOnInstall({ ledger: installLedger, readShop });

     afterAuth: async (auth) => {
       identifyShop(auth);
       // …
     },

     function readShop(`)
})

describe('the hook is made once', () => {
  const perRequest = (options: string) => ({
    ...routed,
    [config]: `import { shopifyApp } from "@shopify/shopify-app-react-router/server";

export function createShopify(env: Env) {
  return shopifyApp({ sessionStorage: createStorage(env), ${options} });
}
`,
  })
  const made =
    ' in app/shopify.server.ts. Make it once, outside of the function that calls shopifyApp, so that its ledger outlives a request:'

  it('where shopifyApp is called for each request [D290]', async () => {
    expect(await printSteps(perRequest(''))).toContain(`Add the hook${made}

     import { identifyOnInstall } from '@affiliate-platform/shopify-recipes/react-router';
     import { installLedger } from './affiliate.server';

     const identifyShop = identifyOnInstall({ ledger: installLedger });

     shopifyApp({
       hooks: { afterAuth: identifyShop },
     });
`)
  })

  it('where that has an afterAuth of its own [D290]', async () => {
    const own = perRequest('hooks: { afterAuth: logged(env) }')
    expect(titles(await printSteps(own))).toContain(`Call the hook in your afterAuth${made}`)
  })

  it('where the framework is unknown [D290]', async () => {
    expect(titles(await printSteps({ 'package.json': '{}' }))).toContain(
      'Create the recipes once, outside of any request, with your own cleanup:',
    )
  })
})

describe('an app that lists its routes', () => {
  it('is told to list the new ones [D290]', async () => {
    expect(await printSteps(listed)).toContain(`List the routes in app/routes.ts, at its top level:

     import { route } from '@react-router/dev/routes';

     route('webhooks/app/uninstalled', 'routes/webhooks.app.uninstalled.ts'),
     route('webhooks/compliance', 'routes/webhooks.compliance.ts'),
`)
  })

  const routes = `import { prefix, route } from "@react-router/dev/routes";

export default [
  route("app", "routes/app.tsx", [route("webhooks/app/uninstalled", "routes/other.tsx")]),
  ...prefix("webhooks", [route("app/uninstalled", "./routes/hooks/gone.tsx")]),
];
`
  const elsewhere = {
    ...without(routed, webhook),
    'app/routes/hooks/gone.tsx': String(routed[webhook])
      .replace('../shopify.server', '../../shopify.server')
      .replace('../db.server', '../../db.server'),
    'app/routes/other.tsx': 'export const loader = () => null;\n',
    'app/routes.ts': routes,
  }

  it('keeps the file that its list names [D290]', async () => {
    const { add, read } = await createApp(elsewhere)
    expect(await add('--yes')).toBe(0)
    const text = await read('app/routes/hooks/gone.tsx')
    expect(text).toContain('import { installLedger } from "../../affiliate.server";')
    expect(text).toContain('await db.session.deleteMany(')
  })

  it('is not edited in a file that it does not list, and is told to list it [D290]', async () => {
    const output = await printSteps({ ...routed, 'app/routes.ts': String(listed['app/routes.ts']) })
    expect(output).toContain(`Replace ${webhook}, and move its cleanup into onUninstalled:`)
    expect(output).toContain("route('webhooks/app/uninstalled', 'routes/webhooks.app.uninstalled.tsx'),")
  })
})

describe('the compliance topics', () => {
  const unsafe = change(routed, webhook, '{ shop } }', '{ id: session.id } }')
  it.each<readonly [string, AppFiles]>([
    ['in a route', { ...unsafe, 'app/routes/webhooks.customers.redact.jsx': '' }],
    [
      'in a listed route',
      {
        ...unsafe,
        'app/routes/gdpr.tsx': '',
        'app/routes.ts': 'export default [route("webhooks/gdpr", "routes/gdpr.tsx")];\n',
      },
    ],
    [
      'at an address',
      {
        ...unsafe,
        [toml]: `${unsafe[toml]}\n[[webhooks.subscriptions]]\nuri = "/own"\ncompliance_topics = ["shop/redact"]\n`,
      },
    ],
    [
      'in the route of all topics',
      change(
        change(buildLegacyApp('2024-03'), 'app/routes/webhooks.tsx', '      break;\n', ''),
        'app/routes/webhooks.tsx',
        '    case "SHOP_REDACT":\n',
        '    case "SHOP_REDACT":\n      await forget(shop);\n      break;\n',
      ),
    ],
  ])('that an app handles %s stay with it [D98] [D290]', async (_, files) => {
    const output = await printSteps(files)
    expect(output).not.toMatch(/compliance_topics|handleCompliance/)
    expect(output).toContain('The compliance topics were left as they are.')
  })
})

it('names the configurations that there are [D290]', async () => {
  const files = {
    ...without(unknownStorage, toml),
    'shopify.app.production.toml': '',
    'shopify.app.staging.toml': '',
    'shopify.app.test.toml': '',
  }
  expect(titles(await printSteps(files))).toContain(
    'Subscribe in shopify.app.production.toml, shopify.app.staging.toml and shopify.app.test.toml, and remove these topics from other subscriptions:',
  )
  expect(await printSteps(without(unknownStorage, toml))).toContain('Subscribe in your shopify.app.toml, and')
})

describe('the ledger in the steps', () => {
  const store = (made: string, name: string) =>
    change(
      change(
        without(routed, toml, 'prisma/schema.prisma', 'app/db.server.ts'),
        config,
        'new PrismaSessionStorage(prisma)',
        made,
      ),
      config,
      '"@shopify/shopify-app-session-storage-prisma"',
      `"@shopify/shopify-app-session-storage-${name}"`,
    )
  it.each([
    [
      'postgresql',
      'new PrismaSessionStorage(process.env.DATABASE_URL)',
      'new pg.Pool({ connectionString: process.env.DATABASE_URL })',
      ' pg',
    ],
    [
      'mysql',
      'new PrismaSessionStorage("mysql://localhost/app")',
      "import mysql from 'mysql2/promise';",
      ' mysql2',
    ],
    ['redis', 'new PrismaSessionStorage(process.env.REDIS_URL)', 'createRedisLedger(client)', ' redis'],
    ['mongodb', 'new PrismaSessionStorage(process.env.URL, "app")', 'createMongoLedger(', ' mongodb'],
    ['sqlite', 'new PrismaSessionStorage("app.sqlite")', 'new sqlite3.Database("app.sqlite")', ' sqlite3'],
    ['kv', 'new PrismaSessionStorage(env)', 'createMemoryLedger()', ''],
  ])('is that of the sessions in %s [D290]', async (name, made, code, client) => {
    const output = await printSteps(store(made, name))
    expect(output).toContain(code)
    expect(output).toContain(`install @affiliate-platform/shopify-recipes${client}\n`)
    expect(output).not.toMatch(/prisma/i)
    expect(output.includes('see "Ledgers" in docs/identify-on-install.md')).toBe(name === 'kv')
  })

  it('lies in the Prisma schema that there is [D290]', async () => {
    const files = {
      ...without(routed, toml, 'prisma/schema.prisma'),
      'prisma/schema/base.prisma': String(routed['prisma/schema.prisma']),
      'prisma/schema/other.prisma': '',
      'pnpm-lock.yaml': '',
    }
    expect(titles(await printSteps(files))).toContain(
      'Add the model to prisma/schema/affiliate-ledger.prisma, then create its table with "pnpm exec prisma migrate dev --name affiliate_ledger":',
    )
  })
})

describe('the webhook in the steps', () => {
  it.each<readonly [string, AppFiles, string]>([
    [
      'that is there, with its extension',
      change(
        buildRoutedApp('react-router', 'js'),
        'app/routes/webhooks.app.uninstalled.jsx',
        '{ shop } }',
        '{ id: session.id } }',
      ),
      'Replace app/routes/webhooks.app.uninstalled.jsx, and move its cleanup into onUninstalled:',
    ],
    ['that is missing', without(routed, webhook, toml), 'Create app/routes/webhooks.app.uninstalled.ts:'],
    [
      'at the address of the subscription',
      change(
        { ...without(routed, webhook), 'app/routes/hooks.gone/route.tsx': String(routed[webhook]) },
        toml,
        '/webhooks/app/uninstalled"',
        'https://my-app.example/hooks/gone"',
      ),
      'Replace app/routes/hooks.gone/route.tsx, and move its cleanup into onUninstalled:',
    ],
  ])('%s is named [D290]', async (_, files, title) => {
    const output = await printSteps(files)
    expect(titles(output)).toContain(title)
    if (title.includes('hooks.gone')) {
      expect(output).toContain('uri = "/hooks/gone"\n')
      expect(output).toContain("import { installLedger } from '../../affiliate.server';")
    }
  })

  it('is registered by nobody else [D290]', async () => {
    const files = change(
      routed,
      config,
      '  future',
      '  webhooks: { APP_UNINSTALLED: { callback } },\n  future',
    )
    expect(titles(await printSteps(files))).toContain(
      'Remove APP_UNINSTALLED from the webhooks in app/shopify.server.ts.',
    )
  })
})

describe('a host that is found only in part', () => {
  it('gets the steps of Express where no server is found [D290]', async () => {
    const output = await printSteps(deepServer)
    expect(output).toContain('but there is no web/index.*, server.* or app.*.')
    expect(output).toContain('Create web/affiliate.js:')
    expect(output).toContain("app.post('/api/webhooks/app/uninstalled', shopUninstalled);")
    expect(output).toContain("import shopify from './shopify.js';")
  })

  it('gets the import of what its server requires [D290]', async () => {
    expect(await printSteps(commonJs)).toContain("import shopify from './config/shopify.js';")
  })

  it("gets those of Express without Shopify's package for it [D290]", async () => {
    const dependencies = { '@shopify/shopify-api': '^11.0.0', express: '^4.0.0' }
    const output = await printSteps({ 'package.json': JSON.stringify({ dependencies }) })
    expect(output).toContain(
      "import { handleCompliance, handleUninstall } from '@affiliate-platform/shopify-recipes/express';",
    )
    expect(output).toContain("app.post('/api/webhooks/app/uninstalled', shopUninstalled);")
    expect(output).toContain('Call shopInstalled with the session of each finished OAuth callback.')
  })

  it('gets those of its framework where shopifyApp is called in another file [D290]', async () => {
    const { [config]: text = '', ...others } = routed
    const output = await printSteps({
      ...others,
      'app/server/shopify.ts': text.replace('./db.server', '../db.server'),
    })
    expect(output).toContain('Add the hook in app/server/shopify.ts:')
    expect(output).toContain("import { installLedger } from '../affiliate.server';")
    expect(output).toContain("import prisma from './db.server';")
  })
})

it.each([listed, deepServer, unknownStorage, { 'package.json': '{}' }])(
  'leaves one empty line between the steps [D290]',
  async (files) => {
    const output = await printSteps(files)
    expect(output).not.toContain('\n\n\n')
    expect(output).not.toMatch(/ $/m)
  },
)
