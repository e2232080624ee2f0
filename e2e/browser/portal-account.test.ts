import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, startDemo } from './support/open-console.ts'
import { goToScreen, openPortal } from './support/open-portal.ts'

describe('the account in the portal', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)(
    'ends other sessions and chooses mail, and downloads what is kept, in $colorScheme at $width px [D452] [D448]',
    async (view) => {
      const others = [await openPortal(demo, view), await openPortal(demo, view)]
      const window = await openPortal(demo, view)
      const { page, inspect } = window
      await goToScreen(page, 'More')
      await page.getByRole('link', { name: 'Your address, sessions, passkeys, mail and data' }).click()
      const sessions = page.getByRole('region', { name: 'Your sessions' })
      await sessions.getByRole('listitem').nth(2).waitFor()
      const choice = page.getByRole('switch', { name: 'Payments to you that have arrived' })
      const wanted = await choice.isChecked()
      await choice.focus()
      await page.keyboard.press('Space')
      await expect.poll(() => choice.isChecked()).toBe(!wanted)
      expect(await inspect('portal-account')).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download your data' }).click(),
      ])
      const data = JSON.parse(await readFile(await file.path(), 'utf8'))
      expect([file.suggestedFilename(), data.memberships[0].name]).toEqual(['my-data.json', 'Harbour Studio'])
      await sessions.getByRole('button', { name: 'End all others' }).click()
      await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1)
      for (const other of others) {
        await other.page.reload()
        await other.page.getByText('Continue as').waitFor()
        await other.context.close()
      }
      await expectNoFault(window)
    },
  )
})
