import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { needsBrowser, openWindow, type View, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'
import { openMail } from './support/open-mail.ts'
import { goToScreen } from './support/open-portal.ts'

/** Every answer of the portal about one of the members, by the status. */
const readAs = (page: Page, membershipId: string) =>
  page.evaluate<readonly number[]>(`Promise.all(
    ['home', 'links', 'earnings', 'payouts', 'terms', 'materials'].map((part) =>
      fetch('/api/portal/v1/memberships/${membershipId}/' + part).then(({ status }) => status)))`)

const all = (status: number) => Array.from({ length: 6 }, () => status)

describe('one person in several programs and workspaces, in a browser', needsBrowser, () => {
  const demo = startDemo()

  const openAs = (workspace: string) => openConsole(demo, 'Ada', { workspace })

  async function invite(page: Page, program: string, email: string): Promise<void> {
    await page.goto(`${demo.baseUrl}/console/programs`)
    await page.getByRole('link', { name: program, exact: true }).click()
    const card = page.getByRole('region', { name: 'Invitations' })
    await card.getByLabel('E-mail').fill(email)
    await card.getByLabel('Name').fill('Pia Plural')
    await card.getByRole('button', { name: 'Invite', exact: true }).click()
    await card.getByText(`${email} · invited by Ada`).waitFor()
  }

  /** Lets the person act for a member who has earned something too; returns one for whom they do not. */
  async function letActForEarner(page: Page, email: string): Promise<string> {
    await page.goto(`${demo.baseUrl}/console/members`)
    const links = page.locator('tbody a[href*="/members/"]')
    await links.first().waitFor()
    const paths = await page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('tbody a[href*="/members/"]')].map((link) => link.getAttribute('href'))`,
    )
    const ids = [...new Set(paths.map((path) => path.split('/').at(-1) ?? ''))]
    // Who joined last comes first, and has earned nothing yet.
    const [strange = '', earner] = ids.slice(-2)
    await page.goto(`${demo.baseUrl}/console/members/${earner}`)
    await page.getByRole('button', { name: 'Invite to the portal' }).click()
    const card = page.getByRole('region', { name: 'People' })
    await card.getByLabel('E-mail').fill(email)
    await card.getByLabel('Name').fill('Pia Plural')
    await card.getByRole('button', { name: 'Invite', exact: true }).click()
    await card.getByText(`${email}, since`).waitFor()
    return strange
  }

  async function signInByMail(page: Page, workspace: string, email: string): Promise<void> {
    await openMail(page, demo.baseUrl, new RegExp(`^See what you earn with ${workspace}`), email)
    await page.frameLocator('iframe').getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  const openPia = (view: View) => openWindow(demo.browser, view)

  it.each(views)(
    'sees each of them by one sign-in, and nothing of others, in $colorScheme at $width px [D440]',
    async (view) => {
      const email = `pia-${view.width}-${view.colorScheme}@plural.example`
      const operator = await openAs('Stress test')
      for (const program of ['Bright Partners', 'Agency Circle']) await invite(operator.page, program, email)
      const strange = await letActForEarner(operator.page, email)

      const pia = await openPia(view)
      const { page, inspect } = pia
      await signInByMail(page, 'Stress test', email)
      await page.getByRole('heading', { name: 'Your programs' }).waitFor()
      const own = page.getByRole('main').getByRole('listitem')
      await own.nth(2).waitFor()
      expect(await own.count()).toBe(3)
      await own.filter({ hasText: 'Nothing earned yet.' }).nth(1).waitFor()
      await own.filter({ hasText: / available/ }).waitFor()
      expect(await inspect('portal-programs')).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)

      await page.getByRole('link', { name: 'Agency Circle' }).click()
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      const [, , agency = ''] = new URL(page.url()).pathname.split('/')
      await goToScreen(page, 'Links')
      await page.getByLabel('What it is for').fill('podcast')
      await page.getByRole('button', { name: 'Make a link' }).click()
      await page.getByRole('region', { name: 'Link podcast' }).waitFor()
      const program = page.getByRole('combobox', { name: 'Program' })
      await program.selectOption({ label: 'Bright Partners: Pia Plural' })
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      await page.waitForURL((url) => !url.pathname.includes(agency))
      await goToScreen(page, 'Links')
      await page.getByText('None yet. When a shop installs by your link').waitFor()
      expect(await page.getByRole('region', { name: 'Link podcast' }).count()).toBe(0)
      await program.selectOption({ label: 'Agency Circle: Pia Plural' })
      await page.waitForURL((url) => url.pathname.includes(agency))
      await goToScreen(page, 'Links')
      await page.getByRole('region', { name: 'Link podcast' }).waitFor()
      expect(await inspect('portal-programs-switched')).toEqual([])
      expect(await readAs(page, agency)).toEqual(all(200))
      expect(await readAs(page, strange)).toEqual(all(403))
      await page.goto(`${demo.baseUrl.replace('127.0.0.1', 'localhost')}/portal/${agency}/more/account`)
      const sessions = page.getByRole('region', { name: 'Your sessions' })
      await sessions.getByText('this session').waitFor()
      expect(await sessions.getByRole('listitem').count()).toBe(1)

      // Another workspace is another sign-in, by a link of its own.
      const other = await openAs('Bright Reviews')
      await invite(other.page, 'Bright Reviews Partners', email)
      await signInByMail(page, 'Bright Reviews', email)
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      await page.getByRole('banner').getByText('Bright Reviews Partners').waitFor()
      expect(await program.count()).toBe(0)
      expect(await readAs(page, agency)).toEqual(all(403))
      await page.goto(new URL('/portal/sign-in', page.url()).href)
      await page.getByLabel('Your e-mail address').fill(email)
      await page.keyboard.press('Enter')
      await page.getByText(`If ${email} can sign in here`).waitFor()
      for (const workspace of ['Stress test', 'Bright Reviews'])
        await openMail(
          page,
          demo.baseUrl,
          new RegExp(`^Your link to see what you earn with ${workspace}`),
          email,
        )
      for (const window of [operator, other]) await expectNoFault(window)
      const faults = pia.faults.filter((fault) => !/status of 403/.test(fault))
      await expectNoFault({ ...pia, faults })
    },
  )
})
