import { describe, expect, it } from 'vitest'
import { needsBrowser, openWindow, views } from './support/open-browser.ts'
import { type Demo, expectNoFault, openConsole, startDemo } from './support/open-console.ts'
import { openMail } from './support/open-mail.ts'

/** The id of the program of the story. */
async function findProgramId(demo: Demo): Promise<string> {
  const { page, context } = await openConsole(demo, 'Ada', { workspace: 'Bright Reviews' })
  const calendar = `fetch('/api/console/v1/calendar').then((response) => response.json())`
  const { programs } = (await page.evaluate(calendar)) as { readonly programs: { readonly id: string }[] }
  await context.close()
  return programs[0]?.id ?? ''
}

describe('the way into the portal in a browser', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)(
    'tells nobody whether somebody has an address, in $colorScheme at $width px [D460]',
    async (view) => {
      const window = await openWindow(demo.browser, view)
      const { page, inspect } = window
      await page.addInitScript('globalThis.refused = []')
      await page.goto(`${demo.baseUrl}/portal`)
      await page.getByLabel('Your e-mail address').fill('nobody@harbour-studio.example')
      expect(await inspect('portal-way-in-1-ask')).toEqual([])
      await page.getByRole('button', { name: 'Send me a link' }).click()
      await page.getByText('If nobody@harbour-studio.example can sign in here').waitFor()
      expect(await inspect('portal-way-in-2-asked')).toEqual([])
      await expectNoFault(window)
    },
  )

  it('is a link by mail that whoever has an address asks for, and that is good for once [D460]', async () => {
    const window = await openWindow(demo.browser, { colorScheme: 'light', width: 390 })
    const { page, inspect } = window
    await page.addInitScript('globalThis.refused = []')
    await page.goto(`${demo.baseUrl}/portal`)
    await page.getByLabel('Your e-mail address').fill('mia@harbour-studio.example')
    await page.keyboard.press('Enter')
    await page.getByText('If mia@harbour-studio.example can sign in here').waitFor()

    await openMail(page, demo.baseUrl, /^Your link to see what you earn/)
    expect(await page.locator('pre').innerText()).toContain('once, within 30 minutes')
    await page.frameLocator('iframe').getByRole('link', { name: 'Sign in' }).click()
    await page.getByText('This link signs you in once.').waitFor()
    const used = page.url()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.goto('about:blank')
    await page.goto(used)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('This link does not work any more').waitFor()
    await page.getByLabel('Your e-mail address').waitFor()
    expect(await inspect('portal-way-in-3-used')).toEqual([])
    await expectNoFault(window)
  })

  it.each(views)(
    'begins on a public page, by an application that waits for a person, in $colorScheme at $width px [D461]',
    async (view) => {
      const { page, inspect, ...window } = await openWindow(demo.browser, view)
      await page.addInitScript('globalThis.refused = []')
      await page.goto(`${demo.baseUrl}/portal/join/${await findProgramId(demo)}`)
      await page.getByRole('heading', { name: 'Join Bright Reviews Partners' }).waitFor()
      await page.getByText(/^You get \d+% of what a shop pays/).waitFor()
      expect(await inspect('portal-join-1-page')).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      await page.getByLabel('E-mail').fill(`lea-${view.width}-${view.colorScheme}@applicants.example`)
      await page.getByLabel('Name').fill(`Lea ${view.width} ${view.colorScheme}`)
      await page.getByLabel('Where will you share it?').fill('My blog\nand a newsletter')
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByText('Thank you. A person at Bright Reviews reads what you wrote').waitFor()
      expect(await inspect('portal-join-2-applied')).toEqual([])
      await page.goto(`${demo.baseUrl}/portal/join/${crypto.randomUUID()}`)
      await page.getByRole('heading', { name: 'This page is not open' }).waitFor()
      expect(await inspect('portal-join-3-not-open')).toEqual([])
      const faults = window.faults.filter((fault) => !/status of 403/.test(fault))
      await expectNoFault({ page, inspect, ...window, faults })
    },
  )
})
