import { describe, expect, it } from 'vitest'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'
import { goToScreen, openPortal } from './support/open-portal.ts'

describe('payout details in the portal', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)(
    'are moved by the member, and the operator sees it, in $colorScheme at $width px [D450]',
    async (view) => {
      const window = await openPortal(demo, view)
      const { page, inspect } = window
      const look = async (screen: string) => {
        expect(await inspect(`portal-payee-${screen}`)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      }
      await goToScreen(page, 'More')
      await page.getByRole('link', { name: 'Where your payouts go' }).click()
      await page.getByRole('heading', { name: 'Payout details', level: 1 }).waitFor()
      await page.getByRole('button', { name: 'Change payout details' }).click()
      await look('1-form')
      await page.getByLabel('Method').selectOption('sepa')
      await page.getByLabel('IBAN').fill('DE00')
      await page.getByRole('button', { name: 'Save payout details' }).click()
      await page.getByText('Not an IBAN: its checksum, length or country is wrong.').waitFor()
      await look('2-fault')
      const isBank = view.width > 390
      if (isBank) await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
      else {
        await page.getByLabel('Method').selectOption('paypal')
        await page.getByLabel('E-mail').fill(`mia.${view.colorScheme}@example.com`)
      }
      await page.getByRole('button', { name: 'Save payout details' }).click()
      await page.getByText(isBank ? '•••• 3000' : 'm•••@example.com').waitFor()
      await page.getByText(/^They are new: nothing is paid there before /).waitFor()
      await look('3-saved')
      await goToScreen(page, 'Home')
      await page.getByText('Your payout details are new').waitFor()
      await look('4-home')
      await expectNoFault(window)

      const operator = await openConsole(demo, 'Ada', { workspace: 'Bright Reviews', view })
      await operator.page.goto(`${demo.baseUrl}/console/payouts/run?show=excluded`)
      await operator.page
        .getByText(/^Payout details changed: nothing is paid there before /)
        .first()
        .waitFor()
      expect(await operator.inspect('portal-payee-5-preview')).toEqual([])
      await operator.page.goto(`${demo.baseUrl}/console/settings/calendar`)
      await operator.page.getByLabel('Days to wait').selectOption('7')
      expect(await operator.inspect('portal-payee-6-calendar')).toEqual([])
      await expectNoFault(operator)
    },
  )

  it('lead whoever signed in a while ago to the sign-in, and back [D450]', async () => {
    const window = await openPortal(demo)
    const { page, inspect } = window
    await page.route('**/payee', async (route) => {
      const response = await route.fetch({ maxRetries: 3 })
      await route.fulfill({ response, json: { ...(await response.json()), isFresh: false } })
    })
    await goToScreen(page, 'More')
    await page.getByRole('link', { name: 'Where your payouts go' }).click()
    await page.getByText('Sign in again to change them').waitFor()
    expect(await inspect('portal-payee-7-again')).toEqual([])
    expect(await page.getByRole('button', { name: 'Change payout details' }).count()).toBe(0)
    await page.unroute('**/payee')
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await page.getByRole('button', { name: 'Mia (Harbour Studio)' }).click()
    await page.getByRole('button', { name: 'Change payout details' }).waitFor()
    await expectNoFault(window)
  })
})
