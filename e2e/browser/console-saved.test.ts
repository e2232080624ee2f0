import { describe, expect, it } from 'vitest'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

describe('saved addresses of the console', needsBrowser, () => {
  const demo = startDemo()

  it('are saved, found and removed by the keyboard alone [D472]', async () => {
    const window = await openConsole(demo, 'Rita')
    const { page } = window
    const { keyboard } = page
    const dialog = page.getByRole('dialog')
    const name = page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus'))
    await page.goto(`${demo.baseUrl}/console/payouts/all?status=disputed`)
    await page.getByRole('table').waitFor()

    await keyboard.press('s')
    await name.waitFor()
    await keyboard.press('Control+a')
    await keyboard.type('Disputed, each morning')
    await keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    const menu = page.getByRole('navigation', { name: 'Screens' })
    await menu.getByRole('link', { name: 'Disputed, each morning' }).waitFor()

    await keyboard.press('g')
    await keyboard.press('o')
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find' }).and(page.locator(':focus')).waitFor()
    await keyboard.type('each morning')
    await page.getByRole('option', { name: /Disputed, each morning/ }).waitFor()
    await keyboard.press('Enter')
    await page.waitForURL(/\/console\/payouts\/all\?status=disputed$/)

    await keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find' }).and(page.locator(':focus')).waitFor()
    await keyboard.type('save this')
    await page.getByRole('option', { name: /Save this address/ }).waitFor()
    await keyboard.press('Enter')
    await name.waitFor()
    for (let tabs = 0; tabs < 2; tabs += 1) await keyboard.press('Tab')
    await page
      .getByRole('button', { name: 'Remove Disputed, each morning' })
      .and(page.locator(':focus'))
      .waitFor()
    await keyboard.press('Enter')
    await menu.getByRole('link', { name: 'Disputed, each morning' }).waitFor({ state: 'detached' })
    await keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expectNoFault(window)
  })

  it.each(views)('hold long names, in $colorScheme at $width px [D472]', async (view) => {
    const window = await openConsole(demo, 'Ada', { view })
    const { page, inspect } = window
    await page.goto(`${demo.baseUrl}/console/commissions?status=held`)
    await page.getByRole('heading', { name: /^Commissions/ }).waitFor()
    await page.locator('#main').press('s')
    const field = page.getByRole('textbox', { name: 'Name' })
    await field.fill('W'.repeat(60))
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.locator('#main').press('s')
    await field.fill('W'.repeat(60))
    await page.getByText('It is replaced.').waitFor()
    expect(await inspect('saved-dialog')).toEqual([])
    await page.keyboard.press('Escape')
    const burger = page.getByRole('button', { name: 'Menu' })
    if (await burger.isVisible()) await burger.click()
    const link = page.getByRole('link', { name: 'W'.repeat(60) })
    await link.scrollIntoViewIfNeeded()
    expect(await inspect('saved-menu')).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    await link.click()
    await page.waitForURL(/\/commissions\?status=held$/)
    await expectNoFault(window)
  })
})
