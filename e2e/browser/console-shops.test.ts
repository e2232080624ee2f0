import { describe, expect, it } from 'vitest'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

describe('shops in the console', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)(
    'are found by what a merchant quotes, and erased when typed, in $colorScheme at $width px [D415]',
    async (view) => {
      const window = await openConsole(demo, 'Ada', { view, workspace: 'Bright Reviews' })
      const { page, inspect } = window
      await page.goto(`${demo.baseUrl}/console/referrals`)
      const shop = (await page.locator('tbody a').first().textContent()) ?? ''
      expect(shop).toMatch(/\.myshopify\.com$/)
      await page.goto(`${demo.baseUrl}/console/shops`)
      await page.getByLabel('Shop', { exact: true }).fill(shop.slice(0, 6))
      await page.getByLabel('Shop', { exact: true }).press('Enter')
      await page.getByRole('link', { name: shop }).waitFor()
      expect(await inspect('shops')).toEqual([])
      await page.getByLabel('Shop', { exact: true }).fill(`https://${shop.toUpperCase()}/admin`)
      await page.getByLabel('Shop', { exact: true }).press('Enter')
      await page.getByRole('link', { name: shop }).click()
      await page.getByRole('heading', { name: shop, exact: true }).waitFor()
      await page.getByRole('link', { name: 'Referral', exact: true }).first().waitFor()
      await page.getByText(/explain shop /).waitFor()
      const erase = page.getByRole('button', { name: 'Erase for good' })
      await erase.waitFor()
      expect(await erase.isDisabled()).toBe(true)
      expect(await inspect('shop')).toEqual([])
      await page.getByLabel(`Type ${shop} to erase it`).fill(shop)
      await erase.click()
      await page.getByText('Identify calls that lost the domain').waitFor()
      await expectNoFault(window)
    },
  )

  it('say to others why they see no contact [D415]', async () => {
    const window = await openConsole(demo, 'Rita', { workspace: 'Bright Reviews' })
    const { page, inspect } = window
    await page.goto(`${demo.baseUrl}/console/shops/${'x'.repeat(48)}-${'y'.repeat(12)}.myshopify.com`)
    await page.getByText(/sees no contacts of shops/).waitFor()
    await page.getByText('Nothing names a member.').waitFor()
    expect(await inspect('shop-unknown')).toEqual([])
    await expectNoFault(window)
  })
})
