import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, launchBrowser, openWindow, type View, type Window } from './support/open-browser.ts'
import { type Everything, startEverything } from './support/start-everything.ts'

const command = resolve(import.meta.dirname, '../../packages/shopify-recipes/bin/affiliate-recipes.js')
const clientSecret = 'a-client-secret-that-no-response-may-hold'
const shop = 'maple-lantern.myshopify.com'
const waitMs = 15_000

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
}, 120_000)

afterAll(() => everything.stop())

async function act(action: string, value?: string): Promise<void> {
  const response = await fetch(`${appUrl}/simulated/actions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ action, shop, value }),
  })
  expect(response.status).toBe(200)
}

const beginning = [['uninstall'], ['platform', 'ok'], ['variant', 'identify_at_install']] as const

interface StoryView extends View {
  /** What the platform does at the install: to hang takes 5 s, and so one view is enough. */
  readonly trouble: 'hangs' | 'fails (503)'
}

const views: readonly StoryView[] = [
  { colorScheme: 'light', width: 1280, trouble: 'hangs' },
  { colorScheme: 'dark', width: 1280, trouble: 'fails (503)' },
  { colorScheme: 'light', width: 390, trouble: 'fails (503)' },
  { colorScheme: 'dark', width: 390, trouble: 'fails (503)' },
]

describe.skipIf(!hasBrowser)('the example app in a browser', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  it.each(views)(
    'tells the whole story in $colorScheme at $width px',
    async (view) => {
      for (const [action, value] of beginning) await act(action, value)
      const window = await openWindow(browser, view)
      await window.page.goto(appUrl)
      for (const tell of [install, backfill, browsePayouts, uninstallAndReinstall, forwardUninstall]) {
        await tell(window, view).catch(async (error: unknown) => {
          await window.inspect(`failure-${tell.name}`)
          throw error
        })
      }
      expect(window.faults).toEqual([])
      expect(window.outside).toEqual([])
      expect(await window.findTexts([workspaceKey, affiliateKey, clientSecret, 'shpat_', 'shprt_'])).toEqual(
        [],
      )
      await window.context.close()
    },
    120_000,
  )
})

const press = (page: Page | FrameLocator, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()
const choose = (page: Page, name: string) => page.getByLabel(name, { exact: true }).check()
const frameOf = ({ page }: Window) => page.frameLocator('iframe')

async function see(place: Page | FrameLocator, text: string | RegExp): Promise<void> {
  await place.getByText(text).first().waitFor({ timeout: waitMs })
}

/** An install while the platform is in trouble: the merchant's page is there, and the shop is identified later. */
async function install(window: Window, { trouble }: StoryView): Promise<void> {
  const { page, inspect } = window
  const frame = frameOf(window)
  await see(page, 'The app is not installed in this shop')
  expect(await inspect('1-not-installed')).toEqual([])
  await choose(page, trouble)
  await page.locator('main [data-action=install]').click()
  if (trouble === 'hangs') await see(frame, 'This page did not wait for it.')
  await see(frame, 'Not identified yet')
  await choose(page, 'answers')
  await press(page, 'Expire token')
  await see(frame, 'Identified once')
  await see(frame, /^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  await press(page, 'Expire token')
  await see(frame, '1, and nothing was sent again')
  expect(await inspect('2-identified')).toEqual([])
}

/** 137 shops in three pages: checked, sent, with failures, and retried to the end. */
async function backfill(window: Window): Promise<void> {
  const { page, inspect } = window
  const frame = frameOf(window)
  await press(page, 'Seed 137 shops')
  await see(frame, '137 shops have the app.')
  await press(frame, 'Check without sending')
  await see(frame, 'Checked, and nothing was sent: 129 of 137 shops can be read')
  await press(frame, 'Run backfill')
  await see(
    frame,
    'All pages are through, but the import is not complete: 4 failed. Retry pages 1, 2, and 3.',
  )
  expect(await inspect('3-failures')).toEqual([])
  await press(page, 'Heal shops')
  await press(frame, 'Retry failures')
  await see(frame, 'Done: 133 sent, 4 skipped, none failed.')
  expect(await inspect('4-done')).toEqual([])
}

async function browsePayouts(window: Window): Promise<void> {
  const { page } = window
  const frame = frameOf(window)
  const table = frame.getByRole('table', { name: 'Payouts' })
  await table.waitFor()
  await frame.getByRole('link', { name: 'Next page' }).click()
  await frame.getByRole('link', { name: 'First page' }).waitFor()
  await frame.getByLabel('Status').selectOption('disputed')
  await press(frame, 'Filter')
  await page.waitForURL(/status%3Ddisputed/)
  await frame.getByRole('link', { name: 'First page' }).waitFor({ state: 'detached' })
  const badges = await table.locator('s-badge').allInnerTexts()
  expect(new Set(badges)).toEqual(new Set(['✕ Disputed']))
  await page.reload()
  await table.waitFor()
  expect(await frame.getByLabel('Status').inputValue()).toBe('disputed')
  await frame.getByRole('link', { name: 'Clear' }).click()
}

/** An uninstall with an expired token, a forged one, and a reinstall that counts. */
async function uninstallAndReinstall(window: Window): Promise<void> {
  const { page, inspect } = window
  const frame = frameOf(window)
  await press(page, 'Forge uninstall')
  await see(frame, 'Answered with 401 (hmac invalid). Nothing was done.')
  await press(page, 'Expire token')
  await press(page, 'Uninstall')
  await see(page, 'The app is not installed in this shop')
  await see(page, 'app/uninstalled')
  await press(page, 'Reinstall')
  await see(frame, 'Signature verified, sessions deleted, answered with 200.')
  await see(frame, 'Identified once')
  expect(await inspect('5-reinstalled')).toEqual([])
}

/** The other variant: nothing at the install, and the contact at the uninstall. */
async function forwardUninstall(window: Window): Promise<void> {
  const { page, inspect } = window
  const frame = frameOf(window)
  await choose(page, 'forward uninstalls')
  await see(frame, 'Nothing is sent at the install.')
  await press(page, 'Uninstall')
  await see(page, 'The app is not installed in this shop')
  await press(page, 'Reinstall')
  await see(frame, /^Contact forwarded/)
  expect(await inspect('6-forwarded')).toEqual([])
  await choose(page, 'identify at install')
  await see(frame, 'Chosen variant: identify at install')
  await press(page, 'Uninstall')
  await see(page, 'The app is not installed in this shop')
}

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
  }, 60_000)
})
