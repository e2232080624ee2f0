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
    const operator = await openConsole(demo, 'Ada', { workspace: 'Bright Reviews' })
    const search = `fetch('/api/console/v1/payouts?search=Harbour').then((response) => response.json())`
    const { items } = (await operator.page.evaluate(search)) as { items: readonly { id: string }[] }
    const wanted = `/payouts/${items[0]?.id}`
    // The links of the demo's mails name the machine so, and what a browser keeps is of one name.
    await page.goto(`${demo.baseUrl.replace('127.0.0.1', 'localhost')}/portal${wanted}`)
    await page.getByLabel('Your e-mail address').fill('mia@harbour-studio.example')
    await page.keyboard.press('Enter')
    await page.getByText('If mia@harbour-studio.example can sign in here').waitFor()

    await openMail(page, demo.baseUrl, /^Your link to see what you earn/)
    expect(await page.locator('pre').innerText()).toContain('once, within 30 minutes')
    await page.frameLocator('iframe').getByRole('link', { name: 'Sign in' }).click()
    await page.getByText('This link signs you in once.').waitFor()
    const used = page.url()
    await page.getByRole('button', { name: 'Sign in' }).click()
    // It leads on to what they had opened.
    await page.waitForURL(new RegExp(`/portal/[^/]+${wanted}$`))
    await page.goto(new URL('/portal', page.url()).href)
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

  it.each(views)(
    'is decided on the screen of the program, in $colorScheme at $width px [D462]',
    async (view) => {
      const window = await openConsole(demo, 'Ada', { workspace: 'Bright Reviews', view })
      const { page, inspect } = window
      const needsYou = page.getByRole('region', { name: 'Needs you' })
      await needsYou.getByText(/^Bright Reviews Partners: \d+ applications? to decide\.$/).waitFor()
      expect(await inspect('console-overview-applications')).toEqual([])
      await page.goto(`${demo.baseUrl}/console/programs`)
      await page.getByRole('link', { name: 'Bright Reviews Partners' }).waitFor()
      expect(await inspect('console-programs')).toEqual([])
      await page.goBack()
      await needsYou.getByRole('link', { name: 'Review applications of Bright Reviews Partners' }).click()
      await page.getByRole('article', { name: 'Application of Nora Fell' }).waitFor()
      await page.getByText(`${demo.baseUrl}/portal/join/`).waitFor()
      await page.getByRole('button', { name: 'Approve Nora Fell' }).click()
      await page.getByText('Nora Fell becomes a member').waitFor()
      expect(await inspect('console-program')).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      await expectNoFault(window)
    },
  )

  it('leads from the public page by an approval to a link of their own [D461] [D462]', async () => {
    const name = 'Ines Iversen'
    const programId = await findProgramId(demo)
    const applicant = await openWindow(demo.browser, { colorScheme: 'light', width: 390 })
    const { page } = applicant
    await page.goto(`${demo.baseUrl}/portal/join/${programId}`)
    await page.getByLabel('E-mail').fill('ines@iversen.example')
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Where will you share it?').fill('My channel for merchants')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Thank you.').waitFor()
    await openMail(page, demo.baseUrl, /^Your application for Bright Reviews Partners has arrived/)

    const operator = await openConsole(demo, 'Finn', { workspace: 'Bright Reviews' })
    await openMail(operator.page, demo.baseUrl, /^Ines Iversen wants to join/)
    const link = operator.page.frameLocator('iframe').getByRole('link', { name: 'See the application' })
    // The session is one of the host by which the operator has come, which is not that of the mail's link here.
    const path = new URL((await link.getAttribute('href')) ?? '').pathname
    await operator.page.goto(`${demo.baseUrl}${path}`)
    await operator.page.getByRole('button', { name: `Approve ${name}` }).click()
    const applications = operator.page.getByRole('region', { name: 'Applications' })
    await applications.getByLabel('Group').selectOption({ label: 'Standard' })
    await operator.page.getByText(/applications approve \S+ --group \S+/).waitFor()
    await operator.page.getByRole('button', { name: 'Approve', exact: true }).click()
    await operator.page
      .getByRole('article', { name: `Decision on ${name}` })
      .getByText('by Finn')
      .waitFor()

    await openMail(page, demo.baseUrl, /^See what you earn with Bright Reviews/)
    await page.frameLocator('iframe').getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Links' }).click()
    await page.getByLabel('What it is for').fill('channel')
    await page.getByRole('button', { name: 'Make a link' }).click()
    await page.getByRole('region', { name: 'Link channel' }).waitFor()
    await expectNoFault(operator)
    await expectNoFault(applicant)
  })
})
