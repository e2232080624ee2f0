import { describe, expect, it } from 'vitest'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

describe('sales in the console', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)(
    'show what comes in and what was set aside, and why, in $colorScheme at $width px [D463]',
    async (view) => {
      const window = await openConsole(demo, 'Rita', { view, workspace: 'Bright Reviews' })
      const { page, inspect } = window
      await page.goto(`${demo.baseUrl}/console/sales`)
      await page.getByText('Sales come from files that are imported.').waitFor()
      await page.getByText('It names no shop.').waitFor()
      await page.getByText(/sales set-aside --app/).waitFor()
      expect(await inspect('sales')).toEqual([])
      await page.getByRole('button', { name: /^Move the sale/ }).click()
      const see = page.getByRole('button', { name: 'See what it changes' })
      expect(await see.isDisabled()).toBe(true)
      await page
        .getByText(/but not move money/)
        .first()
        .waitFor()
      await expectNoFault(window)
    },
  )

  it('are moved once it was seen what that changes, by keys alone [D463] [D185]', async () => {
    const window = await openConsole(demo, 'Finn', { workspace: 'Bright Reviews' })
    const { page, inspect } = window
    await page.goto(`${demo.baseUrl}/console/sales`)
    await page.getByRole('button', { name: /^Move the sale/ }).press('Enter')
    const reason = page.getByLabel('Reason')
    await reason.fill('told by the merchant')
    await reason.press('Enter')
    await page.getByText('Nothing is written yet. It would be:').waitFor()
    const foreseen = await page.getByRole('status').getByRole('listitem').allTextContents()
    expect(foreseen).toHaveLength(2)
    expect(foreseen.filter((text) => /taken back$/.test(text))).toHaveLength(1)
    expect(await inspect('sales-move')).toEqual([])
    await page.getByRole('button', { name: /^Move to / }).press('Enter')
    await page.getByText('None. A sale stands here where').waitFor()
    await expectNoFault(window)
  })

  it('are compared with the Partner API where the app is connected [D463] [D145]', async () => {
    const window = await openConsole(demo, 'Finn')
    const { page, inspect } = window
    await page.goto(`${demo.baseUrl}/console/sales`)
    await page.getByText('Partner API, organization 1, app 1').waitFor()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page
      .getByText(/There are no sales of referred shops in these days|The same|Differs/)
      .first()
      .waitFor()
    expect(await inspect('sales-compared')).toEqual([])
    await expectNoFault(window)
  })
})
