import { execFile } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isSoak } from '@affiliate-platform/test-support/guarantee-scale'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Everything, startEverything } from '../support/start-everything.ts'
import { pressKeys } from './support/keyboard.ts'
import { launchBrowser, needsBrowser, openWindow } from './support/open-browser.ts'
import { frameOf, press, type StoryView, see, story } from './support/story.ts'

const command = resolve(import.meta.dirname, '../../packages/shopify-recipes/bin/affiliate-recipes.js')
const clientSecret = 'a-client-secret-that-no-response-may-hold'
const shop = 'maple-lantern.myshopify.com'

let everything: Everything
let appUrl = ''
let workspaceKey = ''
let affiliateKey = ''

beforeAll(async () => {
  everything = startEverything([], { DEMO_CLIENT_SECRET: clientSecret })
  const readExport = async (name: string) =>
    (await everything.waitFor(new RegExp(`export ${name}='([^']+)'`)))[1] ?? ''
  workspaceKey = await readExport('AFFILIATE_WORKSPACE_API_KEY')
  affiliateKey = await readExport('AFFILIATE_API_KEY')
  appUrl = (await everything.waitFor(/example app is ready at (\S+)/))[1] ?? ''
})

afterAll(() => everything.stop())

async function act(action: string, value?: string): Promise<void> {
  const response = await fetch(`${appUrl}/simulated/actions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ action, shop, value }),
  })
  expect(response.status).toBe(200)
}

/** Brings the demo back to its beginning. */
async function reset(): Promise<void> {
  await act('uninstall')
  await act('platform', 'ok')
  await act('variant', 'identify_at_install')
}

const all: readonly StoryView[] = [
  { colorScheme: 'light', width: 1280, trouble: 'hangs' },
  { colorScheme: 'dark', width: 1280, trouble: 'fails (503)' },
  { colorScheme: 'light', width: 390, trouble: 'fails (503)' },
  { colorScheme: 'dark', width: 390, trouble: 'fails (503)' },
]
// All of them at full size, else two in which every way is met once.
const views = isSoak ? all : all.filter((_, index) => [0, 3].includes(index))

describe('the example app in a browser', needsBrowser, () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  it.each(views)('tells the whole story in $colorScheme at $width px [D468]', async (view) => {
    await reset()
    const window = await openWindow(browser, view)
    await window.page.goto(appUrl)
    for (const tell of story) {
      await tell(window, view).catch(async (error: unknown) => {
        await window.inspect(`failure-${tell.name}`)
        throw error
      })
    }
    expect(window.faults).toEqual([])
    expect(window.outside).toEqual([])
    expect(await window.findTexts([workspaceKey, affiliateKey, clientSecret, 'shpat_', 'shprt_'])).toEqual([])
    await window.context.close()
  })

  it('closes the app before it is uninstalled, as the admin does, whatever the app has just asked for', async () => {
    await reset()
    const window = await openWindow(browser, { colorScheme: 'light', width: 1280 })
    const { page } = window
    await page.goto(appUrl)
    const asked = new EventEmitter()
    const uninstalled = once(asked, 'uninstalled')
    await page.route('**/app/install-status*', async (route) => {
      asked.emit('asked')
      await uninstalled
      await route.continue().catch(() => undefined)
      asked.emit('passed')
    })
    await page.route('**/simulated/actions', async (route) => {
      const response = await route.fetch({ maxRetries: 3 })
      if (route.request().postDataJSON().action === 'uninstall') {
        asked.emit('uninstalled')
        await page.waitForTimeout(500)
      }
      await route.fulfill({ response })
    })
    const held = once(asked, 'asked')
    await page.locator('main [data-action=install]').click()
    await held
    await press(page, 'Uninstall')
    await see(page, 'The app is not installed in this shop')
    expect(window.faults).toEqual([])
    await window.context.close()
  })

  it('is worked by the keyboard alone, and always shows where the focus is', async () => {
    await reset()
    const window = await openWindow(browser, { colorScheme: 'light', width: 1280 })
    const { page } = window
    const frame = frameOf(window)
    await page.goto(appUrl)
    await see(page, 'The app is not installed in this shop')
    await pressKeys(page, 'Reinstall')
    await see(frame, 'Identified once')
    expect((await page.locator('#controls').boundingBox())?.y).toBeLessThan(250)
    await pressKeys(page, 'Expire token')
    await see(frame, '1, and nothing was sent again')
    await pressKeys(page, 'Seed 137 shops')
    await see(frame, '137 shops have the app.')
    await pressKeys(page, 'Run backfill')
    await see(frame, 'All pages are through')
    await pressKeys(page, 'Heal shops')
    await pressKeys(page, 'Retry failures')
    await see(frame, 'Done: 133 sent, 4 skipped, none failed.')
    await pressKeys(page, 'identify at install', 'ArrowDown')
    await see(frame, 'Nothing is sent at install.')
    await pressKeys(page, 'Uninstall')
    await see(page, 'The app is not installed in this shop')
    expect(window.faults).toEqual([])
    await window.context.close()
  })
})

describe('the backfill by command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backfill-command-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const run = (...flags: readonly string[]) =>
    new Promise<{ readonly code: unknown; readonly lines: readonly Record<string, unknown>[] }>((done) => {
      const url = `${appUrl}/internal/affiliate-backfill`
      const options = { cwd: folder, env: { ...process.env, AFFILIATE_WORKSPACE_API_KEY: workspaceKey } }
      execFile(
        process.execPath,
        [command, 'backfill', 'run', '--url', url, '--json', ...flags],
        options,
        (error, stdout) =>
          done({
            code: error?.code ?? 0,
            lines: stdout
              .trim()
              .split('\n')
              .map((line) => JSON.parse(line) as Record<string, unknown>),
          }),
      )
    })

  it('sends 137 shops in three pages, lists the failures and retries them to the end [4.4-4] [4.4-6]', async () => {
    await act('install')
    await fetch(`${appUrl}/simulated/open?shop=${shop}`, {
      headers: { 'User-Agent': 'Mozilla/5.0 Chrome/156.0' },
    })
    await act('seed')
    const first = await run()
    expect(first.code).toBe(1)
    expect(first.lines).toHaveLength(4)
    expect(first.lines.at(-1)).toMatchObject({ totals: { processed: 137, sent: 129, skipped: 4, failed: 4 } })
    await act('repair')
    const second = await run('--retry-failed')
    expect(second.code).toBe(0)
    expect(second.lines.at(-1)).toMatchObject({
      importSuccessful: true,
      totals: { processed: 137, failed: 0 },
    })
  })
})
