import { readFile } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'
import { pressKeys } from './support/keyboard.ts'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'
import { goToScreen, openPortal } from './support/open-portal.ts'

/** What nobody outside the platform understands: an id, or a name that only code has. */
const internal = /[0-9a-f]{8}-[0-9a-f]{4}-|\b[a-z]+_[a-z_]+\b|gid:\/\//

describe('the portal in a browser', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)(
    'shows a member what they have, in $colorScheme at $width px [D442] [D443] [D444] [D446]',
    async (view) => {
      const window = await openPortal(demo, view)
      const { page, inspect } = window
      const read = async (screen: string) => {
        expect(await inspect(`portal-${screen}`)).toEqual([])
        expect([screen, internal.exec(await page.locator('body').innerText())]).toEqual([screen, null])
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      }
      await page
        .getByRole('heading', { name: /^Did \$[\d,.]+ arrive\?$/ })
        .first()
        .waitFor()
      await read('1-home')
      await page.getByRole('button', { name: /^Why / }).first().click()
      await page.getByRole('dialog').getByRole('table', { name: 'Arithmetic' }).waitFor()
      await read('2-why')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.getByRole('link', { name: 'Why not yet?' }).click()
      await page.getByRole('heading', { name: 'Earnings' }).waitFor()
      await page.getByRole('button', { name: /^Why / }).first().click()
      await page.getByText(/held until .* because the shop can get its money back/).waitFor()
      await page.keyboard.press('Escape')
      await goToScreen(page, 'Earnings')
      await page.getByRole('button', { name: /^Why / }).first().waitFor()
      await read('3-earnings')
      await goToScreen(page, 'Payouts')
      await page
        .getByRole('link', { name: /^Payout of / })
        .first()
        .waitFor()
      await read('4-payouts')
      await page
        .getByRole('link', { name: /^Payout of / })
        .first()
        .click()
      await page.getByRole('heading', { name: 'What it is for' }).waitFor()
      const payoutId = new URL(page.url()).pathname.split('/').at(-1)
      await page.getByRole('button', { name: /^Why / }).first().waitFor()
      await read('5-payout')
      await page.getByRole('button', { name: 'It did not' }).click()
      await page.getByLabel('What happened?').waitFor()
      await read('6-not-arrived')
      await goToScreen(page, 'Links')
      await page
        .getByRole('region', { name: /^Link / })
        .first()
        .waitFor()
      await page
        .getByRole('button', { name: /^Its terms, of / })
        .first()
        .click()
      await page
        .getByRole('button', { name: /^QR code of / })
        .first()
        .click()
      await page.getByRole('img', { name: /^QR code that leads to / }).waitFor()
      await read('7-links')
      const label = `newsletter ${view.width} ${view.colorScheme}`
      await page.getByLabel('What it is for').fill(label)
      await page.getByRole('button', { name: 'Make a link' }).click()
      await page.getByRole('region', { name: `Link ${label}` }).waitFor()
      await goToScreen(page, 'More')
      await page.getByText(/^You get \d+% of what a shop pays/).waitFor()
      await page.getByLabel('First day').fill('2026-01-01')
      await page.getByLabel('Last day').fill('2099-12-31')
      await read('8-more')
      const [statement] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download CSV' }).click(),
      ])
      expect(statement.suggestedFilename()).toBe('statement-USD-2026-01-01-2099-12-31.csv')
      expect(await readFile(await statement.path(), 'utf8')).toContain('Closing balance')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('Continue as').waitFor()
      await read('9-sign-in')
      // A mail names the payout alone: who is not signed in comes to it afterwards.
      await page.goto(`${demo.baseUrl}/portal/payouts/${payoutId}`)
      await page.getByRole('button', { name: /^Mia / }).click()
      await page.waitForURL(new RegExp(`/portal/[^/]+/payouts/${payoutId}$`))
      await page.getByRole('heading', { name: 'What it is for' }).waitFor()
      await expectNoFault(window)
    },
  )

  it('leads by keys alone from the sign-in to a confirmation, which the operator sees at once [D441] [D442]', async () => {
    const operator = await openConsole(demo, 'Ada', { workspace: 'Bright Reviews' })
    const window = await openPortal(demo)
    const { page } = window
    const title = await page.locator('.question h2').first().innerText()
    const [amount = ''] = /\$[\d,.]+/.exec(title) ?? []
    await goToScreen(page, 'Payouts')
    const link = page.getByRole('link', { name: /^Payout of / }).first()
    const address = await link.getAttribute('href')
    const payoutId = address?.split('/').at(-1)
    await operator.page.goto(`${demo.baseUrl}/console/payouts/${payoutId}`)
    await operator.page.getByRole('heading', { name: 'Payment history' }).waitFor()
    expect(await operator.page.getByText('Confirmed', { exact: false }).getByText(amount).count()).toBe(0)

    await goToScreen(page, 'Home')
    await page.getByRole('heading', { name: title }).waitFor()
    await page.locator('#main').focus()
    const place = await page.getByRole('button', { name: 'It arrived' }).first().boundingBox()
    await pressKeys(page, 'It arrived')
    await page.getByRole('heading', { name: title }).waitFor({ state: 'hidden' })
    // Another press at the same place meets no other question.
    await page.mouse.click((place?.x ?? 0) + 5, (place?.y ?? 0) + 5)
    await page.getByText(`Your answer about ${amount} is recorded`).waitFor()
    expect(await page.getByText(/^Thank you\. Your answer about /).count()).toBe(1)
    const confirmed = operator.page.locator('li', { hasText: `Confirmed ${amount}` })
    await confirmed.getByText(/^Mia, /).waitFor({ timeout: 15_000 })

    // It is hers alone to take back.
    expect(await operator.page.getByRole('button', { name: 'Retract confirmation' }).isDisabled()).toBe(true)
    await page.goto(`${demo.baseUrl}${address}`)
    await page.getByRole('button', { name: 'Undo my confirmation' }).click()
    await page.getByLabel('Why?').fill('It was another payment')
    await page.getByRole('button', { name: 'Take it back' }).click()
    await page.getByText('It was another payment').waitFor()
    await vi.waitUntil(
      async () => (await operator.page.getByText('Confirmation retracted').count()) > 0,
      15_000,
    )
    await expectNoFault(operator)
    await expectNoFault(window)
  })
})
