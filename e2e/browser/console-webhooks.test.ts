import { startReceiver } from '@affiliate-platform/test-support/webhook-receivers'
import { describe, expect, it } from 'vitest'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

describe('webhooks in the console', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)(
    'are added, tried out, disabled by a 410, enabled and removed, in $colorScheme at $width px [D414] [D413]',
    async (view) => {
      let status = 200
      const receiver = await startReceiver((response) => response.writeHead(status).end())
      const window = await openConsole(demo, 'Ada', { view })
      const { page, inspect } = window
      await page.goto(`${demo.baseUrl}/console/settings/webhooks`)
      await page.getByRole('button', { name: 'Add endpoint' }).click()
      // Pressed as a form is: by Enter in its field.
      const address = `${receiver.url}${'long-path-'.repeat(11)}`
      await page.getByLabel('Address').fill(address)
      await page.getByRole('checkbox', { name: /payment was disputed/ }).uncheck()
      await page.getByText(/webhooks add --url .*--topic referral.created/).waitFor()
      expect(await inspect('webhooks-new')).toEqual([])
      await page.getByLabel('Address').press('Enter')
      receiver.secret = (await page.getByText(/^whsec_/).textContent()) ?? ''
      expect(await inspect('webhooks-added')).toEqual([])
      await page.getByRole('button', { name: 'I have saved it' }).click()

      const manage = page.getByRole('button', { name: `Manage ${address}` })
      await manage.click()
      await page.getByRole('button', { name: /^Send a test to/ }).click()
      await page.getByText('It stands first below').waitFor()
      await expect.poll(() => receiver.count()).toBe(1)
      await page.getByText('status 200').first().waitFor()
      expect(await inspect('webhooks')).toEqual([])

      status = 410
      await page.getByRole('button', { name: /^Send a test to/ }).click()
      await page.getByText('It said that it is gone (410)').waitFor({ timeout: 20_000 })
      expect(await inspect('webhooks-gone')).toEqual([])
      status = 200
      await page.getByRole('button', { name: 'Enable endpoint' }).click()
      await page.getByRole('button', { name: 'Disable endpoint' }).waitFor()
      await page
        .getByRole('button', { name: /^Repeat: webhook.test/ })
        .first()
        .waitFor()
      await page.getByRole('button', { name: 'Remove endpoint…' }).click()
      await page.getByRole('button', { name: 'Remove for good' }).click()
      await page.getByText('Nobody is told yet').waitFor()
      receiver.close()
      await expectNoFault(window)
    },
  )
})
