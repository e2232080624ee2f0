import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { isSoak } from '@affiliate-platform/test-support/guarantee-scale'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { takeTroubles, watch } from './watch.ts'

const folders = (process.env['PATH'] ?? '').split(delimiter)
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
  ...['/usr/bin', ...folders].flatMap((folder) => names.map((name) => join(folder, name))),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const chosen = process.env['CHROMIUM']
const executable = (chosen ? [chosen] : places).find((path) => existsSync(path))
const screenshots = resolve(import.meta.dirname, '../../../.artifacts/screenshots')

if (executable === undefined && process.env['REQUIRE_BROWSER']) {
  throw new Error('No Chromium can be had, and REQUIRE_BROWSER is set.')
}

// Of every test that opens a window, whether it asks or not.
afterEach(() => expect(takeTroubles()).toEqual([]))

/** Of the tests of pages. */
export const needsBrowser = {
  skip: executable === undefined,
  meta: { needs: 'a Chromium, or its path in CHROMIUM' },
}

export function launchBrowser(): Promise<Browser> {
  const quiet = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
  ]
  return chromium.launch({
    ...(executable !== undefined && { executablePath: executable }),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', ...quiet],
  })
}

/** How a person looks at the page. */
export interface View {
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
  /** In the colours that the system forces on every page, as for weak eyes. */
  readonly isForced?: boolean
  /** As most do. */
  readonly hasScripts?: boolean
}

const all: readonly View[] = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 390 },
]

/** The windows in which every screen is looked at: all of them at full size, else two in which every way is met once. */
export const views = isSoak ? all : all.slice(0, 2)

/** A page, and everything that went over its wire. */
export interface Window {
  readonly page: Page
  readonly context: BrowserContext
  /** Requests to anything but this machine. */
  readonly outside: readonly string[]
  /** Faults on the page's console, and what it threw. */
  readonly faults: readonly string[]
  /** Addresses of responses that hold one of the texts. */
  readonly findTexts: (texts: readonly string[]) => Promise<readonly string[]>
  /** Keeps a screenshot, and resolves to what a screen reader or a keyboard would stumble over. */
  readonly inspect: (name: string) => Promise<readonly string[]>
}

export async function openWindow(
  browser: Browser,
  { colorScheme, width, isForced = false, hasScripts = true }: View,
): Promise<Window> {
  const context = await browser.newContext({
    colorScheme,
    forcedColors: isForced ? 'active' : 'none',
    viewport: { width, height: 900 },
    javaScriptEnabled: hasScripts,
    // Shopify's libraries reject whatever says that it is a bot, a headless browser too.
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36',
  })
  // A slow machine is no fault.
  context.setDefaultTimeout(90_000)
  await watch(context)
  const page = await context.newPage()
  const outside: string[] = []
  const faults: string[] = []
  const bodies: Promise<{ readonly url: string; readonly text: string }>[] = []
  context.on('request', (request) => {
    const url = new URL(request.url())
    const isHere =
      ['127.0.0.1', 'localhost'].includes(url.hostname) || ['data:', 'about:', 'blob:'].includes(url.protocol)
    if (!isHere) outside.push(request.url())
  })
  context.on('response', (response) => {
    const headers = JSON.stringify(response.headers())
    const text = response.text().catch(() => '')
    bodies.push(text.then((body) => ({ url: response.url(), text: headers + body })))
  })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  return {
    page,
    context,
    outside,
    faults,
    findTexts: async (texts) =>
      (await Promise.all(bodies))
        .filter(({ text }) => texts.some((part) => text.includes(part)))
        .map(({ url }) => url),
    inspect: async (name) => {
      mkdirSync(screenshots, { recursive: true })
      const path = resolve(screenshots, `${name}-${colorScheme}${isForced ? '-forced' : ''}-${width}.png`)
      await page.screenshot({ path, fullPage: true, animations: 'disabled' })
      // Contrast is then the system's; axe reads the colours that the page would have had.
      const axe = new AxeBuilder({ page })
        .options({ resultTypes: ['violations'] })
        .disableRules(isForced ? ['color-contrast'] : [])
        // Half of the time goes into carrying results between frames, and most pages have none.
        .setLegacyMode(page.frames().length === 1)
      const { violations } = await axe.analyze()
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
  }
}
