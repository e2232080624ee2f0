import { describe, expect, it } from 'vitest'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

describe('mail in the console', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)(
    'is tried out, and read in the mailbox, in $colorScheme at $width px [D412] [D409]',
    async (view) => {
      const window = await openConsole(demo, 'Ada', { view })
      const { page, inspect } = window
      await page.goto(`${demo.baseUrl}/console/settings/mail`)
      await page.getByRole('button', { name: /Send a test to ada/ }).click()
      await page.getByText('It stands first in the list').waitFor()
      await page.getByText('it is in the mailbox').first().waitFor()
      await page
        .getByRole('button', { name: /Send again: Test to Ada/ })
        .first()
        .click()
      await page.getByText(/mail repeat \S+ --recipient/).waitFor()
      expect(await inspect('mail')).toEqual([])
      await page.getByRole('button', { name: 'Cancel' }).click()
      const digest = page.getByRole('switch', { name: 'What needs a person, each morning' })
      const was = await digest.isChecked()
      await digest.click()
      await expect.poll(() => digest.isChecked()).toBe(!was)

      await page.goto(`${demo.baseUrl}/dev/mailbox`)
      expect(await inspect('mailbox')).toEqual([])
      await page
        .getByRole('link', { name: /^A test of the mail of/ })
        .first()
        .click()
      await page.frameLocator('iframe').getByText('This mail was sent to see whether mail arrives').waitFor()
      await expectNoFault(window)
    },
  )
})
