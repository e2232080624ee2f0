import type { FrameLocator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { continueAs } from './continue-as.ts'
import type { View, Window } from './open-browser.ts'
import { goToScreen } from './open-portal.ts'

/** How a person sees the story. */
export interface StoryView extends View {
  /** What the platform does at the install: to hang takes 5 s, and so one view is enough. */
  readonly trouble: 'hangs' | 'fails (503)'
}

const waitMs = 60_000

const pressIn = (frame: FrameLocator, name: string) =>
  frame.getByRole('button', { name, exact: true }).first().click()

/** On a narrow screen the controls are behind a button. */
export async function openControls(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: 'Controls', exact: true })
  if ((await opener.isVisible()) && !(await page.locator('#controls').isVisible())) await opener.click()
}

/** Presses a button of the admin, and waits until it says what that has done. */
export async function press(page: Page, name: string): Promise<void> {
  await openControls(page)
  await page.locator('#controls').getByRole('button', { name, exact: true }).click()
  await page.locator('#result:focus').waitFor()
}

async function choose(page: Page, name: string): Promise<void> {
  await openControls(page)
  await page.getByLabel(name, { exact: true }).check()
  // Its words and not its focus, which the app may take as it opens.
  const result = page.locator('#result').filter({ hasText: `${name}.` })
  await result.waitFor()
}

export const frameOf = ({ page }: Window) => page.frameLocator('iframe')

export async function see(place: Page | FrameLocator, text: string | RegExp): Promise<void> {
  await place.getByText(text).first().waitFor({ timeout: waitMs })
}

/** An install while the platform is in trouble: the merchant's page is there, and the shop is identified later. */
async function install(window: Window, { trouble }: StoryView): Promise<void> {
  const { page, inspect } = window
  const frame = frameOf(window)
  await see(page, 'The app is not installed in this shop')
  expect(await inspect('1-not-installed')).toEqual([])
  await press(page, 'Save terms')
  await press(page, 'Follow link')
  await see(page, 'https://apps.shopify.com/demo-app?utm_source=affiliate&utm_campaign=first')
  expect(await inspect('1-listing')).toEqual([])
  await choose(page, trouble)
  await page.locator('main [data-action=install]').click()
  if (trouble === 'hangs') await see(frame, 'This page did not wait for it.')
  await see(frame, 'Not identified yet')
  await choose(page, 'responds')
  await press(page, 'Expire token')
  await see(frame, 'Identified once')
  await see(frame, /^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  await see(frame, 'read by the platform with a token, then discarded')
  await see(frame, 'registered')
  await see(frame, 'used once, then discarded; never shown')
  await openControls(page)
  await see(page, 'reads the shop with its token')
  await press(page, 'Expire token')
  await see(frame, '1, and nothing was sent again')
  expect(await inspect('2-identified')).toEqual([])
}

/** A code that the merchant types makes a referral, which the platform tells. */
async function sendCode({ page, inspect }: Window): Promise<void> {
  const frame = page.frameLocator('iframe')
  await frame.getByLabel('Code of a partner (optional)').fill('first')
  await pressIn(frame, 'Send')
  await see(frame, 'Thank you. We have noted who sent you.')
  await openControls(page)
  await see(page, 'A member of Bright Partners brought it, which is known by a coupon.')
  expect(await inspect('2-referred')).toEqual([])
  await press(page, 'Charge $29')
}

/** The sale of before earns what the terms of the member say, once the platform has read it at the Partner API. */
async function earn({ page, inspect }: Window): Promise<void> {
  await openControls(page)
  const line = page.getByText('The last sale earned the member $7.04.')
  // It asks every minute.
  await line.waitFor({ timeout: 90_000 })
  expect(await inspect('4-earned')).toEqual([])
}

/** 137 shops in three pages: checked, sent, with failures, and retried to the end. */
async function backfill(window: Window): Promise<void> {
  const { page, inspect } = window
  const frame = frameOf(window)
  await press(page, 'Seed 137 shops')
  await see(frame, '137 shops have the app.')
  await pressIn(frame, 'Check without sending')
  await see(frame, 'Checked, and nothing was sent: 129 of 137 shops can be read')
  await pressIn(frame, 'Run backfill')
  await see(
    frame,
    'All pages are through, but the import is not complete: 4 failed. Retry pages 1, 2, and 3.',
  )
  expect(await inspect('3-failures')).toEqual([])
  await press(page, 'Heal shops')
  await pressIn(frame, 'Retry failures')
  await see(frame, 'Done: 133 sent, 4 skipped, none failed.')
  expect(await inspect('4-done')).toEqual([])
}

/** An operator freezes a run in the console, and the member's money is in it. */
async function pay({ page, context }: Window): Promise<void> {
  await openControls(page)
  const console = await context.newPage()
  await console.goto(String(await page.getByRole('link', { name: 'Open its console' }).getAttribute('href')))
  await continueAs(console, 'Ada')
  await console.getByRole('link', { name: 'Preview run' }).click()
  await console.getByRole('checkbox').check()
  await console.getByRole('button', { name: /^Freeze / }).click()
  await console.getByText(/frozen by Ada/).waitFor()
  await console.close()
  await see(page, 'The last sale earned the member $7.04, which is in a payout.')
}

async function browsePayouts(window: Window): Promise<void> {
  const { page } = window
  const frame = frameOf(window)
  const table = frame.getByRole('table', { name: 'Payouts' })
  await table.waitFor()
  await frame.getByRole('link', { name: 'Next page' }).click()
  await frame.getByRole('link', { name: 'First page' }).waitFor()
  await frame.getByLabel('Status').selectOption('disputed')
  await pressIn(frame, 'Filter')
  await page.waitForURL(/status%3Ddisputed/)
  await frame.getByRole('link', { name: 'First page' }).waitFor({ state: 'detached' })
  const badges = await table.locator('s-badge').allInnerTexts()
  expect(new Set(badges)).toEqual(new Set(['✕ Disputed']))
  await page.reload()
  await table.waitFor()
  expect(await frame.getByLabel('Status').inputValue()).toBe('disputed')
  await frame.getByRole('link', { name: 'Clear' }).click()
}

/** An uninstall with an expired token, a forged one, and a reinstall that counts. */
async function uninstallAndReinstall(window: Window): Promise<void> {
  const { page, inspect } = window
  const frame = frameOf(window)
  await press(page, 'Forge uninstall')
  await see(frame, 'Sent with 401 (hmac invalid). Nothing was done.')
  await press(page, 'Expire token')
  await press(page, 'Uninstall')
  await see(page, 'The app is not installed in this shop')
  await openControls(page)
  await see(page, 'app/uninstalled for the platform’s watch')
  await press(page, 'Reinstall')
  await see(frame, 'Signature verified, sessions deleted, responded with 200.')
  await see(frame, 'The same event was handled before. Nothing was done.')
  await see(frame, 'Identified once')
  expect(await inspect('5-reinstalled')).toEqual([])
}

/** The other variant: nothing at the install, and the contact at the uninstall, whose token has expired. */
async function forwardUninstall(window: Window): Promise<void> {
  const { page, inspect } = window
  const frame = frameOf(window)
  await choose(page, 'forward uninstalls')
  await see(frame, 'Nothing is sent at install.')
  await press(page, 'Expire token')
  await press(page, 'Uninstall')
  await see(page, /^The shop has left. Its contact was forwarded, without a token: receipt [0-9a-f-]{36}/)
  await press(page, 'Reinstall')
  await see(frame, /^Contact forwarded/)
  await see(page, 'Open the portal.')
  expect(await inspect('6-forwarded')).toEqual([])
  await choose(page, 'identify at install')
  await see(frame, 'Chosen variant: identify at install')
  await press(page, 'Uninstall')
  await see(page, 'The app is not installed in this shop')
}

/** The member's half: the click, the shop that came, what it has earned, and why. */
async function seePortal({ page, context, inspect }: Window): Promise<void> {
  await openControls(page)
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Open the portal' }).click()
  const portal = await opened
  await portal.getByRole('button', { name: /^Theo / }).click()
  await portal.getByRole('heading', { name: 'Home' }).waitFor()
  await goToScreen(portal, 'Links')
  const link = portal.getByRole('region', { name: 'Link newsletter' })
  const clicks = link.locator('div', { hasText: 'Clicks, last 30 days' }).locator('dd').first()
  expect(Number((await clicks.innerText()).replaceAll(',', ''))).toBeGreaterThan(0)
  const shop = portal.getByRole('region', { name: 'Your shops' }).getByRole('listitem').first()
  await shop.getByText('m•••-l•••').waitFor()
  await shop.getByText(/^\$\d+\.\d\d in all$/).waitFor()
  await goToScreen(portal, 'Earnings')
  await portal.getByRole('button', { name: 'Why $7.04?' }).first().click()
  await portal.getByText(/^You get 25% of what m•••-l••• #\d{4} pays/).waitFor()
  await portal
    .getByText(/your code was entered on/i)
    .first()
    .waitFor()
  await portal.close()
  await see(page, 'That was the whole story.')
  expect(await inspect('7-portal')).toEqual([])
}

/** The whole story, in order. Each part ends where the next one begins. */
export const story = [
  install,
  sendCode,
  backfill,
  browsePayouts,
  earn,
  pay,
  uninstallAndReinstall,
  forwardUninstall,
  seePortal,
] as const
