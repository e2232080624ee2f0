import type { Page } from 'playwright-core'

/** Signs in as somebody of the demo, by default of its stress test. */
export async function continueAs(page: Page, name: string, workspace = 'Stress test'): Promise<void> {
  const place = page.getByRole('region', { name: workspace })
  await place.getByRole('button', { name: new RegExp(`^${name} `) }).click()
}
