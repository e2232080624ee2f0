import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Everything, startEverything } from '../support/start-everything.ts'
import { launchBrowser, needsBrowser, openWindow } from './support/open-browser.ts'
import { frameOf, openControls, press } from './support/story.ts'

const shopName = 'مكتبة الزيتونة!'
const ownerName = 'ليلى م.'
const programName = 'חברים לדרך!'

/** Whether the last mark of a name stands left of its first letter, where a reader from right to left looks for it. */
const readsFromRight = `window.readsFromRight = (element, name) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const start = walker.currentNode.data.indexOf(name)
    if (start < 0) continue
    const leftOf = (index) => {
      const range = document.createRange()
      range.setStart(walker.currentNode, index)
      range.setEnd(walker.currentNode, index + 1)
      return range.getBoundingClientRect().left
    }
    return leftOf(start + name.length - 1) < leftOf(start)
  }
}`
async function isHeld(place: Locator, name: string): Promise<unknown> {
  await place.filter({ hasText: name }).waitFor()
  return await place.evaluate(
    (element, text): unknown =>
      Reflect.apply(Reflect.get(globalThis, 'readsFromRight'), null, [element, text]),
    name,
  )
}

describe('names that run from right to left', needsBrowser, () => {
  let everything: Everything
  let browser: Browser
  let appUrl = ''

  beforeAll(async () => {
    browser = await launchBrowser()
    everything = startEverything()
    appUrl = (await everything.waitFor(/example app is ready at (\S+)/))[1] ?? ''
  })
  afterAll(async () => {
    await everything.stop()
    await browser.close()
  })

  it.each([390, 1280])(
    'at %i px stand in the demo and the app as they are written, and move nothing beside them [D151]',
    async (width) => {
      const window = await openWindow(browser, { width, colorScheme: 'light' })
      const { page, context, inspect, faults } = window
      await page.addInitScript(readsFromRight)
      await page.goto(`${appUrl}/simulated/?shop=olive-library.myshopify.com`)
      await openControls(page)
      expect(await isHeld(page.locator('#merchant-hint'), shopName)).toBe(true)
      await press(page, width === 390 ? 'Install' : 'Reinstall')
      expect(await isHeld(page.locator('#result'), shopName)).toBe(true)

      const frame = frameOf(window)
      await frame.getByLabel('Search').fill(programName)
      await frame.getByRole('button', { name: 'Filter' }).click()
      const row = frame.locator('#payouts tbody tr', { hasText: programName }).first()
      expect(await isHeld(row, programName)).toBe(true)
      await frame.getByLabel('At uninstall').check()
      expect(await isHeld(frame.locator('#preview'), ownerName)).toBe(true)
      const direction = await frame
        .getByLabel('Search')
        .evaluate((field): unknown => Reflect.get(globalThis, 'getComputedStyle')(field).direction)
      expect(direction).toBe('rtl')

      expect(await inspect('directions')).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      expect(faults).toEqual([])
      await press(page, 'Uninstall')
      await context.close()
    },
  )
})
