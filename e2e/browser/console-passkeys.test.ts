import { describe, expect, it } from 'vitest'
import { continueAs } from './support/continue-as.ts'
import { giveDevice } from './support/give-device.ts'
import { needsBrowser, type View, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

describe('passkeys in a browser', needsBrowser, () => {
  const demo = startDemo()
  // As the demo prints the console's address.
  const home = () => demo.baseUrl.replace('127.0.0.1', 'localhost')

  const openWithDevice = async (view?: View) => {
    const window = await openConsole({ browser: demo.browser, baseUrl: home() }, 'Ada', { view })
    await giveDevice(window)
    await window.page.goto(`${home()}/console/settings/people`)
    return window
  }

  it('are added, sign in and are removed [D343]', async () => {
    const window = await openWithDevice()
    const { page } = window
    const card = page.getByRole('region', { name: 'Your passkeys' })
    await card.getByText('None yet.').waitFor()
    await card.getByLabel('Device name').fill('Work laptop')
    await card.getByRole('button', { name: 'Add a passkey' }).click()
    await card.getByText('not used yet').waitFor()

    await card.getByLabel('Device name').fill('The same again')
    await card.getByRole('button', { name: 'Add a passkey' }).click()
    await card.getByText('This device already has one of your passkeys.').waitFor()

    const signOut = async () => {
      await page.getByRole('button', { name: /Ada/ }).first().click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
    }
    const enter = page.getByRole('button', { name: 'Sign in with a passkey' })
    await signOut()
    await enter.click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.goto(`${home()}/console/settings/people`)
    await card.getByText(/last used /).waitFor()

    await card.getByRole('button', { name: 'Remove the passkey Work laptop' }).click()
    await card.getByText(/accounts remove-passkey ada@\S+ --passkey /).waitFor()
    await card.getByRole('button', { name: 'Remove it' }).click()
    await card.getByText('None yet.').waitFor()
    await signOut()
    await enter.click()
    await page.getByText('was removed').waitFor()
    await continueAs(page, 'Ada')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await expectNoFault(window)
  })

  it.each(views)('are shown in $colorScheme at $width px [D343]', async (view) => {
    const window = await openWithDevice(view)
    const { page, inspect } = window
    const card = page.getByRole('region', { name: 'Your passkeys' })
    await card.getByLabel('Device name').fill('Work laptop')
    await card.getByRole('button', { name: 'Add a passkey' }).click()
    await card.getByText('not used yet').waitFor()
    expect(await inspect('passkeys-1-people')).toEqual([])
    await card.getByRole('button', { name: 'Remove the passkey' }).click()
    expect(await inspect('passkeys-2-remove')).toEqual([])
    await card.getByRole('button', { name: 'Remove it' }).click()
    await card.getByText('None yet.').waitFor()
    await page.goto(`${home()}/console/sign-in`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    expect(await inspect('passkeys-3-sign-in')).toEqual([])
    await expectNoFault(window)
  })

  it('are not offered at an address of numbers, for which browsers make none [D343]', async () => {
    expect(new URL(demo.baseUrl).hostname).toBe('127.0.0.1')
    const window = await openConsole(demo, 'Ada')
    const { page } = window
    await page.goto(`${demo.baseUrl}/console/settings/people`)
    await page.getByRole('heading', { name: 'Your sessions' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Your passkeys' }).count()).toBe(0)
    await page.goto(`${demo.baseUrl}/console/sign-in`)
    await page.getByRole('button', { name: /^Ada / }).first().waitFor()
    expect(await page.getByRole('button', { name: /passkey/ }).count()).toBe(0)
    await expectNoFault(window)
  })
})
