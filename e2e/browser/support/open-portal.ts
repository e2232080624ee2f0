import type { Page } from 'playwright-core'
import { openWindow, type View, type Window } from './open-browser.ts'
import type { Demo } from './open-console.ts'

/** Opens the portal, and continues as the member of the demo. */
export async function openPortal(
  { browser, baseUrl }: Demo,
  view: View = { colorScheme: 'light', width: 1280 },
): Promise<Window> {
  const window = await openWindow(browser, view)
  const { page } = window
  await page.goto(`${baseUrl}/portal`)
  await page.getByRole('button', { name: 'Mia (Harbour Studio)' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  return window
}

/** Goes to a screen of the portal. */
export async function goToScreen(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}
