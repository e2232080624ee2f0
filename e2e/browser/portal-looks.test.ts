import { beforeAll, describe, expect, it } from 'vitest'
import { giveLongNames, looks } from './support/looks.ts'
import { needsBrowser } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'
import { openPortal } from './support/open-portal.ts'

describe('the screens of the portal', needsBrowser, () => {
  const demo = startDemo()
  let programId = ''

  beforeAll(async () => {
    const { page, context } = await openConsole(demo, 'Ada', { workspace: 'Bright Reviews' })
    const calendar = `fetch('/api/console/v1/calendar').then((response) => response.json())`
    const { programs } = (await page.evaluate(calendar)) as { programs: { id: string }[] }
    programId = programs[0]?.id ?? ''
    await context.close()
  })

  it.each(looks)('hold long names, $direction, in $colorScheme at $width px [D456]', async (look) => {
    const window = await openPortal(demo, look)
    const { page, inspect } = window
    const home = new URL(page.url()).pathname
    await page.goto(`${demo.baseUrl}${home}/payouts`)
    const link = page.getByRole('link', { name: /^Payout of / }).first()
    const payout = String(await link.getAttribute('href'))
    await page.goto(`${demo.baseUrl}${home}/earnings`)
    await page.getByRole('button', { name: /^Why / }).first().click()
    await page.waitForURL(/why=/)
    const { pathname, search } = new URL(page.url())
    await giveLongNames(page, 'portal')

    const screens = {
      home,
      earnings: `${home}/earnings`,
      why: `${pathname}${search}`,
      payouts: `${home}/payouts`,
      payout,
      links: `${home}/links`,
      claims: `${home}/claims`,
      more: `${home}/more`,
      payee: `${home}/more/payee`,
      account: `${home}/more/account`,
      join: `/portal/join/${programId}`,
      address: '/portal/address#link',
      'address-new': '/portal/address/new#link',
      'address-back': '/portal/address/back#link',
      'sign-in': '/portal/sign-in',
    }
    const found: unknown[] = []
    for (const [screen, path] of Object.entries(screens)) {
      await page.goto(`${demo.baseUrl}${path}`)
      await page.getByRole('heading').first().waitFor()
      if (screen === 'why') await page.getByText('How we know').waitFor()
      if (look.isDoubled) await page.evaluate("document.documentElement.style.fontSize = '200%'")
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
      const overflows: unknown[] = []
      for (const direction of [look.direction === 'ltr' ? 'rtl' : 'ltr', look.direction]) {
        await page.evaluate(`document.documentElement.dir = '${direction}'`)
        overflows.push(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
      }
      const way = `${look.direction}${look.isDoubled ? '-doubled' : ''}`
      const faults = await inspect(`portal-look-${screen}-${way}`)
      if (faults.length > 0 || overflows.some((overflow) => overflow !== 0))
        found.push({ screen, overflows, faults })
    }
    expect(found).toEqual([])
    await expectNoFault(window)
  })
})
