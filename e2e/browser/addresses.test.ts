import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import { pressKeys } from './support/keyboard.ts'
import { needsBrowser, openWindow, type View, views } from './support/open-browser.ts'
import { type Demo, expectNoFault, openConsole, startDemo } from './support/open-console.ts'
import { goToScreen, openPortal } from './support/open-portal.ts'

interface MailPlan {
  readonly to: string
  readonly link: string
  /** How many such mails there were before. */
  readonly before?: number
}

/** The mails of the demo to an address, the latest first. */
async function findMails(page: Page, { baseUrl }: Demo, to: string) {
  await page.goto(`${baseUrl}/dev/mailbox`)
  return page
    .getByRole('row')
    .filter({ hasText: to })
    .filter({ hasText: /^(?:Is this your|Your) address for/ })
}

/** Where the link of the latest mail to an address leads, on the host by which the test has come. */
async function findLink(page: Page, demo: Demo, { to, link, before = 0 }: MailPlan): Promise<string> {
  await vi.waitUntil(async () => (await (await findMails(page, demo, to)).count()) > before, {
    ...{ timeout: 20_000, interval: 500 },
  })
  await (await findMails(page, demo, to)).first().getByRole('link').click()
  const href = await page.frameLocator('iframe').getByRole('link', { name: link }).getAttribute('href')
  const { pathname, hash } = new URL(href ?? '')
  return `${demo.baseUrl}${pathname}${hash}`
}

const hasNoSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)

describe('addresses in a browser', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)(
    'are changed in the portal by keys alone, and undone, in $colorScheme at $width px [D449] [D455]',
    async (view: View) => {
      const window = await openPortal(demo, view)
      const { page, inspect } = window
      const home = new URL(page.url()).pathname
      const old = 'mia@harbour-studio.example'
      const other = `mia-${view.colorScheme}-${view.width}@new.example`
      const before = await (await findMails(page, demo, old)).count()
      await page.goto(`${demo.baseUrl}${home}`)
      await goToScreen(page, 'More')
      await page.getByRole('link', { name: 'Your address, sessions, passkeys, mail and data' }).click()
      const card = page.getByRole('region', { name: 'Your e-mail address' })
      await card.getByText(old).waitFor()
      await pressKeys(page, 'Change address')
      await card.getByLabel('New e-mail address').waitFor()
      expect(await inspect('portal-address-1-form')).toEqual([])
      await card.getByLabel('New e-mail address').focus()
      await page.keyboard.type(other)
      await page.keyboard.press('Enter')
      await card.getByText('A link is on its way').waitFor()
      expect(await inspect('portal-address-2-asked')).toEqual([])
      await hasNoSidewaysScroll(page)

      await page.goto(await findLink(page, demo, { to: other, link: 'Use this address' }))
      await page.getByRole('heading', { name: 'Your new address' }).waitFor()
      expect(await inspect('portal-address-3-link')).toEqual([])
      await pressKeys(page, 'Use this address')
      await page.getByText('This is your address now').waitFor()
      expect(await inspect('portal-address-4-changed')).toEqual([])
      await pressKeys(page, 'Go on')
      await page.goto(`${demo.baseUrl}${home}/more/account`)
      await card.getByText(other).waitFor()
      await card.getByText('from the address before it can be undone until').waitFor()
      await page.goto(`${demo.baseUrl}${home}/more/payee`)
      await page.getByText('Your e-mail address is new').waitFor()
      expect(await inspect('portal-address-5-payee')).toEqual([])
      await hasNoSidewaysScroll(page)

      const back = await findLink(page, demo, { to: old, link: 'Keep this address', before })
      await page.goto(back)
      await page.getByRole('heading', { name: 'Keep your address' }).waitFor()
      expect(await inspect('portal-address-6-keep')).toEqual([])
      await pressKeys(page, 'Keep this address')
      await page.getByText('It is your address again.').waitFor()
      expect(await inspect('portal-address-7-kept')).toEqual([])
      await page.reload()
      await pressKeys(page, 'Keep this address')
      await page.getByText('This cannot be undone here').waitFor()
      expect(await inspect('portal-address-8-too-late')).toEqual([])
      await page.goto(`${demo.baseUrl}${home}`)
      await page.getByText('Continue as').waitFor()
      await expectNoFault(window)
    },
  )

  it.each(views)('are changed in the console, in $colorScheme at $width px [D449]', async (view: View) => {
    const window = await openConsole(demo, 'Finn', { view })
    const { page, inspect } = window
    const other = `finn-${view.colorScheme}-${view.width}@new.example`
    await page.goto(`${demo.baseUrl}/console/settings/people`)
    const card = page.getByRole('region', { name: 'Your e-mail address' })
    const old = await card.locator('bdi').first().innerText()
    const before = await (await findMails(page, demo, old)).count()
    await page.goto(`${demo.baseUrl}/console/settings/people`)
    await card.getByRole('button', { name: 'Change address' }).click()
    await card.getByLabel('New e-mail address').fill(old)
    await page.keyboard.press('Enter')
    await card.getByText('This is your address already.').waitFor()
    await card.getByLabel('New e-mail address').fill(other)
    await page.keyboard.press('Enter')
    await card.getByText('A link is on its way').waitFor()
    expect(await inspect('console-address-1-asked')).toEqual([])
    await hasNoSidewaysScroll(page)

    const link = await findLink(page, demo, { to: other, link: 'Use this address' })
    const stranger = await openWindow(demo.browser, view)
    await stranger.page.goto(link)
    await stranger.page.getByRole('button', { name: 'Use this address' }).click()
    await stranger.page.getByText('You are not signed in in this browser').waitFor()
    expect(await stranger.inspect('console-address-2-stranger')).toEqual([])
    await expectNoFault(stranger)

    await page.goto(link)
    await page.getByRole('button', { name: 'Use this address' }).click()
    await page.getByRole('link', { name: 'Go on' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('button', { name: 'Use this address' }).click()
    await page.getByText('This link does not work any more').waitFor()
    expect(await inspect('console-address-3-used')).toEqual([])
    await page.goto(await findLink(page, demo, { to: old, link: 'Keep this address', before }))
    await page.getByRole('button', { name: 'Keep this address' }).click()
    await page.getByText('It is your address again.').waitFor()
    await expectNoFault(window)
  })

  it.each(views)(
    'that were lost are replaced by an owner, who can stop it, in $colorScheme at $width px [D453]',
    async (view: View) => {
      const window = await openConsole(demo, 'Ada', { view })
      const { page, inspect } = window
      const other = `rita-${view.colorScheme}-${view.width}@new.example`
      await page.goto(`${demo.baseUrl}/console/settings/people`)
      await page.getByRole('button', { name: /^Manage Rita/ }).click()
      const act = page.getByRole('region', { name: 'Lost address' })
      await act.getByRole('button', { name: 'Give another address' }).click()
      await act.getByLabel('New e-mail address').fill(other)
      await act.getByLabel('How you know that it is theirs').fill('called back at her number')
      await act.getByText(`--to ${other} --reason 'called back at her number'`).waitFor()
      expect(await inspect('console-lost-address-1-form')).toEqual([])
      await page.keyboard.press('Enter')
      await act.getByText('was not used yet').waitFor()
      expect(await inspect('console-lost-address-2-waits')).toEqual([])
      await hasNoSidewaysScroll(page)

      const rita = await openWindow(demo.browser, view)
      await rita.page.goto(await findLink(rita.page, demo, { to: other, link: 'This address is mine' }))
      await rita.page.getByRole('heading', { name: 'Is this your address?' }).waitFor()
      expect(await rita.inspect('portal-lost-address-1-link')).toEqual([])
      await rita.page.getByRole('button', { name: 'This address is mine' }).click()
      await rita.page.getByText('Thank you').waitFor()
      expect(await rita.inspect('portal-lost-address-2-proved')).toEqual([])
      await rita.page.reload()
      await rita.page.getByRole('button', { name: 'This address is mine' }).click()
      await rita.page.getByText('This link does not work any more').waitFor()
      await expectNoFault(rita)

      await page.reload()
      await act.getByText('The link that was sent to it was used.').waitFor()
      await act.getByRole('button', { name: /^Keep rita@/ }).click()
      await act.getByRole('button', { name: 'Give another address' }).waitFor()
      await expectNoFault(window)
    },
  )
})
