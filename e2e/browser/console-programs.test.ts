import { describe, expect, it } from 'vitest'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'
import { openMail } from './support/open-mail.ts'

const workspace = 'Bright Reviews'
const program = 'Bright Reviews Partners'

describe('the screen of a program in a browser', needsBrowser, () => {
  const demo = startDemo()

  const open = async (name: string, view = views[0]) => {
    const window = await openConsole(demo, name, { workspace, view })
    await window.page.goto(`${demo.baseUrl}/console/programs`)
    await window.page.getByRole('link', { name: program }).click()
    await window.page.getByRole('heading', { name: program }).waitFor()
    return { ...window, card: window.page.getByRole('region', { name: 'Invitations' }) }
  }

  it.each(views)(
    'invites somebody, lists them until they have come, and withdraws, in $colorScheme at $width px [D458]',
    async (view) => {
      const { card, ...window } = await open('Ada', view)
      const { page, inspect } = window
      const name = `Kim ${view.width} ${view.colorScheme}`
      await card.getByLabel('E-mail').fill(`kim-${view.width}-${view.colorScheme}@members.example`)
      await card.getByLabel('Name').fill(name)
      await card.getByText(/invitations send --program \S+ --email kim-/).waitFor()
      await card.getByRole('button', { name: 'Invite', exact: true }).dblclick()
      await card.getByRole('link', { name }).waitFor()
      expect(await card.getByRole('link', { name }).count()).toBe(1)
      expect(await card.getByRole('alert').count()).toBe(0)
      expect(await inspect('console-program-invited')).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      await card.getByRole('button', { name: `Withdraw the invitation of ${name}` }).click()
      await card.getByText('Their link opens nothing any more.').waitFor()
      expect(await inspect('console-program-withdraw')).toEqual([])
      await card.getByRole('button', { name: 'Withdraw the invitation', exact: true }).click()
      await card.getByRole('link', { name }).waitFor({ state: 'detached' })
      await expectNoFault(window)
    },
  )

  it('leads who is invited by the mail to a link of their own [D458]', async () => {
    const { card, ...operator } = await open('Finn')
    await card.getByLabel('E-mail').fill('ivo@members.example')
    await card.getByLabel('Name').fill('Ivo Invited')
    await card.getByLabel('Group').selectOption({ label: 'Standard' })
    await card.getByRole('button', { name: 'Invite', exact: true }).click()
    await card.getByText('ivo@members.example · Standard · invited by Finn').waitFor()

    const { page } = operator
    await openMail(page, demo.baseUrl, /^See what you earn with Bright Reviews/, 'ivo@members.example')
    await page.frameLocator('iframe').getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()

    const again = await open('Finn')
    await again.card
      .getByText('Everybody who was invited has signed in.')
      .or(again.card.locator('ol'))
      .waitFor()
    expect(await again.card.getByText('ivo@members.example').count()).toBe(0)
    await expectNoFault(again)
    await expectNoFault(operator)
  })

  it.each(views)(
    'closes the program with a reason and reopens it, in $colorScheme at $width px [D458]',
    async (view) => {
      const { card, ...window } = await open('Ada', view)
      const { page, inspect } = window
      await page.getByRole('button', { name: 'Close it' }).click()
      await page.getByLabel('Reason, for operators alone').fill('The app was sold')
      await page.getByText(/programs close \S+ --reason 'The app was sold'/).waitFor()
      await page.getByRole('button', { name: 'Close the program' }).click()
      await page.getByText('Why: The app was sold').waitFor()
      await card.getByText('The program is closed: it takes no members.').waitFor()
      expect(await inspect('console-program-closed')).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      await page.getByRole('button', { name: 'Reopen it' }).click()
      await page.getByRole('button', { name: 'Close it' }).waitFor()
      await expectNoFault(window)
    },
  )

  it('lets a reader see neither who is invited nor who applies, and close nothing [D458]', async () => {
    const { card, ...window } = await open('Rita')
    await card.getByText('Your role (reader) does not see who is invited.').waitFor()
    expect(await window.page.getByRole('button', { name: 'Close it' }).isDisabled()).toBe(true)
    await expectNoFault(window)
  })
})
