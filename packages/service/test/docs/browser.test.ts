import { existsSync, readFileSync } from 'node:fs'
import { type ListeningService, startTestService } from '@affiliate-platform/test-support/listening-service'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
)

// What the browser would do for itself: ask for updates, synchronise, fetch ahead.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

// Expressions for the page.
const overflow = 'document.documentElement.scrollWidth - innerWidth'
const text = 'getComputedStyle(document.body).color'
const ground = 'getComputedStyle(document.body).backgroundColor'

const faintTexts = `${readFileSync(new URL('faint-texts.js', import.meta.url), 'utf8')}findFaintTexts()`

interface Visit {
  readonly page: Page
  /** Addresses on other hosts that were asked for, each with what became of it. */
  readonly foreign: readonly string[]
  /** What the page complained about. */
  readonly complaints: readonly string[]
}

describe.skipIf(executablePath === undefined)('in a browser', () => {
  let browser: Browser
  let service: ListeningService

  beforeAll(async () => {
    service = await startTestService()
    browser = await chromium.launch({ executablePath: executablePath ?? '', args })
  })

  afterAll(async () => {
    await browser.close()
    await service.close()
  })

  async function visit(path: string, { colorScheme = 'light', width = 1280 } = {}): Promise<Visit> {
    const page = await browser.newPage({
      colorScheme: colorScheme === 'dark' ? 'dark' : 'light',
      viewport: { width, height: 900 },
    })
    const foreign: string[] = []
    const complaints: string[] = []
    const { baseUrl } = service.server
    page.on('response', (response) => {
      if (!/^(?:blob|data):/.test(response.url()) && !response.url().startsWith(baseUrl))
        foreign.push(response.url())
    })
    page.on('requestfailed', (request) => foreign.push(`${request.url()} ${request.failure()?.errorText}`))
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(baseUrl + path)
    return { page, foreign, complaints }
  }

  const summaries = [
    'Save prospective terms for a membership',
    'List payout summaries',
    "Identify a shop's business contact",
  ]

  const looks = ['light', 'dark'].flatMap((colorScheme) =>
    [390, 1280].map((width) => ({ colorScheme, width })),
  )

  test.each(looks)('draws the reference in $colorScheme at $width px, with every operation', async (look) => {
    const { page, foreign, complaints } = await visit('/docs', look)
    for (const title of summaries) {
      await page.locator('h2', { hasText: title }).first().waitFor()
    }

    expect(await page.evaluate(overflow)).toBe(0)
    expect(await page.evaluate(ground)).toBe(
      look.colorScheme === 'dark' ? 'rgb(20, 24, 29)' : 'rgb(255, 255, 255)',
    )
    // Redoc asks for its maker's logo. The policy ends that before it leaves the browser, and nothing else is tried.
    const logo = 'https://cdn.redoc.ly/redoc/logo-mini.svg'
    expect(foreign.filter((address) => address !== `${logo} csp`)).toEqual([])
    expect(complaints.filter((complaint) => !complaint.includes(logo))).toEqual([])
    await page.close()
  })

  test.each(['light', 'dark'])('draws everything in the reference legibly in %s', async (colorScheme) => {
    const { page } = await visit('/docs', { colorScheme })
    await page.getByRole('button', { name: 'expand rules' }).waitFor()
    const { read, faint } = Object(await page.evaluate(faintTexts))

    expect(faint).toEqual([])
    expect(read).toBeGreaterThan(2000)
    await page.close()
  })

  test('finds operations by their words', async () => {
    const { page } = await visit('/docs')
    await page.getByRole('textbox').fill('payouts')
    await page.getByRole('search').getByRole('menuitem', { name: 'List payout summaries' }).waitFor()
    await page.close()
  })

  test.each(looks)('shows an error page in $colorScheme at $width px', async (look) => {
    const { page, foreign, complaints } = await visit('/docs/errors', look)
    await page.getByRole('link', { name: 'platform_shop_unavailable' }).click()
    await page.getByRole('heading', { name: 'What to do' }).waitFor()

    expect(await page.evaluate(`[${text}, ${ground}]`)).toEqual(
      look.colorScheme === 'dark'
        ? ['rgb(228, 232, 236)', 'rgb(20, 24, 29)']
        : ['rgb(27, 31, 36)', 'rgb(255, 255, 255)'],
    )
    expect(await page.evaluate(overflow)).toBe(0)
    expect([...foreign, ...complaints]).toEqual([])
    expect(await page.evaluate(faintTexts)).toMatchObject({ faint: [] })
    await page.close()
  })
})
