import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import { continueAs } from './continue-as.ts'
import { openWindow, type View, type Window } from './open-browser.ts'

/** Who opens the console, and where it is. */
interface Visit {
  readonly browser: Browser
  readonly baseUrl: string
  readonly view?: View
  /** By default the stress test. */
  readonly workspace?: string | undefined
}

/** Opens the console, and continues as somebody of the demo. */
export async function openConsole(
  { browser, baseUrl, view = { colorScheme: 'light', width: 1280 }, workspace }: Visit,
  name: string,
): Promise<Window> {
  const window = await openWindow(browser, view)
  const { page } = window
  await page.addInitScript(`
    globalThis.refused = []
    document.addEventListener('securitypolicyviolation', (event) => refused.push(event.violatedDirective))`)
  await page.goto(`${baseUrl}/console`)
  await continueAs(page, name, workspace)
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  return window
}

/** Nothing was refused, thrown or sent elsewhere, beside what a page asks for to be told no: 401 before a sign-in, 400. */
export async function expectNoFault({ page, faults, outside, context }: Window): Promise<void> {
  expect(faults.filter((fault) => !/status of 40[01]/.test(fault))).toEqual([])
  expect(outside).toEqual([])
  expect(await page.evaluate('refused')).toEqual([])
  await context.close()
}
