import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { describe, expect, it } from 'vitest'
import { needsBrowser, type View, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

const firstScreenBytesMax = 250_000

/** What the browser was sent for a screen, as sent; a chart comes after it with its months, if it has come yet (D476). */
const sent = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.includes('/console/') && !name.includes('/months'))
  .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize }))`

const focusedText = 'document.activeElement.ariaLabel ?? document.activeElement.textContent'

/** Chooses what is found, and opens Find again before React has closed it: a microtask is sooner than its next work. */
const chooseAndOpen = `(async () => {
  const press = (init) => document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
  press({ key: 'Enter' })
  for (let turns = 0; turns < 20; turns += 1) await undefined
  press({ key: 'k', ctrlKey: true })
})()`

describe('find, keys and first steps of the console', needsBrowser, () => {
  const demo = startDemo()

  const open = async (view: View, workspace?: string) => {
    const window = await openConsole(demo, 'Ada', { view, workspace })
    const { page } = window
    await page.getByText('Needs you').waitFor()
    const end = () => expectNoFault(window)
    return { ...window, end }
  }

  it.each(['Bright Reviews', 'Stress test'])(
    'are not sent with the screen that is opened first, of %s [D350]',
    async (workspace) => {
      const { page, end } = await open({ colorScheme: 'light', width: 1280 }, workspace)
      const parts = await page.evaluate<readonly { name: string; bytes: number }[]>(sent)
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
      expect(bytes, JSON.stringify(parts)).toBeLessThan(firstScreenBytesMax)
      await end()
    },
  )

  it('reach every record and screen by the keyboard alone [D350]', async () => {
    const { page, context, end } = await open({ colorScheme: 'light', width: 1280 })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { keyboard } = page
    const heading = (name: string | RegExp) =>
      page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    const field = page.getByRole('combobox', { name: 'Find' })
    const focusedField = field.and(page.locator(':focus'))
    const option = (name: string | RegExp) => page.getByRole('option', { name })

    await keyboard.press('Control+k')
    await focusedField.waitFor()
    await keyboard.type('Harbour Studio')
    await option(/Harbour Studio/)
      .first()
      .waitFor()
    await keyboard.press('Enter')
    await heading(/Harbour Studio/)

    await keyboard.press('g')
    await keyboard.press('c')
    await heading(/^Commissions/)
    await page.getByRole('table').waitFor()
    await keyboard.press('j')
    await keyboard.press('j')
    await keyboard.press('k')
    expect(await page.evaluate('document.activeElement.rowIndex')).toBe(1)
    await keyboard.press('w')
    await page.getByRole('button', { name: 'Copy commission' }).waitFor()
    const commission = new URL(page.url()).searchParams.get('why') ?? ''
    await keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await page.evaluate('document.activeElement.rowIndex')).toBe(1)
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'New terms' }).waitFor()

    await keyboard.press('Control+k')
    await focusedField.waitFor()
    // Enter is pressed before anything is found.
    await keyboard.type(commission.slice(-12))
    await keyboard.press('Enter')
    await page.getByRole('button', { name: 'Copy commission' }).waitFor()
    expect(page.url()).toContain(`/commissions?why=${commission}`)
    await keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    const listed = await page.evaluate('fetch("/api/console/v1/keys").then((response) => response.json())')
    const [key] = (listed as ConsoleResponse<'listKeys'>).items
    await keyboard.press('Control+k')
    await focusedField.waitFor()
    await keyboard.type(key?.id ?? '')
    await keyboard.press('Enter')
    await heading('Keys')
    await page
      .locator('tr:focus')
      .filter({ hasText: key?.name ?? '' })
      .waitFor()
    await keyboard.press('Control+k')
    await focusedField.waitFor()
    await keyboard.type('finn')
    await keyboard.press('Enter')
    await page.getByRole('button', { name: 'Close Finn' }).waitFor()

    const name = page.getByRole('region', { name: 'Invite a person' }).getByLabel('Name')
    await name.focus()
    await keyboard.type('gopjk?w')
    expect([await name.inputValue(), await page.getByRole('dialog').count()]).toEqual(['gopjk?w', 0])
    await keyboard.press('Control+k')
    await focusedField.waitFor()
    await keyboard.press('Escape')
    await field.waitFor({ state: 'hidden' })
    expect(await page.evaluate('document.activeElement.value')).toBe('gopjk?w')

    const find = page.getByRole('button', { name: /^Find/ })
    await find.focus()
    await keyboard.press('Enter')
    await focusedField.waitFor()
    await keyboard.type('key')
    await option(/^Keyboard shortcuts/).waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await page.getByText('Next row').waitFor()
    await keyboard.press('Escape')
    expect(await page.evaluate(focusedText)).toMatch(/^Find/)

    await keyboard.press('?')
    await page.getByText('Next row').waitFor()
    await keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await keyboard.press('g')
    await keyboard.press('m')
    await heading('Members')
    await page.getByRole('button', { name: /^Ada/ }).focus()
    await keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts: on' }).focus()
    await keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts: off' }).waitFor()
    await keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'hidden' })
    await page.reload()
    await heading('Members')
    await keyboard.press('g')
    await keyboard.press('o')
    await keyboard.press('?')
    expect([await page.getByRole('dialog').count(), new URL(page.url()).pathname]).toEqual([
      0,
      '/console/members',
    ])
    await keyboard.press('Control+k')
    await focusedField.waitFor()
    await keyboard.type('gold')
    await option(/^Gold/).first().waitFor()
    await page.getByText('Press Enter to copy the command.').waitFor()
    await keyboard.press('Enter')
    await page.getByText('Copied.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
      /^npx @affiliate-platform\/operator groups show [-0-9a-f]{36}$/,
    )
    await focusedField.fill('agency circle')
    await option(/^Agency Circle/).waitFor()
    await keyboard.press('Enter')
    await heading('Agency Circle')
    await keyboard.press('Control+k')
    await focusedField.waitFor()
    await keyboard.type('https://referred-shop-1.myshopify.com/admin')
    await option(/^referred-shop-1\.myshopify\.com.*Shop$/).waitFor()
    await keyboard.press('Enter')
    await heading('referred-shop-1.myshopify.com')
    await end()
  })

  it('opens anew for who presses its keys while it closes', async () => {
    const { page, end } = await open({ colorScheme: 'light', width: 1280 })
    const { keyboard } = page
    const focusedField = page.getByRole('combobox', { name: 'Find' }).and(page.locator(':focus'))
    await keyboard.press('Control+k')
    await focusedField.waitFor()
    await keyboard.type('members')
    await page.getByText(/^\d+ results?/).waitFor()
    await page.evaluate(chooseAndOpen)
    await page.waitForURL(/\/members$/)
    await focusedField.waitFor()
    expect(await focusedField.inputValue()).toBe('')
    await end()
  })

  it.each(views)('look right in $colorScheme at $width px [D350]', async (view) => {
    const { page, context, inspect, end } = await open(view)
    await context.grantPermissions(['clipboard-write'])
    const button = page.getByRole('button', { name: /^Find/ })
    await button.click()
    const field = page.getByRole('combobox', { name: 'Find' })
    await field.waitFor()
    expect(await inspect('console-find-0-empty')).toEqual([])
    await field.fill('har')
    await page
      .getByRole('option', { name: /Harbour/ })
      .first()
      .waitFor()
    await page.getByText('Looking…').waitFor({ state: 'hidden' })
    expect(await inspect('console-find-1-found')).toEqual([])
    await field.fill('gold')
    await page.getByRole('option', { name: /^Gold/ }).first().click()
    await page.getByText('Copied.').waitFor()
    expect(await inspect('console-find-2-command')).toEqual([])
    await field.fill('nobody is called this')
    await page.getByText('No results for this').waitFor()
    expect(await inspect('console-find-3-nothing')).toEqual([])
    await field.fill('keyboard')
    await page.getByRole('option').click()
    await page.getByText('Next row').waitFor()
    expect(await inspect('console-find-4-keys')).toEqual([])
    await page.getByRole('button', { name: 'Close' }).click()
    expect(await page.evaluate(focusedText)).toMatch(/^Find/)
    await end()
  })

  it.each(views)('tell the first steps of an empty workspace in $colorScheme at $width px', async (view) => {
    const { page, inspect, end } = await open(view)
    // As the service tells it of a workspace with a program and nobody in it.
    await page.route('**/api/console/v1/overview', async (route) => {
      const overview = (await (await route.fetch({ maxRetries: 3 })).json()) as object
      const id = crypto.randomUUID()
      const firstSteps = {
        ...{ hasSales: true, hasTerms: true, hasLink: false, hasInstall: false },
        ...{ appId: id, programId: id, membershipId: null },
      }
      const waiting = { applications: [], openCases: 0, openProposals: 0, disputes: [], unpaidRuns: [] }
      await route.fulfill({ json: { ...overview, currencies: [], lastRun: null, waiting, firstSteps } })
    })
    await page.reload()
    await page.getByText('2 of 6 done').waitFor()
    await page
      .getByText(/memberships create --program/)
      .first()
      .waitFor()
    expect(await inspect('console-first-steps')).toEqual([])
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(wide).toBeLessThanOrEqual(0)
    await end()
  })
})
