import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Tabs to a control, wherever it is, and presses a key on it. */
export async function pressKeys(page: Page, name: string, key = 'Enter'): Promise<void> {
  for (let tabs = 0; tabs < 100; tabs += 1) {
    await page.keyboard.press('Tab')
    const focus = await describeFocus(page)
    if (focus.name !== name) continue
    // Ours, or in a mail that of the browser.
    expect(['solid', 'auto']).toContain(focus.outline)
    return page.keyboard.press(key)
  }
  throw new Error(`No Tab leads to ${name}.`)
}

interface Focus {
  readonly name: string
  readonly outline: string
  readonly isFrame: boolean
}

// Text, because it runs in the page: its names are unknown here.
const focusExpression = `(() => {
  const element = document.activeElement
  const name = (element.labels?.[0] ?? element).textContent.trim()
  const { outlineStyle: outline } = getComputedStyle(element)
  return { name, outline, isFrame: element.tagName === 'IFRAME' }
})()`

async function describeFocus(page: Page): Promise<Focus> {
  const focus = await page.evaluate<Focus>(focusExpression)
  const [, frame] = page.frames()
  return focus.isFrame && frame !== undefined ? frame.evaluate<Focus>(focusExpression) : focus
}
