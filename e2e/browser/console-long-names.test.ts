import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { giveLongNames, longName } from './support/looks.ts'
import { needsBrowser } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

const widths = [320, 390, 1280]

/** The boxes that do not hold what is in them. Text, because it runs in the page. */
const overfull = `[document.documentElement, ...document.querySelectorAll('#main, #main *')]
  .filter((box) => box.clientWidth > 1 && box.scrollWidth > box.clientWidth && !box.matches('input, textarea'))
  .map((box) => box.tagName + '.' + box.className + ': ' + box.textContent.slice(0, 60)).slice(0, 9)`

describe('a payout run of long names', needsBrowser, () => {
  const demo = startDemo()

  it('fits at 320, 390 and 1,280 px, from the preview to what was paid [D340] [D345]', async () => {
    const window = await openConsole(demo, 'Finn', { workspace: 'Bright Reviews' })
    const { page, inspect } = window
    await giveLongNames(page, 'console')
    const found: unknown[] = []
    const look = async (at: Page, name: string) => {
      await at.getByText(longName).first().waitFor()
      for (const width of widths) {
        await at.setViewportSize({ width, height: 900 })
        // It takes a moment to be laid out anew.
        await expect
          .poll(() => at.evaluate(overfull), { timeout: 10_000 })
          .toEqual([])
          .catch(() => undefined)
        const boxes = await at.evaluate<readonly string[]>(overfull)
        const faults = await inspect(`long-${name}-at-${width}`)
        if (boxes.length + faults.length > 0) found.push({ name, width, boxes, faults })
      }
    }

    await page.goto(`${demo.baseUrl}/console/payouts/run`)
    await page.getByRole('checkbox').check()
    await look(page, 'preview')
    await page.getByRole('button', { name: /^Freeze \d+ payouts$/ }).click()
    await page.getByText(/frozen by/).waitFor()
    await look(page, 'run')

    await page.getByRole('tab', { name: 'Files' }).click()
    const card = page.getByRole('region', { name: 'PayPal' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('button', { name: /^Download/ }).click(),
    ])
    await card.getByText(`${longName}: `).first().waitFor()
    await look(page, 'files')
    await page.getByRole('tab', { name: 'Record payments' }).click()
    await look(page, 'payments')

    await page.getByRole('tab', { name: 'Results' }).click()
    const payments = (await readFile(await download.path(), 'utf8')).trim().split('\n')
    const rows = payments.map((payment, index) => {
      const [, amount, currency, reference] = payment.split(',')
      const transaction = `${index} ${longName}`
      return [reference, amount, currency, transaction, index === 0 ? '2999-01-01' : ''].join(',')
    })
    const content = ['reference,amount,currency,transaction,paid_at', ...rows].join('\n')
    const file = { name: `${longName}.csv`, mimeType: 'text/csv', buffer: Buffer.from(content) }
    await page.getByLabel('Result file').setInputFiles(file)
    await page.getByLabel('Paid by').fill(longName)
    await page.getByRole('button', { name: 'Check file' }).click()
    await page.getByText('Needs you 1').click()
    await page.getByText(`import-results '${longName}.csv' --method '${longName}'`).waitFor()
    await look(page, 'results')
    await page.getByRole('button', { name: /^Record \d+ payments?, / }).click()
    await page.getByText(/payments recorded\. Members still confirm\.$/).waitFor()
    await look(page, 'recorded')

    await page.getByRole('tab', { name: 'Payouts' }).click()
    const paid = page.locator('#main tbody tr').filter({ hasText: /Paid/ })
    await paid.getByRole('link').first().click()
    await page.getByRole('region', { name: 'Payment history' }).waitFor()
    await look(page, 'payout')
    expect(found).toEqual([])
    await expectNoFault(window)
  })
})
