import { EventEmitter, once } from 'node:events'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Everything, startEverything } from '../support/start-everything.ts'
import { launchBrowser, needsBrowser, openWindow } from './support/open-browser.ts'
import { frameOf, openControls, press, see } from './support/story.ts'

describe('the demo of the example app', needsBrowser, () => {
  let everything: Everything
  let browser: Browser
  let appUrl = ''

  beforeAll(async () => {
    browser = await launchBrowser()
    everything = startEverything()
    appUrl = (await everything.waitFor(/being prepared: (\S+) shows it/))[1] ?? ''
  })
  afterAll(async () => {
    await everything.stop()
    await browser.close()
  })

  const install = () =>
    fetch(`${appUrl}/simulated/actions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ action: 'install', shop: 'maple-lantern.myshopify.com' }),
    })

  const phone = { colorScheme: 'light', width: 390 } as const

  it('shows that it is being built, and becomes the demo by itself [D120]', async () => {
    const { page, context } = await openWindow(browser, phone)
    await page.goto(appUrl)
    // On a machine that has built it before, the demo may be there at once.
    await page
      .getByText(/Building the example app|The app is not installed in this shop/)
      .first()
      .waitFor()
    await page.getByText('The app is not installed in this shop').waitFor({ timeout: 100_000 })
    await context.close()
  })

  it('brings what a press has changed into view on a phone, with the focus on the words for it [D120]', async () => {
    const window = await openWindow(browser, phone)
    const { page, context, inspect } = window
    const frame = frameOf(window)
    await page.goto(appUrl)
    await press(page, 'Install')
    await see(frame, 'Identified once')
    expect(await page.locator('#result').innerText()).toBe(
      'Maple Lantern has installed the app, and opens it.',
    )
    expect(await isInView(page, 'install')).toBe(true)
    expect(await inspect('phone-installed')).toEqual([])

    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await openControls(page)
    expect(await page.locator('#merchant-hint').innerText()).toBe('Maple Lantern has the app.')
    expect(await inspect('phone-controls')).toEqual([])
    await page.keyboard.press('Escape')

    await press(page, 'Seed 137 shops')
    await see(frame, '137 shops have the app.')
    await page.waitForFunction('document.activeElement.id === "result"')
    expect(await isInView(page, 'backfill')).toBe(true)
    await press(page, 'Forge uninstall')
    expect(await page.locator('#result').innerText()).toBe(
      'The app responded to the forged uninstall with 401.',
    )
    await see(frame, 'Sent with 401 (hmac invalid). Nothing was done.')
    expect(await isInView(page, 'uninstalls')).toBe(true)
    await context.close()
  })

  it('ticks the steps that are done, in any order [D120]', async () => {
    const { page, context } = await openWindow(browser, phone)
    await page.goto(appUrl)
    const ticks = page.locator('#steps li')
    await ticks.nth(15).waitFor()
    expect(await ticks.allInnerTexts()).toHaveLength(16)
    // Installed and forged before; the first step is the next one.
    const done = await page.locator('#steps [data-done=true]').all()
    expect(await Promise.all(done.map((tick) => tick.getAttribute('title')))).toEqual([
      'Press Install.',
      'Press Forge uninstall.',
    ])
    expect(await page.locator('#steps [aria-current=step]').getAttribute('title')).toBe('Press Save terms.')
    await context.close()
  })

  it('keeps to the screen with a name of 120 characters [D120]', async () => {
    const { page, context } = await openWindow(browser, phone)
    await page.route('**/simulated/state', async (route) => {
      const response = await route.fetch({ maxRetries: 3 })
      const state = await response.json()
      state.shops[0].name = 'Maplelantern'.repeat(10)
      await route.fulfill({ response, json: state })
    })
    await page.goto(appUrl)
    await openControls(page)
    await page.getByText(/MaplelanternMaplelantern.* has the app/).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    // One of the states that are asked for every second may be on its way.
    await page.unrouteAll({ behavior: 'wait' })
    await context.close()
  })

  it('keeps a choice although an older state of the demo comes in after it [D120]', async () => {
    const { page, context } = await openWindow(browser, { colorScheme: 'light', width: 1280 })
    const poll = new EventEmitter()
    let isHeld = false
    await page.goto(appUrl)
    await page.route('**/simulated/state', async (route) => {
      const response = await route.fetch({ maxRetries: 3 })
      if (!isHeld) {
        isHeld = true
        await once(poll, 'released')
      }
      await route.fulfill({ response })
    })
    await page.waitForRequest('**/simulated/state')
    await expect.poll(() => isHeld).toBe(true)
    const choice = page.getByLabel('is slow (2 s)')
    await choice.check()
    await page.locator('#result').filter({ hasText: 'is slow (2 s).' }).waitFor()
    const shown = page.evaluate(`new Promise((resolve) => {
      const input = document.querySelector('[name=platform][value=slow]')
      const seen = []
      const timer = setInterval(() => seen.push(input.checked), 5)
      setTimeout(() => { clearInterval(timer); resolve(seen.every(Boolean)) }, 800)
    })`)
    poll.emit('released')
    expect(await shown).toBe(true)
    await page.getByLabel('responds', { exact: true }).check()
    await page.locator('#result').filter({ hasText: 'responds.' }).waitFor()
    await context.close()
  })

  it('tells after a reload how far a backfill has come, and resumes it [D120]', async () => {
    const window = await openWindow(browser, { colorScheme: 'dark', width: 1280 })
    const { page, context, inspect } = window
    const frame = frameOf(window)
    await install()
    await page.goto(appUrl)
    await press(page, 'Seed 137 shops')
    await page.getByLabel('is slow (2 s)').check()
    await frame.getByRole('button', { name: 'Run backfill', exact: true }).click()
    await see(page, 'identifies the shop\u00a0×')
    await page.reload()

    await see(frame, /^The server is still at page 1: \d+ shops of it are known to be sent so far\.$/)
    await page.getByLabel('responds', { exact: true }).check()
    await frame
      .getByText('Interrupted before page 2: 50 of 137 shops so far. Resume continues with it.')
      .waitFor({ timeout: 40_000 })
    expect(await inspect('interrupted')).toEqual([])
    await frame.getByRole('button', { name: 'Resume', exact: true }).click()
    await see(frame, 'All pages are through, but the import is not complete: 4 failed.')
    await context.close()
  })

  it('groups the failures of a platform that is down by their cause [D120]', async () => {
    const window = await openWindow(browser, phone)
    const { page, context } = window
    const frame = frameOf(window)
    await install()
    await page.goto(appUrl)
    await press(page, 'Seed 137 shops')
    await openControls(page)
    await page.getByLabel('fails (503)').check()
    await frame.getByRole('button', { name: 'Run backfill', exact: true }).click()
    await see(frame, 'All pages are through, but the import is not complete')
    const causes = frame.getByRole('table', { name: 'Failures' }).getByRole('rowheader')
    expect(await causes.allInnerTexts()).toContain('The affiliate platform responded with 503')
    expect(await causes.count()).toBeLessThan(5)
    await see(frame, / and \d+ more$/)
    await context.close()
  })

  it('shows a missed install being sent by another shop, keeps the steps in sight, and starts over [D120]', async () => {
    const { page, context } = await openWindow(browser, { colorScheme: 'light', width: 1280 })
    await page.goto(appUrl)
    const missed = page.locator('#missed-hint')
    await page.getByLabel('responds', { exact: true }).check()
    await page.getByRole('button', { name: 'Start over' }).click()
    await see(page, 'Everything is as it was at the start.')
    await press(page, 'Install')
    await page.getByLabel('hangs').check()
    await page.locator('#shop').selectOption({ index: 1 })
    const other = await page.locator('#shop option').nth(1).innerText()
    await press(page, 'Install')
    await missed.filter({ hasText: `Missed: ${other}.` }).waitFor()
    await page.getByLabel('responds', { exact: true }).check()
    await page.locator('#shop').selectOption({ index: 0 })
    await press(page, 'Expire token')
    await missed.filter({ hasText: `Missed at first, and sent since: ${other}.` }).waitFor()
    await page.locator('#steps li[data-done=true]').nth(3).waitFor()

    await page.evaluate('scrollTo(0, 800)')
    expect((await page.locator('#steps').boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect.poll(() => page.locator('#steps li[data-done=true]').count()).toBe(0)
    await see(page, 'The app is not installed in this shop')
    await context.close()
  })

  it('says so when the demo has stopped, and continues when it is back [D120]', async () => {
    const { page, context } = await openWindow(browser, phone)
    let isGone = false
    await page.route('**/simulated/state', (route) => (isGone ? route.abort() : route.continue()))
    await page.goto(appUrl)
    await page.locator('#steps li').first().waitFor()
    isGone = true
    await page.getByRole('alert').getByText('The demo has stopped').waitFor()
    isGone = false
    await page.getByRole('alert').waitFor({ state: 'hidden' })
    await context.close()
  })
})

const isInView = (page: Page, card: string) =>
  page.evaluate<boolean>(`(() => {
    const frame = document.getElementById('app')
    const box = frame.contentDocument.getElementById('${card}').getBoundingClientRect()
    const top = frame.getBoundingClientRect().top + box.top
    return top >= 0 && top < innerHeight * 0.6
  })()`)
