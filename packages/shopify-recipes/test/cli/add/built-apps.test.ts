import { expect, it, vi } from 'vitest'
import { completeExpressApp, completeRoutedApp, installApp } from './built-apps.ts'
import { load, startExpress, startStage } from './built-stage.ts'

const stage = startStage()

const routed = [
  ['react-router', 'ts'],
  ['react-router', 'js'],
  ['remix', 'ts'],
  ['remix', 'js'],
] as const
// Each takes seconds: usually one build of each framework, in either language.
const chosen = routed.filter((_, index) => process.env['GUARANTEE_SCALE'] === 'soak' || index % 3 === 0)

/** The call runs beside the merchant's request. */
const untilIdentified = (shop: string, times: number) =>
  vi.waitFor(() => expect(stage.identified(shop)).toHaveLength(times), { timeout: 10_000 })

it.each(chosen)(
  'a %s app in %s checks, builds, identifies and clears with no hand edit [4.4-2] [4.4-3]',
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

    const shop = `${framework}-${extension}.myshopify.com`
    stage.addShop(shop)
    expect(await stage.open(send, shop)).toBe(200)
    await untilIdentified(shop, 1)
    expect(await stage.uninstalled(send, shop, '/webhooks/app/uninstalled')).toBe(200)
    stage.reinstall(shop)
    await stage.open(send, shop)
    await untilIdentified(shop, 2)
  },
)

it('an Express app identifies and clears with no hand edit [4.4-2] [4.4-3]', async () => {
  const app = await installApp(completeExpressApp())
  expect(await app.add('--yes')).toBe(0)
  const send = await startExpress(app.folder)
  const shop = 'express.myshopify.com'
  stage.addShop(shop)
  expect(await stage.authorize(send, shop)).toBe(302)
  await untilIdentified(shop, 1)
  expect(await stage.uninstalled(send, shop, '/api/webhooks/app/uninstalled')).toBe(200)
  stage.reinstall(shop)
  await stage.authorize(send, shop)
  await untilIdentified(shop, 2)
})
