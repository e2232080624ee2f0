import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findPaths, screens, settle } from './support/console-screens.ts'
import { giveLongNames, type Look, lengthenWords, looks } from './support/looks.ts'
import { needsBrowser } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

const router = readFileSync(new URL('../../packages/console/src/router.tsx', import.meta.url), 'utf8')
const elsewhere = ['/sign-in', '*']

/** What has the focus within the screen, and how that is seen. Text, because it runs in the page. */
const focused = `(() => {
  const element = document.activeElement
  if (element === null || element === document.body) return { isWithin: false, name: '', isSeen: true }
  const names = [element.getAttribute('aria-label'), element.labels?.[0]?.textContent, element.textContent, element.value]
  // The box of a tick is drawn beside the field that has the focus.
  const isSeen = [element, element.nextElementSibling, element.parentElement].some((one) => {
    const { outlineStyle, outlineWidth, borderColor } = one === null ? {} : getComputedStyle(one)
    return (outlineStyle !== undefined && outlineStyle !== 'none' && outlineWidth !== '0px') ||
      (element.matches('input, select, textarea') && borderColor !== undefined)
  })
  return { isWithin: element.closest('#main') !== null, name: names.filter(Boolean).join(' '), isSeen }
})()`

const tabsMax = 250

/** Tabs through a screen until its act; returns what had the focus unseen, and whether the act was reached. */
async function tabTo(page: Page, act: RegExp) {
  const unseen: string[] = []
  for (let tabs = 0; tabs < tabsMax; tabs += 1) {
    await page.keyboard.press('Tab')
    const { isWithin, name, isSeen } = await page.evaluate<{
      isWithin: boolean
      name: string
      isSeen: boolean
    }>(focused)
    if (!isSeen) unseen.push(name)
    if (isWithin && act.test(name)) return { isReached: true, unseen }
  }
  return { isReached: false, unseen }
}

/** Looks at a screen from both sides; returns what is wrong. */
async function lookAt(page: Page, { direction, isDoubled = false }: Look) {
  if (isDoubled) await page.evaluate("document.documentElement.style.fontSize = '200%'")
  const overflows: unknown[] = []
  for (const way of [direction === 'ltr' ? 'rtl' : 'ltr', direction]) {
    await page.evaluate(`document.documentElement.dir = '${way}'`)
    overflows.push(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  }
  return overflows.filter((overflow) => overflow !== 0)
}

/** The acts of a screen that are not allowed, and its states. Text, because it runs in the page. */
const refusals = `(() => {
  const main = document.querySelector('#main')
  const nameOf = (element) => element.getAttribute('aria-label') ?? element.textContent
  const refused = [...main.querySelectorAll('button[aria-disabled=true]')]
  const isReached = (button) => {
    button.focus()
    return document.activeElement === button
  }
  const isTold = (state) => {
    const [mark, word] = state.childNodes
    return mark?.ariaHidden === 'true' && mark.textContent.trim() !== '' && /\\p{L}/u.test(word?.textContent)
  }
  return {
    refused: refused.length,
    outOfReach: [...main.querySelectorAll('button:disabled'), ...refused.filter((one) => !isReached(one))].map(nameOf),
    isExplained: refused.length === 0 || /Your role( \\(reader\\))? /.test(main.innerText),
    untold: [...document.querySelectorAll('.state')].filter((one) => !isTold(one)).map(nameOf),
  }
})()`

interface Refusals {
  readonly refused: number
  readonly outOfReach: readonly string[]
  readonly isExplained: boolean
  readonly untold: readonly string[]
}

describe('every screen of the console', needsBrowser, () => {
  const demo = startDemo()

  it('is looked at here [D465]', () => {
    const paths = [...router.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path)
    expect([...new Set(paths)].filter((path) => !elsewhere.includes(path)).toSorted()).toEqual(
      Object.keys(screens).toSorted(),
    )
  })

  it.each(looks)('holds long names, $direction, in $colorScheme at $width px [D465]', async (look) => {
    const window = await openConsole(demo, 'Ada', { view: look, workspace: 'Bright Reviews' })
    const { page, inspect } = window
    const paths = await findPaths(page, demo.baseUrl)
    await giveLongNames(page, 'console')
    const found: unknown[] = []
    for (const [route, path] of paths) {
      await page.goto(`${demo.baseUrl}${path}`)
      await settle(page)
      const overflows = await lookAt(page, look)
      const way = `${look.direction}${look.isDoubled ? '-doubled' : ''}`
      const faults = await inspect(`look-${route.replaceAll(/\W+/g, '-')}-${way}`)
      if (faults.length > 0 || overflows.length > 0) found.push({ route, overflows, faults })
    }
    expect(found).toEqual([])
    await expectNoFault(window)
  })

  it('holds words that are longer than the English ones at 390 px [D465]', async () => {
    const view = { colorScheme: 'light', width: 390 } as const
    const window = await openConsole(demo, 'Ada', { view, workspace: 'Bright Reviews' })
    const { page, inspect } = window
    const found: unknown[] = []
    for (const [route, path] of await findPaths(page, demo.baseUrl)) {
      await page.goto(`${demo.baseUrl}${path}`)
      await settle(page)
      const { cut, overflow } = await lengthenWords(page)
      await inspect(`look-${route.replaceAll(/\W+/g, '-')}-longer`)
      if (cut.length > 0 || overflow !== 0) found.push({ route, cut, overflow })
    }
    expect(found).toEqual([])
    await expectNoFault(window)
  })

  it('shows where the focus is, on the way to its act by keys alone [D465]', async () => {
    const window = await openConsole(demo, 'Ada', { workspace: 'Bright Reviews' })
    const { page } = window
    const found: unknown[] = []
    for (const [route, path] of await findPaths(page, demo.baseUrl)) {
      await page.goto(`${demo.baseUrl}${path}`)
      await settle(page)
      const { isReached, unseen } = await tabTo(page, screens[route]?.act ?? /./)
      if (!isReached || unseen.length > 0) found.push({ route, isReached, unseen })
    }
    expect(found).toEqual([])
    await expectNoFault(window)
  })

  it('keeps what a reader may not do in reach of keys, with the reason, and tells states by mark and word [D465]', async () => {
    const window = await openConsole(demo, 'Rita', { workspace: 'Bright Reviews' })
    const { page } = window
    const found: unknown[] = []
    let sum = 0
    for (const [route, path] of await findPaths(page, demo.baseUrl)) {
      await page.goto(`${demo.baseUrl}${path}`)
      await settle(page)
      const { refused, ...told } = await page.evaluate<Refusals>(refusals)
      sum += refused
      if (told.outOfReach.length + told.untold.length > 0 || !told.isExplained) found.push({ route, ...told })
    }
    expect(found).toEqual([])
    expect(sum).toBeGreaterThan(20)
    await expectNoFault(window)
  })

  it('says of what cannot be said of a payment now why, in reach of keys, in every state of a payout [D465]', async () => {
    const window = await openConsole(demo, 'Finn', { workspace: 'Bright Reviews' })
    const { page } = window
    const states = ['unreported', 'reported', 'confirmed', 'disputed']
    const places = states.map((state) => [
      state,
      { from: `payouts/all?status=${state}`, link: 'tbody a[href*="/payouts/"]' },
    ])
    let refused = 0
    for (const [state, path] of await findPaths(page, demo.baseUrl, Object.fromEntries(places))) {
      await page.goto(`${demo.baseUrl}${path}`)
      await settle(page)
      const history = page.getByRole('region', { name: 'Payment history' })
      expect([state, await history.locator('button:disabled').count()]).toEqual([state, 0])
      for (const act of await history.locator('button[aria-disabled=true]').all()) {
        await act.focus()
        await page.keyboard.press('Enter')
        expect(await act.getAttribute('aria-expanded')).toBe('false')
        expect(await act.locator('xpath=../following-sibling::p').first().innerText()).toMatch(/\w+ .*\.$/)
        refused += 1
      }
    }
    expect(refused).toBeGreaterThan(0)
    await expectNoFault(window)
  })
})
