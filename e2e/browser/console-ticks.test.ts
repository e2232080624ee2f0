import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Everything, startEverything } from '../support/start-everything.ts'
import { continueAs } from './support/continue-as.ts'
import {
  launchBrowser,
  needsBrowser,
  openWindow,
  type View,
  views,
  type Window,
} from './support/open-browser.ts'

const overflow = 'document.documentElement.scrollWidth - innerWidth'

/** The story ends on the day on which it is told: every time that a page is told moves to one day, and today to its morning. */
async function letBeReadmeDay({ page }: Window): Promise<void> {
  const dayMs = 86_400_000
  const todayMs = Math.floor(Date.now() / dayMs) * dayMs
  const readmeDayMs = Date.UTC(2026, 10, 2)
  const move = (time: string) => {
    const laterMs = Date.parse(time) - todayMs
    const isNow = laterMs > 0 && laterMs < dayMs
    return new Date(readmeDayMs + (isNow ? dayMs * 0.375 : laterMs)).toISOString()
  }
  // A wait for changes is still open when the page closes, and tells no time.
  const tellsTimes = ({ pathname }: URL) =>
    pathname.startsWith('/api/console/v1/') && !pathname.endsWith('/changes')
  await page.route(tellsTimes, async (route) => {
    const response = await route.fetch({ maxRetries: 3 })
    const body = (await response.text())
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, move)
      .replaceAll(/(?<=")\d{4}-\d\d-\d\d(?=")/g, (day) => move(`${day}T00:00:00Z`).slice(0, 10))
    await route.fulfill({ response, body })
  })
}

describe('the demo of the console', needsBrowser, () => {
  let everything: Everything
  let browser: Browser
  let consoleUrl = ''

  beforeAll(async () => {
    everything = startEverything()
    consoleUrl = (await everything.waitFor(/^Console +(\S+) \(Ada, owner\)$/m))[1] ?? ''
    await everything.waitFor(/platform is ready/)
    browser = await launchBrowser()
    // A fresh clone may still be building it.
    await vi.waitUntil(async () => (await fetch(consoleUrl)).ok, { timeout: 60_000 })
  })
  afterAll(async () => {
    await browser?.close()
    await everything.stop()
  })

  const open = async (view: View, name: string, workspace = 'Bright Reviews') => {
    const window = await openWindow(browser, view)
    await window.page.goto(consoleUrl)
    await continueAs(window.page, name, workspace)
    await window.page.getByText('Needs you').waitFor()
    return window
  }

  it('prints the console before everything else [D346]', () => {
    expect(everything.output().trim().split('\n')[0]).toBe(`Console  ${consoleUrl} (Ada, owner)`)
  })

  it.each(views)(
    'offers its people, and opens the story, in $colorScheme at $width px [D346]',
    async (view) => {
      const window = await openWindow(browser, view)
      const { page, inspect } = window
      await page.goto(consoleUrl)
      await page.getByText('Bright Reviews').waitFor()
      expect(await inspect('demo-0-sign-in')).toEqual([])
      await continueAs(page, 'Ada', 'Bright Reviews')
      await page.getByRole('heading', { name: 'Five things to try' }).waitFor()
      await page.getByText('did not arrive').waitFor()
      expect(await inspect('demo-1-overview')).toEqual([])
      expect(await page.evaluate(overflow)).toBe(0)
      await window.context.close()
    },
  )

  it('is what the README shows, on a day of its own [D346]', async () => {
    const overview = await open({ colorScheme: 'light', width: 1280 }, 'Ada')
    await letBeReadmeDay(overview)
    await overview.page.getByRole('button', { name: 'Dismiss' }).click()
    await overview.page.reload()
    await overview.page.getByText('As of Nov 2, 2026, 9:00 AM UTC').waitFor()
    expect(await overview.inspect('readme-console')).toEqual([])
    await overview.page.unrouteAll({ behavior: 'wait' })
    await overview.context.close()

    const why = await open({ colorScheme: 'dark', width: 1280 }, 'Ada')
    await letBeReadmeDay(why)
    await why.page.getByRole('button', { name: 'Dismiss' }).click()
    await why.page.getByRole('link', { name: 'Commissions', exact: true }).click()
    await why.page.getByLabel('Find by shop or member').fill('Weekend Merchants')
    await why.page.getByRole('button', { name: 'Find', exact: true }).click()
    // Other months earned a cent more of the same price.
    await why.page.getByRole('button', { name: 'Why $3.68?' }).first().click()
    await why.page.getByRole('dialog').getByText('Same as:').waitFor()
    expect(await why.inspect('readme-why')).toEqual([])
    await why.page.unrouteAll({ behavior: 'wait' })
    await why.context.close()
  })

  it('ticks off what was seen and done, and no press on a tick [D346]', async () => {
    const { page, inspect, faults, context } = await open({ colorScheme: 'light', width: 1280 }, 'Ada')
    const ticks = page.getByRole('region', { name: 'Five things to try' })
    const done = async () =>
      (await ticks.getByRole('listitem').allInnerTexts()).filter((text) => text.includes('✓')).length
    const expectDone = (count: number) =>
      vi.waitUntil(async () => (await done()) === count, { timeout: 20_000 })

    await ticks.getByRole('link', { name: 'See who will not be paid, and why' }).click()
    await page.getByText('This run').waitFor()
    expect(await done()).toBe(0)
    await page.getByText('Below threshold 7').click()
    await expectDone(1)

    await ticks.getByRole('link', { name: 'Ask why one amount is what it is' }).click()
    await page.getByRole('table').waitFor()
    expect(await done()).toBe(1)
    await page.getByRole('button', { name: /^Why / }).first().click()
    await page.getByRole('dialog').getByText('Same as:').waitFor()
    await page.keyboard.press('Escape')
    await expectDone(2)

    await ticks.getByRole('link', { name: 'Freeze the run' }).click()
    await page.getByText('41 payouts', { exact: true }).waitFor()
    expect(await done()).toBe(2)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Freeze 41 payouts' }).click()
    await page.getByText(/frozen by Ada/).waitFor()
    await expectDone(3)

    await page.getByRole('table').getByRole('link').first().click()
    await page.getByLabel('Method').fill('PayPal')
    await page.getByRole('button', { name: 'Record payment' }).click()
    await expectDone(4)

    await ticks.getByRole('link', { name: 'Find what you did in the audit' }).click()
    await expectDone(5)
    expect(await inspect('demo-2-all-done')).toEqual([])
    await page.reload()
    await ticks.waitFor()
    expect(await done()).toBe(5)
    await ticks.getByRole('button', { name: 'Dismiss' }).click()
    await ticks.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'Audit' }).waitFor()
    expect(await ticks.count()).toBe(0)
    expect(faults.filter((fault) => !/status of 401/.test(fault))).toEqual([])
    await context.close()
  })

  it('shows no ticks to who could not reach them [D346]', async () => {
    const { page, context } = await open({ colorScheme: 'light', width: 1280 }, 'Rita')
    expect(await page.getByText('Five things to try').count()).toBe(0)
    await context.close()
  })
})
