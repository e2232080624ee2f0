import { describe, expect, it } from 'vitest'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'
import { goToScreen, openPortal } from './support/open-portal.ts'

const words = 'I wrote about the app for them'

describe('claims in a browser', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)('are filed by a member, in $colorScheme at $width px [D445]', async (view) => {
    const window = await openPortal(demo, view)
    const { page, inspect } = window
    const read = async (screen: string) => {
      expect(await inspect(`portal-${screen}`)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    }
    await goToScreen(page, 'Links')
    await page.getByRole('link', { name: 'Claim it' }).click()
    await page.getByRole('heading', { name: 'Claims', exact: true }).waitFor()
    const own = page.getByRole('region', { name: 'Your claims' })
    await own.getByText('I chose the app with the owner').waitFor()
    await own.getByText('Waiting').first().waitFor()
    await page.getByLabel('The shop').fill('maplelantern.example')
    await page.getByText('An address such as example.myshopify.com').waitFor()
    const shop = `claimed-${view.width}-${view.colorScheme}`
    await page.getByLabel('The shop').fill(`https://admin.shopify.com/store/${shop}`)
    await page.getByLabel('When did you tell them about the app?').fill('2026-01-05')
    await page.getByLabel('How did it come about?').fill(`${words},\nlast week`)
    await read('10-claim')
    await page.getByRole('button', { name: 'Claim the shop' }).click()
    await page.getByText('Your claim is filed.').waitFor()
    await own.getByText(`${shop}.myshopify.com`).waitFor()
    await own.getByText(`${words}, last week`).first().waitFor()
    await page.getByLabel('The shop').fill(shop)
    await page.getByLabel('When did you tell them about the app?').fill('2026-01-05')
    await page.getByLabel('How did it come about?').fill('Once more')
    await page.getByRole('button', { name: 'Claim the shop' }).click()
    await page.getByText('You have claimed this shop before.').waitFor()
    await read('11-claimed')
    await expectNoFault(window)
  })

  it('are decided by an operator, whose reason the member reads [D445]', async () => {
    const operator = await openConsole(demo, 'Ada', { workspace: 'Bright Reviews' })
    const { page: console } = operator
    const window = await openPortal(demo)
    const { page } = window
    await goToScreen(page, 'Links')
    await page.getByRole('link', { name: 'Claim it' }).click()
    const claim = page.getByRole('listitem').filter({ hasText: 'I chose the app with the owner' })
    const shop = (await claim.locator('p').first().innerText()).trim()
    await console.goto(`${demo.baseUrl}/console/cases`)
    await console.getByRole('link', { name: shop, exact: true }).click()
    await console.getByText('I chose the app with the owner').waitFor()
    await console.getByText('Kept with the decision, and sent to the member.').waitFor()
    await console.getByRole('radio', { name: /^Harbour Studio referred it/ }).check()
    await console.getByLabel('Reason').fill('The owner confirms it')
    expect(await operator.inspect('console-10-case-claim')).toEqual([])
    await console.getByRole('button', { name: /^Record decision/ }).click()
    await console.getByText('Decision: Harbour Studio referred it').waitFor()
    await page.reload()
    await claim.getByText(/^Accepted on .*: The owner confirms it$/).waitFor()
    await goToScreen(page, 'Links')
    await page
      .getByText(/your claim was accepted/)
      .first()
      .waitFor()
    await expectNoFault(operator)
    await expectNoFault(window)
  })
})
