import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findDeadAmounts, ofPortal } from './support/amounts.ts'
import { pressKeys } from './support/keyboard.ts'
import { needsBrowser, type View } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'
import { openMail } from './support/open-mail.ts'
import { goToScreen, openPortal } from './support/open-portal.ts'

const phone: View = { colorScheme: 'light', width: 390 }
const wide: View = { colorScheme: 'dark', width: 1280 }

/** The payment that somebody is asked about first. */
async function findQuestion(page: Page) {
  const question = page.locator('.question').first()
  const title = await question.getByRole('heading').innerText()
  return { title, amount: /\$[\d,.]+/.exec(title)?.[0] ?? '' }
}

describe('what a member says in a browser', needsBrowser, () => {
  const demo = startDemo()

  it('says by keys alone that nothing came, which operators are told by mail, and that it came after all [D441]', async () => {
    const window = await openPortal(demo, phone)
    const { page } = window
    const { title, amount } = await findQuestion(page)
    await page.locator('#main').focus()
    await pressKeys(page, 'It did not')
    await page.getByLabel('In your words').focus()
    await page.keyboard.type('My account is empty')
    await pressKeys(page, 'Report it missing')
    await page.getByRole('heading', { name: title }).waitFor({ state: 'hidden' })

    const operator = await openConsole(demo, 'Finn', { workspace: 'Bright Reviews' })
    const says = new RegExp(`^Harbour Studio says that \\${amount} has not arrived`)
    await openMail(operator.page, demo.baseUrl, says)
    const mail = operator.page.frameLocator('iframe')
    await mail.getByText('Nothing arrived: My account is empty').waitFor()
    const link = await mail.getByRole('link', { name: 'See the payout' }).getAttribute('href')
    await operator.page.goto(`${demo.baseUrl}${new URL(link ?? '').pathname}`)
    await operator.page.getByRole('heading', { name: 'Payment history' }).waitFor()
    await operator.page.getByText('Disputed').first().waitFor()
    await operator.page
      .getByText(/^Mia, /)
      .first()
      .waitFor()

    await goToScreen(page, 'Payouts')
    await page.getByLabel('State').selectOption('Not arrived')
    await page
      .getByRole('link', { name: /^Payout of / })
      .first()
      .click()
    await page.getByRole('heading', { name: 'What it is for' }).waitFor()
    await page.getByRole('button', { name: /^Why / }).first().click()
    await page.getByText('which was sent and has not arrived').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await pressKeys(page, 'It arrived after all')
    await page.getByLabel('What happened?').fill('It took a week')
    await pressKeys(page, 'Say that it arrived after all')
    await page.getByText('It took a week').waitFor()
    await expectNoFault(operator)
    await expectNoFault(window)
  })

  it.each([phone, wide])(
    'comes from a page of another site signed in, to the record of the link, at $width px [D440]',
    async (view) => {
      const window = await openPortal(demo, view)
      const { page } = window
      await goToScreen(page, 'Payouts')
      const address = await page
        .getByRole('link', { name: /^Payout of / })
        .first()
        .getAttribute('href')
      const payoutId = address?.split('/').at(-1)
      // Another site to the browser, which sends no cookie along.
      await page.goto(`${demo.baseUrl.replace('127.0.0.1', 'localhost')}/docs`)
      await page.evaluate(`
      const link = document.createElement('a')
      link.href = '${demo.baseUrl}/portal/payouts/${payoutId}'
      link.textContent = 'To the payout'
      document.body.prepend(link)`)
      await page.getByRole('link', { name: 'To the payout' }).click()
      await page.getByRole('heading', { name: 'What it is for' }).waitFor()
      expect(new URL(page.url()).pathname).toBe(address)
      await window.context.close()
    },
  )

  it.each([phone, wide])(
    'has a reason or a list behind each amount of every screen, at $width px [D442]',
    async (view) => {
      const window = await openPortal(demo, view)
      const { page } = window
      const home = new URL(page.url()).pathname
      const screens = [
        '',
        '/earnings',
        '/payouts',
        '/links',
        '/claims',
        '/more',
        '/more/payee',
        '/more/account',
      ]
      await goToScreen(page, 'Payouts')
      const payout = await page
        .getByRole('link', { name: /^Payout of / })
        .first()
        .getAttribute('href')
      for (const path of [...screens.map((screen) => `${home}${screen}`), payout]) {
        await page.goto(`${demo.baseUrl}${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
        expect([path, await findDeadAmounts(page, ofPortal)]).toEqual([path, []])
      }
      await page.goto(`${demo.baseUrl}${home}`)
      await page.getByRole('link', { name: 'Why this much?' }).click()
      await page.waitForURL(/status=available/)
      await page.getByRole('button', { name: /^Why / }).first().waitFor()
      await expectNoFault(window)
    },
  )
})
