import { isSoak } from '@affiliate-platform/test-support/guarantee-scale'
import type { Page } from 'playwright-core'
import { vi } from 'vitest'
import type { View } from './open-browser.ts'

/** How a screen is looked at; in every way it also fits from the other side. */
export interface Look extends View {
  readonly direction: 'ltr' | 'rtl'
  /** Letters alone are twice as large. */
  readonly isDoubled?: boolean
}

const all: readonly Look[] = [
  { width: 1280, colorScheme: 'light', direction: 'ltr' },
  { width: 1280, colorScheme: 'dark', direction: 'rtl' },
  { width: 390, colorScheme: 'light', direction: 'rtl' },
  { width: 390, colorScheme: 'dark', direction: 'ltr' },
  { width: 320, colorScheme: 'light', direction: 'ltr', isForced: true },
  { width: 320, colorScheme: 'dark', direction: 'rtl', isForced: true },
  // A window of 1,280 px in which everything is twice as large.
  { width: 640, colorScheme: 'dark', direction: 'ltr' },
  { width: 640, colorScheme: 'light', direction: 'ltr', isDoubled: true },
]

/** All of them at full size; else one of each width, in which every way is met once. */
export const looks = isSoak ? all : all.filter((_, index) => [1, 2, 4, 7].includes(index))

/** A name of 120 characters: words, and a word that does not end. */
export const longName = `${'Very long name of something '.repeat(2)}${'W'.repeat(64)}`
const named = new Set(['name', 'programName', 'appName', 'workspaceName', 'label', 'method', 'reference'])
const told = new Set(['reason', 'words', 'shop'])

/** Gives everything a long name that has one. */
function lengthen(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => lengthen(one, key))
  if (typeof value === 'string') return named.has(key) || told.has(key) ? longName : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, lengthen(part, name)]))
}

/** Gives everything that a page is told from now on a long name. */
export async function giveLongNames(page: Page, half: 'console' | 'portal'): Promise<void> {
  await page.route(`**/api/${half}/v1/**`, async (route) => {
    // It is answered when something changes, or when nobody waits any more.
    if (route.request().url().includes('/changes')) return route.continue()
    // The service closes a connection that was idle, which a browser asks again by itself.
    const response = await route.fetch({ maxRetries: 3 })
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
    await route.fulfill({ response, json: lengthen(await response.json()) })
  })
}

/** Whether a box cuts a text off. Text, because it runs in the page. */
export const isCut = `(text) => {
  const range = document.createRange()
  range.selectNodeContents(text)
  const { left, right, top, bottom, width } = range.getBoundingClientRect()
  for (let box = text.parentElement; width > 0 && box !== null; box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box)
    const edge = box.getBoundingClientRect()
    // What only screen readers are told has a box of one pixel.
    if (edge.width <= 1 || edge.height <= 1) return false
    const hides = (overflow) => ['hidden', 'clip'].includes(overflow)
    if (hides(overflowX) && (left < edge.left - 1 || right > edge.right + 1)) return true
    if (hides(overflowY) && (top < edge.top - 1 || bottom > edge.bottom + 1)) return true
  }
  return false
}`

/** Words as long as German has them, and those that a box cuts off then. Text, because it runs in the page. */
const lengthened = `(() => {
  const walker = document.createTreeWalker(document.querySelector('#root') ?? document.body, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  // Names stay as they are, and the header has nothing else; the label of what is loading is out of sight.
  const words = texts.filter(({ parentElement }) => parentElement.closest('bdi, header, [data-loading]') === null)
  for (const text of words) {
    text.data = text.data.replace(/\\p{L}{2,}/gu, (word) => word + word.slice(0, Math.ceil(word.length * 0.4)).toLowerCase())
  }
  const isCut = ${isCut}
  return words.filter((text) => text.data.trim() !== '' && isCut(text)).map((text) => text.data.slice(0, 80))
})()`

/** Makes every word of a screen 40 % longer; returns whose text is cut off, and by how much the page is too wide. */
export async function lengthenWords(page: Page) {
  // The label of a button comes back into sight by and by once nothing is loading.
  const isStill =
    'document.getAnimations().every(({ effect }) => effect.getComputedTiming().iterations === Infinity)'
  await vi.waitUntil(() => page.evaluate<boolean>(isStill), 30_000)
  const cut = await page.evaluate<readonly string[]>(lengthened)
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return { cut, overflow }
}
