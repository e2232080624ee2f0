import { describe, expect, it } from 'vitest'
import { needsBrowser, type View, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'
import { openPortal } from './support/open-portal.ts'

const member = 'Harbour Studio'

describe('the erasure of a member in a browser', needsBrowser, () => {
  const demo = startDemo()

  const open = async (name: string, view?: View) => {
    const window = await openConsole(demo, name, { workspace: 'Bright Reviews', view })
    const { page } = window
    await page.goto(`${demo.baseUrl}/console/members?search=${encodeURIComponent(member)}`)
    await page.getByRole('link', { name: member }).first().click()
    await page.getByRole('heading', { name: member }).waitFor()
    return { ...window, card: page.getByRole('region', { name: 'Erase the member' }) }
  }

  it.each(views)('says first what goes and what stays, in $colorScheme at $width px [D467]', async (view) => {
    const { card, ...window } = await open('Ada', view)
    const { page, inspect } = window
    await card.getByText(/memberships erase \S+ --dry-run/).waitFor()
    await card.getByRole('button', { name: 'See what goes' }).click()
    await card.getByText('Mia (mia@harbour-studio.example): name, address, passkeys and sessions.').waitFor()
    await card.getByText(/^The name: Harbour Studio is called Erased [\da-f]{16} everywhere\.$/).waitFor()
    await card.getByText(/^Open, and still paid: \$/).waitFor()
    expect(await inspect('console-member-erasure')).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    expect(await card.getByRole('button', { name: 'Erase for good' }).isDisabled()).toBe(true)
    await expectNoFault(window)
  })

  it('is for owners alone [D467]', async () => {
    const { card, ...window } = await open('Finn')
    expect(await card.getByRole('button', { name: 'See what goes' }).isDisabled()).toBe(true)
    await card.getByText('Your role (finance) can view this; only owners can change it.').waitFor()
    await expectNoFault(window)
  })

  it('is done by keys alone once the name is typed, and ends who acts for the member [D467]', async () => {
    const mia = await openPortal(demo)
    const { card, ...window } = await open('Ada')
    const { page } = window
    await card.getByRole('button', { name: 'See what goes' }).focus()
    await page.keyboard.press('Enter')
    const field = card.getByLabel(`Type ${member} to erase the member`)
    await field.waitFor()
    await field.focus()
    await page.keyboard.type('Harbour')
    await page.keyboard.press('Enter')
    expect(await card.getByRole('status').count()).toBe(0)
    await page.keyboard.type(' Studio')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await card.getByText(/^The member was erased, and is called Erased [\da-f]{16}\.$/).waitFor()
    await page.getByRole('heading', { name: /^Erased [\da-f]{16}$/ }).waitFor()
    await page.getByText('This membership is closed.').waitFor()
    await mia.page.reload()
    await mia.page.getByLabel('Your e-mail address').waitFor()
    await expectNoFault(window)
    await expectNoFault(mia)
  })
})
