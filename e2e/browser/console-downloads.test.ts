import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

describe('downloads of the console', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)('save every row, with the filters, in $colorScheme at $width px [D348]', async (view) => {
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
