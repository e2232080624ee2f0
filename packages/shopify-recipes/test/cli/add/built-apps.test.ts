import { expect, it } from 'vitest'
import { isSoak } from '../../support/scale.ts'
import { buildLegacyApp, change } from './apps.ts'
import { completeExpressApp, completeRoutedApp, installApp } from './built-apps.ts'
import { load, startExpress, startStage } from './built-stage.ts'
import { expressShapes } from './express-shapes.ts'

const stage = startStage()

const routed = [
  ['react-router', 'ts'],
  ['react-router', 'js'],
  ['remix', 'ts'],
  ['remix', 'js'],
] as const
// Each takes seconds: usually one build of each framework, in either language.
const chosen = routed.filter((_, index) => isSoak || index % 3 === 0)

it.each(chosen)(
  'a %s app in %s checks, builds, identifies and clears with no hand edit [4.4-2] [4.4-3] [D67]',
  { timeout: 240_000 },
  async (framework, extension) => {
    const app = await installApp(completeRoutedApp(framework, extension), `${framework}-app`)
    expect(await app.add('--yes')).toBe(0)
    if (extension === 'ts') await app.run('typescript/bin/tsc', '-p', 'tsconfig.json')
    const isRemix = framework === 'remix'
    await (isRemix
      ? app.run('@remix-run/dev/dist/cli.js', 'vite:build')
      : app.run('@react-router/dev/bin.js', 'build'))
    const runtime = isRemix
      ? '@remix-run/server-runtime/dist/index.js'
      : 'react-router/dist/production/index.mjs'
    const { createRequestHandler } = await load(app.folder, 'node_modules', runtime)
    const send = createRequestHandler(await load(app.folder, 'build/server/index.js'), 'production')

    await installTwice({
      shop: `${framework}-${extension}.myshopify.com`,
      install: (shop) => stage.open(send, shop),
      uninstall: (shop) => stage.uninstalled(send, shop, '/webhooks/app/uninstalled'),
    })
    if (isRemix) {
      const shop = `redacted-${extension}.myshopify.com`
      expect(await stage.redacted(send, shop, '/webhooks/compliance')).toEqual([200, 200, 200, 401])
    }
    await missInstall(`missed-${framework}-${extension}.myshopify.com`, (shop) => stage.open(send, shop))
  },
)

it('a Remix app of March 2024 checks, builds, identifies and clears, at its old address too [4.4-2] [D237]', {
  timeout: 240_000,
}, async () => {
  const app = await installApp(completeRoutedApp('remix', 'ts', buildLegacyApp('2024-03')), 'remix-app')
  expect(await app.add('--yes')).toBe(0)
  await app.run('typescript/bin/tsc', '-p', 'tsconfig.json')
  await app.run('@remix-run/dev/dist/cli.js', 'vite:build')
  const { createRequestHandler } = await load(
    app.folder,
    'node_modules',
    '@remix-run/server-runtime/dist/index.js',
  )
  const send = createRequestHandler(await load(app.folder, 'build/server/index.js'), 'production')
  for (const path of ['/webhooks', '/webhooks/app/uninstalled']) {
    await installTwice({
      shop: `legacy${path.length}.myshopify.com`,
      install: (shop) => stage.open(send, shop),
      uninstall: (shop) => stage.uninstalled(send, shop, path),
    })
  }
})

it('an Express app identifies and clears with no hand edit [4.4-2] [4.4-3]', async () => {
  const app = await installApp(completeExpressApp())
  expect(await app.add('--yes')).toBe(0)
  const send = await startExpress(app.folder)
  await installTwice({
    shop: 'express.myshopify.com',
    install: (shop) => stage.authorize(send, shop),
    uninstall: (shop) => stage.uninstalled(send, shop, '/api/webhooks/app/uninstalled'),
  })
})

it("an Express app takes the compliance topics by the callbacks of the template's privacy.js [D98]", async () => {
  const heard = 'globalThis.heard = [...(globalThis.heard ?? []), [topic, shop, payload.customer]];'
  const files = completeExpressApp()
  const privacy = String(files['web/privacy.js']).replaceAll('(body);', `(body);\n      ${heard}`)
  const app = await installApp({ ...files, 'web/privacy.js': privacy })
  expect(await app.add('--yes')).toBe(0)
  const send = await startExpress(app.folder)
  const shop = 'privacy.myshopify.com'
  expect(await stage.redacted(send, shop, '/api/webhooks/compliance')).toEqual([200, 200, 200, 401])
  expect(Reflect.get(globalThis, 'heard')).toEqual([
    ['CUSTOMERS_DATA_REQUEST', shop, { id: 7 }],
    ['CUSTOMERS_REDACT', shop, { id: 7 }],
    ['SHOP_REDACT', shop, undefined],
  ])
})

it.each(Object.entries(expressShapes))(
  'an Express app %s identifies, clears, and takes compliance topics at the old address too [D235] [D98]',
  async (name, files) => {
    const app = await installApp(completeExpressApp(files))
    expect(await app.add('--yes')).toBe(0)
    expect(app.output()).not.toContain('could not be loaded')
    const send = await startExpress(app.folder)
    const shop = `${name.replaceAll(' ', '-')}.myshopify.com`
    await installTwice({
      shop,
      install: (domain) => stage.authorize(send, domain),
      uninstall: (domain) => stage.uninstalled(send, domain, '/api/webhooks/app/uninstalled'),
    })
    for (const path of ['/api/webhooks/compliance', '/api/webhooks']) {
      expect(await stage.redacted(send, shop, path)).toEqual([200, 200, 200, 401])
    }
  },
)

it('an Express app that would not load gets its files back, and ends with 6 [D235]', async () => {
  const taken = change(
    completeExpressApp(),
    'web/index.js',
    'const app = express();',
    'const app = express();\nfunction identifyShop() {}',
  )
  const app = await installApp(taken)
  expect(await app.add('--yes')).toBe(6)
  expect(app.output()).toContain("does not load: SyntaxError: Identifier 'identifyShop'")
  expect(app.output()).toContain('To add the recipes by hand:')
  expect(app.status()).toBe('')
})

it('an Express app that does not load anyway is changed, and says so [D235]', async () => {
  const broken = change(completeExpressApp(), 'web/index.js', 'const app', 'lookUp();\nconst app')
  const app = await installApp(broken)
  expect(await app.add('--yes')).toBe(0)
  expect(app.output()).toContain(
    'web/index.js could not be loaded here (ReferenceError: lookUp is not defined)',
  )
  expect(app.status()).toContain('web/affiliate.js')
})

interface Merchant {
  readonly shop: string
  /** Resolve to the status of the response. */
  readonly install: (shop: string) => Promise<number>
  readonly uninstall: (shop: string) => Promise<number>
}

/** A shop whose install was missed never comes back: the next one's install sends it. */
async function missInstall(shop: string, install: Merchant['install']): Promise<void> {
  const warn = stage.failNext()
  stage.addShop(shop)
  await install(shop)
  await expect.poll(() => warn).toHaveBeenCalled()
  const next = `next-${shop}`
  stage.addShop(next)
  await install(next)
  await untilIdentified(next, 1)
  await untilIdentified(shop, 2)
}

// The call runs beside the merchant's request.
const untilIdentified = (shop: string, times: number) =>
  expect.poll(() => stage.identified(shop)).toHaveLength(times)

/** A second call shows that the uninstall has ended the first entry of the ledger. Each event is reported, too. */
async function installTwice({ shop, install, uninstall }: Merchant): Promise<void> {
  stage.addShop(shop)
  expect(await install(shop)).toBeLessThan(400)
  await untilIdentified(shop, 1)
  expect(await uninstall(shop)).toBe(200)
  stage.reinstall(shop)
  await install(shop)
  await untilIdentified(shop, 2)
  await expect.poll(() => stage.reported(shop)).toEqual(['installed', 'uninstalled', 'installed'])
}
