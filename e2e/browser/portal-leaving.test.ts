import { describe, expect, it } from 'vitest'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'
import { goToScreen, openPortal } from './support/open-portal.ts'

describe('leaving in the portal', needsBrowser, () => {
  const demo = startDemo()

  const open = async (view?: (typeof views)[number]) => {
    const window = await openPortal(demo, view)
    await goToScreen(window.page, 'More')
    await window.page.getByRole('link', { name: 'Leave, or be erased' }).click()
    await window.page.getByText('Open, and still paid to you:').waitFor()
    return window
  }

  it.each(views)(
    'says what it would come to before it is done, in $colorScheme at $width px [D454] [D447]',
    async (view) => {
      const window = await open(view)
      const { page, inspect } = window
      await page.getByRole('button', { name: 'Leave', exact: true }).click()
      await page.getByRole('button', { name: 'Erase me', exact: true }).click()
      await page.getByText('Money is still open.').waitFor()
      expect(await inspect('portal-leave')).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      await page.getByRole('button', { name: 'Cancel' }).first().click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0)
      await expectNoFault(window)
    },
  )

  it('leads whoever signed in a while ago to the sign-in [D447]', async () => {
    const window = await openPortal(demo)
    const { page, inspect } = window
    await page.route('**/erasure', async (route) => {
      const response = await route.fetch({ maxRetries: 3 })
      await route.fulfill({ response, json: { ...(await response.json()), isFresh: false } })
    })
    await goToScreen(page, 'More')
    await page.getByRole('link', { name: 'Leave, or be erased' }).click()
    await page.getByText('Sign in again to be erased').waitFor()
    expect(await page.getByRole('button', { name: 'Erase me' }).count()).toBe(0)
    expect(await inspect('portal-leave-again')).toEqual([])
    await expectNoFault(window)
  })

  it('closes the membership, and then erases it, signed out and by its new name [D454] [D447]', async () => {
    const operator = await openConsole(demo, 'Ada', { workspace: 'Bright Reviews' })
    const window = await open()
    const { page } = window
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByRole('button', { name: 'Leave the program' }).click()
    await page.getByText('You have left.').waitFor()
    await goToScreen(page, 'Home')
    await page.getByText('You bring no new shops any more').waitFor()
    await goToScreen(page, 'More')
    await page.getByRole('link', { name: 'Leave, or be erased' }).click()
    await page.getByRole('button', { name: 'Erase me', exact: true }).click()
    await page.getByRole('button', { name: 'Erase me for good' }).click()
    await page.waitForURL('**/portal/sign-in')
    await operator.page.goto(`${demo.baseUrl}/console/members?search=Erased`)
    await operator.page
      .getByText(/^Erased [\da-f]{16}$/)
      .first()
      .waitFor()
    await operator.page.goto(`${demo.baseUrl}/console/members?search=Harbour`)
    await operator.page.getByRole('heading', { name: 'Members' }).waitFor()
    expect(await operator.page.getByText('Harbour Studio').count()).toBe(0)
    await expectNoFault(operator)
  })
})
