import { describe, expect, it } from 'vitest'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

describe('links in the console', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)(
    'lead to their clicks by day, and to what explains installs, in $colorScheme at $width px [D464]',
    async (view) => {
      const window = await openConsole(demo, 'Rita', { view, workspace: 'Bright Reviews' })
      const { page, inspect } = window
      await page.goto(`${demo.baseUrl}/console/links`)
      const first = page.locator('tbody a').first()
      await first.waitFor()
      expect(await inspect('links')).toEqual([])
      const path = (await first.textContent()) ?? ''
      await page.getByLabel('Find by code of a link').fill(path.split('/').at(-1)?.toUpperCase() ?? '')
      await page.getByLabel('Find by code of a link').press('Enter')
      await page.waitForURL(/search=/)
      await page.getByRole('link', { name: path, exact: true }).click()
      await page.getByRole('heading', { name: 'Clicks by day' }).waitFor()
      await page.getByText(/links clicks /).waitFor()
      expect(await inspect('link')).toEqual([])
      await page.goto(`${demo.baseUrl}/console/links/coverage?days=90`)
      await page.getByRole('heading', { name: /% of installs explained$/ }).waitFor()
      await page.getByRole('heading', { name: 'What tells of them' }).waitFor()
      expect(await inspect('coverage')).toEqual([])
      await page.getByLabel('Time').selectOption('7')
      await page.waitForURL(/days=7/)
      await expectNoFault(window)
    },
  )
})
