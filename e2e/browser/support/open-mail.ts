import type { Page } from 'playwright-core'
import { vi } from 'vitest'

/** Opens the latest mail of a subject in the mailbox of the demo, to anybody or to one address, as soon as it was sent. */
export async function openMail(page: Page, baseUrl: string, subject: RegExp, to = ''): Promise<void> {
  const link = page.getByRole('row').filter({ hasText: to }).getByRole('link', { name: subject }).first()
  await vi.waitUntil(
    async () => {
      await page.goto(`${baseUrl}/dev/mailbox`)
      return (await link.count()) > 0
    },
    { timeout: 20_000, interval: 500 },
  )
  await link.click()
}
