import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { describe, expect, it } from 'vitest'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

describe('the months of the console', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)('are drawn, and told as figures, in $colorScheme at $width px [D476]', async (view) => {
    const window = await openConsole(demo, 'Rita', { view })
    const { page, inspect } = window
    const told = page.waitForResponse('**/api/console/v1/months')
    await page.goto(`${demo.baseUrl}/console/`)
    // On a phone whoever wants to see the months asks for them.
    if (view.width < 768) await page.getByRole('button', { name: 'Show months' }).click()
    const { currencies } = (await (await told).json()) as ConsoleResponse<'readMonths'>
    const region = page.getByRole('region', { name: 'Earned and paid by month' })
    for (const { currency, months } of currencies) {
      await region.getByText(currency, { exact: true }).click()
      const drawn = months.filter(({ earned }) => BigInt(earned.amountMinor) > 0n).length
      await expect.poll(() => region.locator('.recharts-bar-rectangle path').count()).toBe(drawn)
    }
    await region.getByText('As figures').click()
    expect(await region.getByRole('row').count()).toBe(13)
    const figures = (await region.getByRole('table').innerText()).replaceAll(/[^\d\n]/g, '')
    for (const { earned, paid } of currencies.at(-1)?.months ?? []) {
      expect(figures).toContain(`${BigInt(earned.amountMinor)}`)
      expect(figures).toContain(`${BigInt(paid.amountMinor)}`)
    }
    expect(await inspect('months')).toEqual([])
    await expectNoFault(window)
  })
})
