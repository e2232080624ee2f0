import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BackfillPage, backfillRoute } from '@affiliate-platform/shopify-recipes'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { toExpressHandler } from '../../src/lib/express-handler.ts'
import { createFakeIdentify } from '../support/fake-identify.ts'
import { accessToken, apiKey, appId } from '../support/fixtures.ts'

const bin = fileURLToPath(new URL('../../bin/affiliate-recipes.js', import.meta.url))
const shopCount = 520
let folder = ''
let server: Server
let url = ''
let pages = 0

/** Called with each page that the route was asked for. */
let onRequest = (_: number) => {}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recipes-'))
  const domains = Array.from({ length: shopCount }, (_, index) => `shop-${index}.myshopify.com`)
  const route = backfillRoute({
    client: createFakeIdentify(),
    apiKey,
    appId,
    listShops: async ({ offset, limit }) => domains.slice(offset, offset + limit),
    readShop: async () => ({ accessToken }),
  })
  pages = 0
  onRequest = () => {}
  server = createServer(
    (request, response) =>
      void toExpressHandler((received) => {
        pages += 1
        onRequest(pages)
        return route(received)
      })(request, response),
  ).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/backfill`
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the command as a process; a signal is sent at the page that the route is asked for. */
function run(words: readonly string[], kill?: { readonly signal: NodeJS.Signals; readonly page: number }) {
  return new Promise<{ readonly code: number | null; readonly output: string }>((resolve) => {
    const child = spawn(process.execPath, [bin, ...words], {
      cwd: folder,
      env: { PATH: process.env['PATH'], AFFILIATE_WORKSPACE_API_KEY: apiKey },
    })
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
    })
    child.stderr.on('data', (text) => {
      output += text
    })
    onRequest = (page) => {
      if (page === kill?.page) child.kill(kill.signal)
    }
    child.once('close', (code) => resolve({ code, output }))
  })
}

it('loses no shop when its process is killed in the middle of pages, and resumed', async () => {
  const words = ['backfill', 'run', '--url', url]
  let asked = 0
  for (const page of [3, 2, 4]) {
    const resume = asked > 0 ? ['--resume'] : []
    const { code } = await run([...words, ...resume], { signal: 'SIGKILL', page: pages + page })
    expect(code).toBeNull()
    asked = pages
  }
  const { code, output } = await run([...words, '--resume'])
  expect(code).toBe(0)
  const report = JSON.parse(output.trim().split('\n').at(-1) ?? '')
  expect(report).toMatchObject({ importSuccessful: true, totals: { processed: shopCount, sent: shopCount } })
  const state = JSON.parse(await readFile(join(folder, '.affiliate-backfill.json'), 'utf8'))
  const responded: readonly BackfillPage[] = Object.values(state.pages)
  expect(responded.reduce((sum, { processed }) => sum + processed, 0)).toBe(shopCount)
})

it('ends with 3 at Ctrl-C, and says how to go on', async () => {
  const { code, output } = await run(['backfill', 'run', '--url', url], { signal: 'SIGINT', page: 3 })
  expect(code).toBe(3)
  expect(output).toContain('--resume')
  expect(output).not.toContain(apiKey)
})

it('explains itself', async () => {
  const { code, output } = await run(['--help'])
  expect(code).toBe(0)
  for (const name of ['backfill', 'trigger', 'doctor']) expect(output).toContain(name)
  expect((await run(['nothing'])).code).toBe(2)
})
