import { describe, expect, it } from 'vitest'
import { giveDevice } from './support/give-device.ts'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, startDemo } from './support/open-console.ts'
import { goToScreen, openPortal } from './support/open-portal.ts'

describe('passkeys in the portal', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)('are added, sign in and are removed, in $colorScheme at $width px [D457]', async (view) => {
    // As the demo prints the address: browsers make no passkey for one of numbers.
    const baseUrl = demo.baseUrl.replace('127.0.0.1', 'localhost')
    const window = await openPortal({ browser: demo.browser, baseUrl }, view)
    const { page, inspect } = window
    await giveDevice(window)
    const openAccount = async () => {
      await goToScreen(page, 'More')
      await page.getByRole('link', { name: 'Your address, sessions, passkeys, mail and data' }).click()
    }
    await openAccount()
    const card = page.getByRole('region', { name: 'Your passkeys' })
    await card.getByLabel('Device name').fill('My phone')
    await card.getByRole('button', { name: 'Add a passkey' }).click()
    await card.getByText('not used yet').waitFor()
    expect(await inspect('portal-passkeys-1-account')).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)

    await goToScreen(page, 'More')
    await page.getByRole('button', { name: 'Sign out' }).click()
    const enter = page.getByRole('button', { name: 'Sign in with a passkey' })
    await enter.waitFor()
    expect(await inspect('portal-passkeys-2-sign-in')).toEqual([])
    await enter.click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await openAccount()
    await card.getByText(/last used /).waitFor()
    await card.getByRole('button', { name: 'Remove the passkey My phone' }).click()
    await card.getByRole('button', { name: 'Remove it' }).click()
    await card.getByText('None yet.').waitFor()
    await expectNoFault(window)
  })
})
