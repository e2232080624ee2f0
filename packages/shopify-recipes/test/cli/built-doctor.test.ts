import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createWorld } from '../../src/cli/doctor/install/simulated-world.ts'
import { runCommand } from '../../src/cli/run-command.ts'
import { createCommandIo } from '../support/command-io.ts'
import { diagnose, rightEnv } from '../support/diagnose.ts'
import { apiKey, appId } from '../support/fixtures.ts'
import { replace } from '../support/right-apps.ts'
import { change } from './add/apps.ts'
import { completeExpressApp, completeRoutedApp, installApp } from './add/built-apps.ts'
import { load } from './add/built-stage.ts'

type InstalledApp = Awaited<ReturnType<typeof installApp>>

/** Lets the doctor start an app of a folder, and install it. */
async function diagnoseInstall(folder: string, start: readonly string[], env = {}) {
  const command = await createCommandIo({
    folder,
    env: {
      ...rightEnv,
      PATH: String(process.env['PATH']),
      NODE_OPTIONS: '--conditions=@affiliate-platform/source',
      ...env,
    },
    fetch: globalThis.fetch,
  })
  const words = ['doctor', '--json', '--offline', '--install', '--', ...start]
  const exitCode = await runCommand(words, command.io)
  const findings = command.lines()
  return { exitCode, findings, ids: findings.map(({ id }) => id), output: command.output() }
}

const settings = ['OK-KEY-KIND', 'OK-BASE-URL']
const healthy = [...settings, 'OK-INSTALL', 'OK-REINSTALL', 'OK-APP', 'OK-HMAC', 'OK-COMPLIANCE']

/** The Node template after `add`, listening where it is told. */
async function addToExpress(edit = (app: InstalledApp, _server: string): unknown => app) {
  const page =
    'app.use("/{*path}", shopify.ensureInstalledOnShop(), (req, res) => res.send("<html></html>"));'
  const template = completeExpressApp()
  const listening = change(template, 'web/index.js', 'listen(0, "127.0.0.1")', 'listen(process.env.PORT)')
  const files = change(
    listening,
    'web/index.js',
    'app.use(express.json());',
    `app.use(express.json());\n${page}`,
  )
  const app = await installApp(files)
  expect(await app.add('--yes')).toBe(0)
  await edit(app, await app.read('web/index.js'))
  return app.folder
}

it('the doctor installs an Express app by OAuth, takes it back, and leaves no process behind [D278]', async () => {
  const folder = await addToExpress()
  // As npm does: the server is a process of a process.
  const { ids, findings, exitCode } = await diagnoseInstall(folder, ['sh', '-c', 'node web/index.js; true'])
  expect(ids).toEqual(healthy)
  expect(exitCode).toBe(0)
  const [address = ''] = /http:\S+/.exec(findings.find(({ id }) => id === 'OK-HMAC').detail) ?? []
  await expect(fetch(address)).rejects.toThrow('fetch failed')
})

it('the doctor finds a hook that stands behind a redirect, which the sources do not tell [D278]', async () => {
  const folder = await addToExpress((app, server) =>
    app.write(
      'web/index.js',
      server.replace(/(\s*identifyShop),(\s*shopify\.redirectToShopifyOrAppRoot\(\))/, '$2,$1'),
    ),
  )
  const { findings, exitCode } = await diagnoseInstall(folder, ['node', 'web/index.js'])
  expect(findings.filter(({ level }) => level !== 'ok')).toMatchObject([
    { id: 'E-HOOK', detail: expect.stringContaining('no identify call came') },
  ])
  expect(exitCode).toBe(1)
})

/** Ways to have a hook that never runs, and the right one, in one build. */
const options = `const identifyShop = identifyOnInstall({ ledger: installLedger, readShop });
const chosen: Record<string, () => object> = {
  right: () => ({ hooks: { afterAuth: identifyShop } }),
  assigned: () => {
    const config: Record<string, object> = { hooks: { afterAuth: identifyShop } };
    config.hooks = {};
    return config;
  },
  doubled: () => ({ hooks: { afterAuth: identifyShop }, ...{ hooks: {} } }),
  uncalled: () => ({ hooks: { afterAuth: async () => void identifyOnInstall({ ledger: installLedger }) } }),
};

const shopify = shopifyApp(`
const hookLine = '  hooks: { afterAuth: identifyOnInstall({ ledger: installLedger, readShop }) },\n'

type Edit = (text: string) => string

/** What is wrong with a route of the uninstall webhook that only the running app shows. */
const spoiledRoutes: readonly { readonly path: string; readonly spoil: Edit; readonly id: string }[] = [
  {
    path: 'body-is-read-first',
    spoil: before('await args.request.text(); return handle(args);'),
    id: 'E-RAWBODY',
  },
  { path: 'another-secret', spoil: replace('  ledger:', '  secrets: "another",\n  ledger:'), id: 'E-HMAC' },
  { path: 'a-loader', spoil: replace('const action', 'const loader'), id: 'E-WEBHOOK' },
  {
    path: 'behind-a-condition',
    spoil: before('return Date.now() > 0 ? new Response() : handle(args);'),
    id: 'E-HMAC',
  },
]

/** A route whose action does something else than to hand on. */
function before(body: string): Edit {
  const action = `export const action = async (args: Parameters<typeof handle>[0]) => { ${body} };\n`
  return (text) => `${replace('export const action', 'const handle')(text)}${action}`
}

it('the doctor installs a React Router app by token exchange, and sees hooks and webhooks that fail in it [D278]', {
  timeout: 300_000,
}, async () => {
  const template = completeRoutedApp('react-router', 'ts')
  const routes = spoiledRoutes.map(({ path }) => `route("${path}", "routes/${path}.ts")`)
  const listed = change(template, 'app/routes.ts', '];', `, ${routes.join(', ')}];`)
  const app = await installApp(listed, 'react-router-app')
  expect(await app.add('--yes')).toBe(0)
  const edit = async (path: string, ...edits: readonly Edit[]) =>
    app.write(
      path,
      edits.reduce((text, one) => one(text), await app.read(path)),
    )
  const address = 'application_url = "https://my-app.example/app"\n'
  await edit('shopify.app.toml', replace('client_id', `${address}client_id`))
  await edit(
    'app/shopify.server.ts',
    replace(hookLine, '  ...chosen[process.env.CHOSEN ?? "right"]?.(),\n'),
    replace('const shopify = shopifyApp(', options),
  )
  const route = await app.read('app/routes/webhooks.app.uninstalled.tsx')
  for (const { path, spoil } of spoiledRoutes) await app.write(`app/routes/${path}.ts`, spoil(route))
  await app.run('@react-router/dev/bin.js', 'build')

  const start = ['node', 'node_modules/@react-router/serve/bin.js', 'build/server/index.js']
  const install = async (name: string) => (await diagnoseInstall(app.folder, start, { CHOSEN: name })).ids
  // This app lists its routes itself, and the one of the compliance topics is left to do.
  const own = healthy.map((id) => id.replace('OK-COMPLIANCE', 'W-COMPLIANCE'))
  expect(await install('right')).toEqual(own)
  for (const name of ['assigned', 'doubled', 'uncalled']) {
    const ids = await install(name)
    expect(ids, name).toContain('E-HOOK')
    expect(ids, name).not.toContain('OK-INSTALL')
  }

  for (const [name, value] of Object.entries({
    NODE_ENV: 'production',
    SHOPIFY_API_KEY: 'client-id',
    SHOPIFY_API_SECRET: rightEnv.SHOPIFY_API_SECRET,
    SHOPIFY_APP_URL: 'https://my-app.example',
  })) {
    vi.stubEnv(name, value)
  }
  onTestFinished(() => void vi.unstubAllEnvs())
  const runtime = 'node_modules/react-router/dist/production/index.mjs'
  const { createRequestHandler } = await load(app.folder, runtime)
  const send = createRequestHandler(await load(app.folder, 'build/server/index.js'), 'production')
  for (const { path, id } of spoiledRoutes) {
    const words = ['--offline', '--webhook-url', `http://localhost/${path}`]
    expect((await diagnose({ app: send, words })).faults, path).toContain(id)
  }
  // The framework's own word on a route without an action.
  const { error } = globalThis.console
  vi.mocked(error).mockClear()
})

it('the doctor says what an app ends with that does not start, and quotes nothing else [D278]', async () => {
  const { io } = await createCommandIo()
  const program = `console.log('${apiKey}'); throw new RangeError('no database')`
  const { findings, output, exitCode } = await diagnoseInstall(io.folder, ['node', '-e', program])
  expect(findings).toContainEqual(
    expect.objectContaining({
      id: 'E-APP',
      detail: expect.stringMatching(/ends: RangeError: no database\.$/),
    }),
  )
  expect(output).not.toContain(apiKey)
  expect(exitCode).toBe(1)
  const missing = await diagnoseInstall(io.folder, ['no-such-program'])
  expect(missing.output).toContain('ENOENT')
})

it.each([
  [['--install'], 'after --'],
  [['--', 'npm', 'start'], '--install needs'],
  [['--install', '--app-url', 'http://localhost:3000', '--', 'npm', 'start'], 'cannot be used with'],
])('the doctor rejects %s [D278]', async (words, message) => {
  const command = await createCommandIo()
  expect(await runCommand(['doctor', ...words], command.io)).toBe(2)
  expect(command.errors()).toContain(message)
})

it('no other shop of the app is identified, or loses its session [D278]', async () => {
  const world = await createWorld({ clientId: 'id', clientSecret: 'secret' })
  onTestFinished(() => world.close())
  const identify = (shop: string) =>
    fetch(`${world.platformUrl}/api/identify`, {
      method: 'POST',
      body: JSON.stringify({ myshopifyDomain: shop, appId }),
    })
  const ask = (shop: string) =>
    fetch(`${world.shopifyUrl}/shops/${shop}/admin/oauth/access_token`, { method: 'POST', body: '{}' })
  expect((await identify('other.myshopify.com')).status).toBe(503)
  await expect(ask('other.myshopify.com')).rejects.toThrow('fetch failed')
  expect((await ask(world.shop)).status).toBe(401)
  expect(await (await identify(world.shop)).json()).toEqual({ ok: true })
})

it('a report of the shop counts as much as an identify call, and together they are one install [D278] [D331]', async () => {
  const world = await createWorld({ clientId: 'id', clientSecret: 'secret' })
  onTestFinished(() => world.close())
  const post = (path: string, body: object) =>
    fetch(`${world.platformUrl}${path}`, {
      method: 'POST',
      body: JSON.stringify({ myshopifyDomain: world.shop, appId, ...body }),
    })
  const reported = await post('/api/install-bridge/v1/events', { kind: 'installed' })
  expect(await reported.json()).toMatchObject({ outcome: 'unattributed' })
  expect(await world.isIdentified(1, AbortSignal.abort())).toBe(true)
  await post('/api/identify', {})
  await post('/api/install-bridge/v1/events', { kind: 'uninstalled' })
  expect(await world.isIdentified(2, AbortSignal.abort())).toBe(false)
})

it('what an app sends to Shopify or to any affiliate platform stays on this machine [D278]', async () => {
  const heard: string[] = []
  const server = createServer(({ url = '' }, response) => {
    heard.push(url)
    response.end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const program = `
    await fetch('https://a.myshopify.com/admin/api?x=1')
    await fetch('https://affiliates.invalid/api/identify', { method: 'POST', body: '{}' })
    await fetch('https://affiliates.invalid/api/install-bridge/v1/events', { method: 'POST', body: '{}' })
    const { request } = await import('node:https')
    await new Promise((end) => request(new URL('https://b.myshopify.com/admin'), end).end())`
  const redirect = fileURLToPath(new URL('../../bin/redirect-shopify.js', import.meta.url))
  await promisify(execFile)(
    process.execPath,
    [`--import=${redirect}`, '--input-type=module', '-e', program],
    { env: { SIMULATOR_URL: url, PLATFORM_URL: url } },
  )
  expect(heard).toEqual([
    '/shops/a.myshopify.com/admin/api?x=1',
    '/api/identify',
    '/api/install-bridge/v1/events',
    '/shops/b.myshopify.com/admin',
  ])
})
