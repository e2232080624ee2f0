import { describe, expect, it } from 'vitest'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'
import { openPortal } from './support/open-portal.ts'

describe('the portal as an operator sees it', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)(
    'is what the member sees, says whose it is, and leads back, in $colorScheme at $width px [D470]',
    async (view) => {
      const member = await openPortal(demo, view)
      await member.page.getByText('Last earnings').waitFor()
      const own = await member.page.locator('#main').innerText()
      await expectNoFault(member)

      const window = await openConsole(demo, 'Finn', { view, workspace: 'Bright Reviews' })
      const { page, inspect } = window
      await page.goto(`${demo.baseUrl}/console/members?search=Harbour`)
      await page.getByRole('link', { name: 'Harbour Studio' }).click()
      await page.getByRole('button', { name: 'View as member' }).click()
      await page.waitForURL(/\/portal\/views\//)
      const bar = page.getByRole('complementary', { name: 'View as member' })
      await bar.getByText(/^You \(Finn\) see what Mia sees, until /).waitFor()
      await page.getByText('Last earnings').waitFor()
      const seen = await page.locator('#main').innerText()
      // What asks for an answer of the member says that it is theirs.
      const withoutAsking = (text: string) =>
        text
          .replaceAll(/It arrived|It did not|A different amount|Only Mia can say whether it did\./g, '')
          .split(/\s+/)
      expect(withoutAsking(seen)).toEqual(withoutAsking(own))
      expect(await inspect('portal-view-home')).toEqual([])

      for (const name of ['Earnings', 'Payouts', 'Links', 'More']) {
        await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name }).click()
        await page.getByRole('heading', { name, level: 1 }).waitFor()
        await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
        expect(new URL(page.url()).pathname).toMatch(/^\/portal\/views\/[\da-f-]{36}\/[\da-f-]{36}\//)
        expect(await bar.isVisible()).toBe(true)
        expect(await inspect(`portal-view-${name.toLowerCase()}`)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      }
      await page.getByText('Only Mia can open their statements').waitFor()
      for (const name of ['Sign out', 'Download CSV', 'Make a link', 'It arrived'])
        expect(await page.getByRole('button', { name }).count()).toBe(0)

      await bar.getByRole('link', { name: 'Back to the console' }).click()
      await page.getByRole('heading', { name: 'Harbour Studio', level: 1 }).waitFor()
      await page.goto(`${demo.baseUrl}/console/settings/audit?subject=member_view`)
      await page.locator('#main tbody').getByText('member view').first().waitFor()
      await expectNoFault(window)
    },
  )

  it('is not offered to whom it is not for [D470]', async () => {
    const window = await openConsole(demo, 'Rita', { workspace: 'Bright Reviews' })
    const { page } = window
    await page.goto(`${demo.baseUrl}/console/members?search=Harbour`)
    await page.getByRole('link', { name: 'Harbour Studio' }).click()
    await page.getByText('Your role (reader) does not see what members see.').waitFor()
    expect(await page.getByRole('button', { name: 'View as member' }).isDisabled()).toBe(true)
    await expectNoFault(window)
  })

  it('is none once it has ended [D470]', async () => {
    const window = await openConsole(demo, 'Finn', { workspace: 'Bright Reviews' })
    const { page, inspect } = window
    await page.goto(`${demo.baseUrl}/portal/views/${crypto.randomUUID()}/`)
    await page.getByRole('heading', { name: 'This view has ended' }).waitFor()
    expect(await inspect('portal-view-ended')).toEqual([])
    await page.getByRole('link', { name: 'Back to the console' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await expectNoFault(window)
  })
})
