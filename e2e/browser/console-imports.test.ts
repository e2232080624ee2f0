import { join } from 'node:path'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { describe, expect, it } from 'vitest'
import {
  buildCommission,
  buildExport,
  buildPaid,
  buildPayout,
} from '../../packages/platform/test/history/mantle-export.ts'
import { createPartnerdex } from '../../packages/platform/test/history/partnerdex-database.ts'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

const files = buildExport({
  'commissions.json': [buildPaid(1, 251.8000000000001), buildCommission(2, 7.25), buildCommission(3, 'ten')],
  'payouts.json': [buildPayout(1, 251.8)],
})
const uploaded = Object.entries(files).map(([name, items]) => ({
  ...{ name, mimeType: 'application/json' },
  buffer: Buffer.from(JSON.stringify({ items })),
}))

describe('imports in a browser', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)('are checked, run and undone, in $colorScheme at $width px [D432]', async (view) => {
    const window = await openConsole(demo, 'Ada', { view, workspace: 'Bright Reviews' })
    const { page, inspect } = window
    await page.goto(`${demo.baseUrl}/console/settings/imports`)
    await page.getByLabel('Files of the export').setInputFiles(uploaded)
    await page.getByLabel('Cut-over').fill('2025-06-01')
    expect(await inspect('console-12-imports')).toEqual([])
    await page.getByRole('button', { name: 'Check export' }).click()
    await page.getByText('Nothing is imported yet').waitFor()
    await page.getByRole('region', { name: 'Set aside' }).getByText('No amount').waitFor()
    expect(await inspect('console-12-imports-checked')).toEqual([])
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('What was open there is left out of payout runs').waitFor()
    // Those of the views before it are undone, and stand first until the list is read again.
    await page.getByText('Complete', { exact: true }).waitFor()
    await page
      .getByRole('button', { name: /^Details of mantle-export/ })
      .first()
      .click()
    await page.getByText('commissions.json, 3').waitFor()
    expect(await inspect('console-12-imports-details')).toEqual([])
    await page.getByLabel('Reason').fill('last month’s')
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByText('last month’s').first().waitFor()
    await page.getByText('Undone').first().waitFor()
    await expectNoFault(window)
  })

  it('take a database of PartnerDex: checked, run and undone [D433]', async () => {
    const folder = makeFolder()
    const path = join(folder.path, 'partnerdex.sqlite')
    const source = createPartnerdex(path)
    try {
      const window = await openConsole(demo, 'Ada', { workspace: 'Bright Reviews' })
      const { page, inspect } = window
      await page.goto(`${demo.baseUrl}/console/settings/imports`)
      await page.getByLabel('From', { exact: true }).selectOption('PartnerDex')
      await page.getByLabel('Database').setInputFiles([path, `${path}-wal`])
      await page.getByLabel('Cut-over').fill('2026-06-01')
      await page.getByText('import partnerdex partnerdex.sqlite --cut-over 2026-06-01').waitFor()
      await page.getByRole('button', { name: 'Check export' }).click()
      await page.getByText('Nothing is imported yet').waitFor()
      await page.getByRole('region', { name: 'Set aside' }).getByText('In another currency').waitFor()
      expect(await inspect('console-12-imports-partnerdex')).toEqual([])
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByText('What was open there is left out of payout runs').waitFor()
      await page.getByText('PartnerDex: partnerdex.sqlite').waitFor()
      await page
        .getByRole('button', { name: /^Details of partnerdex.sqlite/ })
        .first()
        .click()
      await page.getByText('affiliate_commissions, 5').waitFor()
      await page.getByLabel('Reason').fill('too early')
      await page.getByRole('button', { name: 'Undo import' }).click()
      await page.getByText('too early').first().waitFor()
      await expectNoFault(window)
    } finally {
      source.close()
      await folder.remove()
    }
  })

  it('are shown to a reader, who cannot run one [D432]', async () => {
    const window = await openConsole(demo, 'Rita', { workspace: 'Bright Reviews' })
    const { page } = window
    await page.goto(`${demo.baseUrl}/console/settings/imports`)
    await page.getByText('only owners can change it').waitFor()
    expect(await page.getByRole('button', { name: 'Check export' }).isDisabled()).toBe(true)
    await expectNoFault(window)
  })
})
