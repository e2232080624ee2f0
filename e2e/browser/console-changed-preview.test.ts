import { describe, expect, it } from 'vitest'
import { needsBrowser, type Window } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

const workspace = 'Bright Reviews'

describe('a preview that something has changed since', needsBrowser, () => {
  const demo = startDemo()

  const preview = async ({ page }: Window) => {
    await page.getByRole('link', { name: 'Payouts', exact: true }).click()
    await page.getByRole('link', { name: 'Preview run' }).click()
    await page.getByText('This run').waitFor()
  }
  const freeze = async ({ page }: Window) => {
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: /^Freeze \d+ payouts?$/ }).click()
  }

  it('names who is paid otherwise, and freezes nothing but what was seen', async () => {
    const [ada, finn] = [
      await openConsole(demo, 'Ada', { workspace }),
      await openConsole(demo, 'Finn', { workspace }),
    ]
    for (const window of [ada, finn]) await preview(window)
    const row = finn.page.getByRole('table').getByRole('row').nth(1)
    const [name = '', sum = ''] = [
      await row.getByRole('link').first().innerText(),
      await row.getByRole('cell').nth(2).innerText(),
    ]
    await row.getByRole('link').first().click()
    await finn.page.getByLabel('Why', { exact: true }).fill('asked to wait')
    await finn.page.getByRole('button', { name: 'Exclude from runs' }).click()
    await finn.page.getByRole('button', { name: 'Include again' }).waitFor()

    const alert = ada.page.getByRole('alert')
    await freeze(ada)
    await alert.getByText('Something has changed since this preview').waitFor()
    expect(await alert.innerText()).toContain(`Nothing was frozen. ${name}: nothing instead of ${sum}.`)
    expect(await ada.page.getByRole('checkbox').isChecked()).toBe(false)
    expect(await ada.inspect('console-4-preview-changed')).toEqual([])

    await preview(finn)
    await freeze(finn)
    await finn.page.getByText(/frozen by Finn/).waitFor()
    // The preview that Ada was just shown has been frozen by somebody else.
    await freeze(ada)
    await ada.page.getByRole('link', { name: /^The latest run was frozen by Finn/ }).click()
    await ada.page.waitForURL(finn.page.url())
    await ada.page.getByText(/frozen by Finn/).waitFor()
    for (const window of [ada, finn]) await expectNoFault(window)
  })
})
