import { describe, expect, it } from 'vitest'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

describe('referrals in a browser', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)('are listed, found and opened, in $colorScheme at $width px [D362]', async (view) => {
    const window = await openConsole(demo, 'Rita', { view, workspace: 'Bright Reviews' })
    const { page, inspect } = window
    await page.goto(`${demo.baseUrl}/console/referrals`)
    await page.getByRole('table').waitFor()
    expect(await inspect('console-11-referrals')).toEqual([])
    await page.getByLabel('State').selectOption('Earning')
    await page.waitForURL(/status=earning/)
    await page.getByLabel('Find by shop or member').fill('kite')
    await page.keyboard.press('Enter')
    await page.waitForURL(/search=kite/)
    const rows = page.locator('tbody tr')
    const found = rows.filter({ hasText: /kite/i }).filter({ hasText: 'Earning' })
    await expect.poll(async () => (await rows.count()) - (await found.count())).toBe(0)
    const [shop = ''] = await page.getByRole('table').getByRole('link').allTextContents()
    await page.getByRole('link', { name: shop, exact: true }).click()
    await page.getByRole('heading', { name: `Referral of ${shop}` }).waitFor()
    await page.getByText(/^Referred by/).waitFor()
    expect(await inspect('console-11-referral')).toEqual([])
    await page.getByRole('link', { name: 'All commissions of this shop' }).click()
    await page.getByRole('table').waitFor()
    expect(await page.getByRole('cell', { name: shop }).count()).toBeGreaterThan(0)
    await expectNoFault(window)
  })

  it('hold at 320 px, in forced colours and from right to left, as cases do [D361] [D362]', async () => {
    const view = { colorScheme: 'light', width: 320, isForced: true } as const
    const window = await openConsole(demo, 'Ada', { view })
    const { page, inspect } = window
    for (const list of ['/referrals', '/cases']) {
      for (const isOne of [false, true]) {
        if (isOne) await page.getByRole('table').getByRole('link').first().click()
        else await page.goto(`${demo.baseUrl}/console${list}`)
        const shown = isOne
          ? page.getByRole('heading', { name: /^(Who referred|Referral of) / })
          : page.getByRole('table')
        await shown.waitFor()
        for (const direction of ['ltr', 'rtl']) {
          await page.evaluate(`document.documentElement.dir = '${direction}'`)
          const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
          expect([list, isOne, direction, wide]).toEqual([list, isOne, direction, 0])
        }
        await page.evaluate("document.documentElement.dir = 'ltr'")
        expect(await inspect(`console-forced${list.replace('/', '-')}${isOne ? '-one' : ''}`)).toEqual([])
      }
    }
    await expectNoFault(window)
  })
})
