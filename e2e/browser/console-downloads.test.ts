import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

describe('downloads of the console', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)(
    'save every row, with the filters, in $colorScheme at $width px, and are listed [D348] [D471]',
    async (view) => {
      const window = await openConsole(demo, 'Rita', { view })
      const { page, inspect } = window
      await page.goto(`${demo.baseUrl}/console/payouts/all?status=disputed`)
      const region = page.getByRole('region', { name: 'Download' })
      await region.getByText('payouts list --csv --status disputed').waitFor()
      expect(await inspect('download')).toEqual([])
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        region.getByRole('button', { name: 'Download CSV' }).click(),
      ])
      expect(saved.suggestedFilename()).toBe('payouts.csv')
      const rows = parse<Record<string, string>>(await readFile(await saved.path()), { columns: true })
      // A page shows fifty of them.
      expect(rows.length).toBeGreaterThan(50)
      expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['disputed']))
      await region.getByText('Every row with these filters').waitFor()

      await region.getByRole('link', { name: 'Earlier downloads' }).click()
      await page.getByRole('heading', { name: 'Downloads', level: 1 }).waitFor()
      const row = page.locator('#main tbody tr').filter({ hasText: 'disputed' }).first()
      await row.getByText('Complete').waitFor()
      await row.getByText(rows.length.toLocaleString('en'), { exact: true }).waitFor()
      expect(await inspect('downloads')).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      const [again] = await Promise.all([
        page.waitForEvent('download'),
        row.getByRole('button', { name: 'Download again' }).click(),
      ])
      expect(again.suggestedFilename()).toBe('payouts.csv')
      await row.getByRole('link', { name: 'Payouts' }).click()
      await page.waitForURL(/\/payouts\/all\?.*status=disputed/)
      await expectNoFault(window)
    },
  )

  it('say how many commissions an amount is made of, and keep its currency [D480]', async () => {
    const { page, context } = await openConsole(demo, 'Rita')
    await page.goto(`${demo.baseUrl}/console/`)
    const money = page.getByRole('region', { name: 'Money in USD' })
    await money.locator('a[href*="status=available"]').click()
    await page.getByText(/^The latest 50 commissions: \$[\d,.]+ of \$[\d,.]+$|^\d+ commissions: \$/).waitFor()
    const region = page.getByRole('region', { name: 'Download' })
    await region.getByText('commissions list --csv --currency USD --status available').waitFor()
    await context.close()
  })

  const item = {
    ...{ id: crypto.randomUUID(), list: 'members', filters: {}, by: 'Finn', rows: 9, state: 'whole' },
    ...{ startedAt: '2026-01-05T09:00:00.000Z', endedAt: '2026-01-05T09:00:01.000Z' },
  }

  it('that run show by themselves how far they have come, until they are complete [D471]', async () => {
    const window = await openConsole(demo, 'Rita')
    const { page } = window
    const running = { ...item, state: 'running', endedAt: null }
    const answers = [
      { ...running, rows: 1200 },
      { ...running, rows: 3400 },
      { ...item, rows: 5000 },
    ]
    let asked = 0
    await page.route('**/api/console/v1/downloads*', async (route) => {
      const answer = answers[Math.min(asked, answers.length - 1)]
      asked += 1
      await route.fulfill({ json: { items: [answer], next: null } })
    })
    await page.goto(`${demo.baseUrl}/console/settings/downloads`)
    const row = page.locator('#main tbody tr')
    for (const rows of ['1,200', '3,400']) await row.filter({ hasText: rows }).getByText('Running').waitFor()
    await row.filter({ hasText: '5,000' }).getByText('Complete').waitFor()
    const askedUntilThen = asked
    await page.waitForTimeout(5000)
    expect(asked).toBe(askedUntilThen)
    await expectNoFault(window)
  })

  it('of 30 days ago say that their filters are forgotten, and are not made again [D474]', async () => {
    const window = await openConsole(demo, 'Rita', { view: { colorScheme: 'light', width: 390 } })
    const { page, inspect } = window
    await page.route('**/api/console/v1/downloads*', (route) =>
      route.fulfill({ json: { items: [{ ...item, filters: null }], next: null } }),
    )
    await page.goto(`${demo.baseUrl}/console/settings/downloads`)
    await page.getByText('the filters are forgotten after 30 days').waitFor()
    expect(await page.getByRole('button', { name: 'Download again' }).count()).toBe(0)
    expect(await inspect('downloads-forgotten')).toEqual([])
    await page.locator('#main').getByRole('link', { name: 'Members' }).click()
    await page.waitForURL(/\/console\/members$/)
    await expectNoFault(window)
  })

  it('say so where they break off, and save nothing [D348]', async () => {
    const { page, context } = await openConsole(demo, 'Rita')
    let isSaved = false
    page.on('download', () => {
      isSaved = true
    })
    await page.goto(`${demo.baseUrl}/console/commissions`)
    const region = page.getByRole('region', { name: 'Download' })
    await region.waitFor()
    await page.route('**/commissions.csv*', (route) => route.abort())
    await region.getByRole('button', { name: 'Download CSV' }).click()
    await region.getByRole('alert').waitFor()
    expect(isSaved).toBe(false)
    await context.close()
  })
})
