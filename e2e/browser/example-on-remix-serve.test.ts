import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fakeApiKeys, fakeIds } from '@affiliate-platform/sdk/testing'
import { uninstallRequest } from '@affiliate-platform/shopify-recipes/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findFreePort } from '../support/find-free-port.ts'

const cwd = resolve(import.meta.dirname, '../../examples/remix-app')
const secret = 'client-secret'
// Takes every request and never responds.
const platform = createServer(() => undefined)
const folder = mkdtempSync(join(tmpdir(), 'example-app-'))

let app: ChildProcess | undefined
let appUrl = ''

/** Listens on a free port. */
async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  const platformPort = await listen(platform)
  const port = await findFreePort()
  execFileSync('npm', ['run', 'build'], {
    cwd,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'ignore',
  })
  const started = spawn('npm', ['start'], {
    cwd,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_FILE: join(folder, 'app.sqlite'),
      SHOPIFY_API_KEY: 'client-id',
      SHOPIFY_API_SECRET: secret,
      SHOPIFY_APP_URL: 'https://my-app.example',
      AFFILIATE_BASE_URL: `http://127.0.0.1:${platformPort}`,
      AFFILIATE_WORKSPACE_API_KEY: fakeApiKeys.workspace,
      AFFILIATE_APP_ID: fakeIds.appId,
      AFFILIATE_VARIANT: 'forward_uninstalls',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // npm's shell passes no signal on: the whole group is ended.
    detached: true,
  })
  let printed = ''
  app = started
  started.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  while (!printed.includes('[remix-serve]')) {
    if (started.exitCode !== null) throw new Error(`The app has ended:\n${printed}`)
    await new Promise((done) => setTimeout(done, 100))
  }
  appUrl = `http://127.0.0.1:${port}`
})

afterAll(async () => {
  if (app?.exitCode === null) {
    process.kill(-(app.pid ?? 0), 'SIGTERM')
    await once(app, 'exit')
  }
  platform.close()
  platform.closeAllConnections()
  rmSync(folder, { recursive: true })
})

const deliver = (options: Omit<Parameters<typeof uninstallRequest>[0], 'url' | 'secret'> = {}) =>
  fetch(uninstallRequest({ ...options, url: `${appUrl}/webhooks/app/uninstalled`, secret }))

it('responds to a forged uninstall with 401 on stock remix-serve [5-7] [D90]', async () => {
  const response = await deliver({ fault: 'wrong_secret' })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'hmac_invalid' })
})

it('responds to an uninstall with 200 while the platform hangs, and goes on [4.4-3] [D39]', async () => {
  expect((await deliver({ shop: 'maple-lantern.myshopify.com' })).status).toBe(200)
  const repeated = await deliver({ shop: 'maple-lantern.myshopify.com' })
  expect(repeated.status).toBe(200)
  expect(app?.exitCode).toBeNull()
})

it('guards its backfill route, and is done where there are no shops [4.4-4]', async () => {
  const run = (headers: Readonly<Record<string, string>>) =>
    fetch(`${appUrl}/internal/affiliate-backfill?offset=0`, { method: 'POST', headers })
  expect((await run({})).status).toBe(401)
  const response = await run({ Authorization: `Bearer ${fakeApiKeys.workspace}` })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ processed: 0, failed: 0, done: true })
})

it('serves the page that asks for a shop, with Shopify’s own scripts', async () => {
  const response = await fetch(`${appUrl}/auth/login`)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('https://cdn.shopify.com/shopifycloud/app-bridge.js')
})
