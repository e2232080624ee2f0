import type { ConsoleResponse } from '@affiliate-platform/contract/console'
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

  it('are found by the address of their contact, by who sees contacts [D475]', async () => {
    const window = await openConsole(demo, 'Ada', { workspace: 'Bright Reviews' })
    const { page, inspect } = window
    const get = async <Value>(path: string) =>
      (await page.evaluate(`fetch('/api/console/v1${path}').then((response) => response.json())`)) as Value
    // The only contact of the demo, which is a member's too.
    const { items } = await get<ConsoleResponse<'listCases'>>('/cases')
    const shop = items.find(({ kind }) => kind === 'self_referral')?.shop
    const { contact } = await get<ConsoleResponse<'readShopContact'>>(`/shop/contact?shop=${shop}`)
    const email = contact?.email
    if (!shop || !email) throw new Error('The demo has a contact.')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find' }).fill(email.toUpperCase())
    await page.getByRole('option', { name: `${shop} Shop` }).waitFor()
    expect(await inspect('find-contact')).toEqual([])
    await page.getByRole('option', { name: `${shop} Shop` }).click()
    await page.getByRole('heading', { name: shop, exact: true }).waitFor()
    await expectNoFault(window)

    const other = await openConsole(demo, 'Finn', { workspace: 'Bright Reviews' })
    await other.page.goto(`${demo.baseUrl}/console/shops?text=${encodeURIComponent(email)}`)
    await other.page.getByText('No shop is known by that.').waitFor()
    await expectNoFault(other)
  })

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
