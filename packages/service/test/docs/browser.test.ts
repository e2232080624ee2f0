import { existsSync, readFileSync } from 'node:fs'
import { errorCatalogue, payoutStatuses } from '@affiliate-platform/contract'
import { isSoak } from '@affiliate-platform/test-support/guarantee-scale'
import { type ListeningService, startTestService } from '@affiliate-platform/test-support/listening-service'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { termsFaults } from '../../src/docs/terms-faults.ts'

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

const directionOfSearch = "getComputedStyle(document.querySelector('#listPayouts-try-search')).direction"
const openAll = "for (const each of document.querySelectorAll('details')) each.open = true"

const faintTexts = `${readFileSync(new URL('faint-texts.js', import.meta.url), 'utf8')}findFaintTexts()`

/** How a person looks at a page. */
interface Look {
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
  readonly forcedColors: 'none' | 'active'
  readonly hasScripts?: boolean
}

interface Visit {
  readonly page: Page
  readonly close: () => Promise<void>
  /** Addresses on other hosts that were asked for, each with what became of it. */
  readonly foreign: readonly string[]
  /** What the page complained about. */
  readonly complaints: readonly string[]
}

describe('in a browser', { skip: executablePath === undefined, meta: { needs: 'a Chromium' } }, () => {
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

  async function visit(path: string, look: Partial<Look> = {}): Promise<Visit> {
    const { colorScheme = 'light', width = 1280, forcedColors = 'none', hasScripts = true } = look
    const context = await browser.newContext({
      colorScheme,
      forcedColors,
      javaScriptEnabled: hasScripts,
      viewport: { width, height: 900 },
    })
    const page = await context.newPage()
    const foreign: string[] = []
    const complaints: string[] = []
    const { baseUrl } = service.server
    page.on('request', (request) => {
      if (!request.url().startsWith('data:') && !request.url().startsWith(baseUrl))
        foreign.push(request.url())
    })
    page.on('requestfailed', (request) => foreign.push(`${request.url()} ${request.failure()?.errorText}`))
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(baseUrl + path)
    return { page, foreign, complaints, close: () => context.close() }
  }

  const titles: Readonly<Record<string, string>> = {
    '/docs': 'Affiliate platform',
    '/docs/operations/saveTerms': 'Save prospective terms for a membership',
    '/docs/operations/listPayouts': 'List payout summaries',
    '/docs/operations/identify': "Identify a shop's business contact",
    '/docs/schemas': 'Schemas',
    '/docs/guides/webhooks': 'Webhooks',
  }

  const all: readonly Look[] = [
    ...(['light', 'dark'] as const).flatMap((colorScheme) =>
      [390, 768, 1280].map((width) => ({ colorScheme, width, forcedColors: 'none' as const })),
    ),
    { colorScheme: 'light', width: 1280, forcedColors: 'active' },
  ]
  // All of them at full size, else three in which every way is met once: 390 light, 768 dark, and forced colours.
  const looks = isSoak ? all : all.filter((_, index) => [0, 4, 6].includes(index))

  test.each(looks)(
    'draws the reference in $colorScheme at $width px, forced colours $forcedColors, with no axe violation and no request to any other host [D119] [D490]',
    async (look) => {
      let texts = 0
      for (const [path, name] of Object.entries(titles)) {
        const { page, foreign, complaints, close } = await visit(path, look)
        expect(await page.getByRole('heading', { level: 1, name }).count()).toBe(1)
        await page.evaluate(openAll)

        expect(await page.evaluate(overflow)).toBe(0)
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
        expect([path, ...violations.map(({ id }) => id)]).toEqual([path])
        expect([...foreign, ...complaints]).toEqual([])
        if (look.forcedColors === 'none') {
          expect(await page.evaluate(ground)).toBe(
            look.colorScheme === 'dark' ? 'rgb(20, 24, 29)' : 'rgb(255, 255, 255)',
          )
          const { read, faint } = Object(await page.evaluate(faintTexts))
          expect(faint).toEqual([])
          texts += read
        }
        await close()
      }
      if (look.forcedColors === 'none') expect(texts).toBeGreaterThan(700)
    },
    // Axe takes a whole core for some ten seconds on this page, and a machine may have half a core to spare.
    180_000,
  )

  test('can be read without scripts, and then offers neither search nor forms [D119]', async () => {
    const { page, close } = await visit('/docs', { hasScripts: false })
    await page.getByText('A part was reported as paid.').waitFor()
    expect(await page.getByRole('searchbox').isVisible()).toBe(false)

    await page.getByRole('link', { name: 'List payout summaries' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'List payout summaries' }).waitFor()
    for (const label of ['curl', 'TypeScript', 'Python', 'Ruby', 'PHP']) {
      expect(await page.locator('figcaption').getByText(label, { exact: true }).isVisible()).toBe(true)
    }
    expect(await page.getByText('Try it').isVisible()).toBe(false)
    await close()
  })

  test('keeps the contents behind a button on a phone, without scripts too [D490]', async () => {
    const { page, close } = await visit('/docs/operations/saveTerms', { width: 390, hasScripts: false })
    const contents = page.getByRole('navigation', { name: 'Contents' })
    expect(await contents.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Contents' }).click()
    expect(await contents.locator('[aria-current=page]').innerText()).toBe(
      'Save prospective terms for a membership',
    )
    expect(await page.evaluate(overflow)).toBe(0)
    await contents.getByRole('link', { name: 'Read a referral' }).click()
    await page.getByRole('heading', { level: 1, name: 'Read a referral' }).waitFor()
    await close()
  })

  const faults = termsFaults.map(({ code }) => code)

  test('finds every state, error code and rule of terms, and leads to it [D119]', async () => {
    const { page, close } = await visit('/docs/schemas')
    const query = page.getByRole('searchbox', { name: 'Search' })
    for (const word of [...payoutStatuses, ...Object.keys(errorCatalogue), ...faults]) {
      await query.fill(word)
      await page.locator('#results a').first().getByText(word, { exact: true }).waitFor()
    }
    await query.fill('Partially Reported')
    await page.getByRole('link', { name: 'partially_reported', exact: true }).click()
    await page.waitForURL(/\/docs#state-partially_reported$/)
    await page.locator('#state-partially_reported').waitFor()
    await close()
  }, 60_000)

  test.each([
    ['hold days', 'holdDays'],
    ['rotate key', 'Authentication'],
    ['contact erase', "Erase a shop's business contact"],
    ['POST install', 'Report that a shop installed'],
  ])('finds %s by all its words, wherever they stand [D490]', async (words, name) => {
    const { page, close } = await visit('/docs')
    await page.getByRole('searchbox', { name: 'Search' }).fill(words)
    await page.locator('#results a').getByText(name).first().waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).fill('no such word')
    await page.getByText('Nothing here has these words.').waitFor()
    await close()
  })

  test('shows samples of one language, copies them, and remembers the language [D490]', async () => {
    const { page, close } = await visit('/docs/operations/saveTerms')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByLabel('Language').selectOption('Python')
    await page.goto(`${service.server.baseUrl}/docs/operations/listPayouts`)
    expect(await page.locator('figcaption:visible').allInnerTexts()).toEqual(['Python Copy'])
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      await page.locator('figure:visible code').textContent(),
    )
    await close()
  })

  test('sends what a reader fills in to this very service, and shows the response [D119]', async () => {
    const { page, foreign, complaints, close } = await visit('/docs', { width: 390 })
    const send = async (operation: string, fields: Readonly<Record<string, string>>) => {
      await page.goto(`${service.server.baseUrl}/docs/operations/${operation}`)
      const form = page.locator('form')
      await page.locator('details.try summary').click()
      for (const [label, value] of Object.entries(fields))
        await form.getByLabel(label, { exact: true }).fill(value)
      await form.getByRole('button', { name: 'Send' }).click()
      await form.getByText(/^\d{3} in /).waitFor()
      return await form.locator('.result').innerText()
    }
    const { keys, ids } = service

    expect(await send('listPayouts', { 'API key': keys.affiliate, status: 'confirmed', limit: '1' })).toMatch(
      /^200 in .*"status": "confirmed"/s,
    )
    // A name may run from right to left, and so does the field that it is written into.
    await page.locator('#listPayouts-try-search').fill('חברים')
    expect(await page.evaluate(directionOfSearch)).toBe('rtl')
    const terms = { 'API key': keys.affiliate, id: ids.membershipId, 'Idempotency-Key': 'tried-in-the-page' }
    expect(await send('saveTerms', terms)).toMatch(/^200 in .*"rateBps": 2000/s)
    expect(await send('identify', { 'API key': keys.affiliate })).toMatch(
      /^401 in .*"code": "invalid_credential"/s,
    )

    expect(foreign).toEqual([])
    expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([])
    expect(page.url()).not.toContain('aff_')
    await close()
  })

  test.each(looks)(
    'shows an error page in $colorScheme at $width px, forced colours $forcedColors',
    async (look) => {
      const { page, foreign, complaints, close } = await visit('/docs/errors', look)
      await page.getByRole('link', { name: 'terms_rejected' }).click()
      await page.getByRole('heading', { name: 'What to do' }).waitFor()

      if (look.forcedColors === 'none') {
        expect(await page.evaluate(`[${text}, ${ground}]`)).toEqual(
          look.colorScheme === 'dark'
            ? ['rgb(228, 232, 236)', 'rgb(20, 24, 29)']
            : ['rgb(27, 31, 36)', 'rgb(255, 255, 255)'],
        )
        expect(await page.evaluate(faintTexts)).toMatchObject({ faint: [] })
      }
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
      expect(violations.map(({ id }) => id)).toEqual([])
      expect(await page.evaluate(overflow)).toBe(0)
      expect([...foreign, ...complaints]).toEqual([])
      await close()
    },
  )
})
