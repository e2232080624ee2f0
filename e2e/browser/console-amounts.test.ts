import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findCutAmounts, findDeadAmounts, ofConsole } from './support/amounts.ts'
import { findPaths, type Place, screens, settle } from './support/console-screens.ts'
import { needsBrowser } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

const payout = 'tbody a[href*="/payouts/"]'
const run = 'a[href*="/payouts/runs/"]'

/** Screens that hold other amounts in another state, or in a part of their own. */
const more: Readonly<Record<string, Place>> = {
  'a payout to be paid': { from: 'payouts/all?status=unreported', link: payout },
  'a disputed payout': { from: 'payouts/all?status=disputed', link: payout },
  'the files of a run': { from: 'payouts', link: run, part: 'files' },
  'the payments of a run': { from: 'payouts', link: run, part: 'payments' },
}

/** Shows what a screen holds back until somebody asks for it. */
async function unfold(page: Page): Promise<void> {
  const months = page.getByRole('button', { name: 'Show months' })
  if (await months.isVisible()) await months.click()
  await settle(page)
  await page.evaluate("for (const details of document.querySelectorAll('main details')) details.open = true")
}

/** Puts three amounts on a screen: one that leads nowhere, one that does not say where, and one that is cut off. */
const plant = `(() => {
  const main = document.querySelector('#main')
  const [dead, unnamed, cut] = ['p', 'a', 'button'].map((name) => document.createElement(name))
  Object.assign(dead, { textContent: '$1.01' })
  Object.assign(unnamed, { textContent: '$2.02', href: '/console/members' })
  Object.assign(cut, { textContent: 'Why $3,333,333.03?' })
  Object.assign(cut.style, { width: '40px', overflow: 'hidden', whiteSpace: 'nowrap' })
  main.append(dead, unnamed, cut)
})()`

describe('the amounts of every screen of the console', needsBrowser, () => {
  const demo = startDemo()

  it.each([
    { workspace: 'Bright Reviews', width: 1280 },
    { workspace: 'Stress test', width: 320 },
  ])(
    'lead to a reason or say of what they are the sum, and are whole, in $workspace at $width px [D465]',
    async ({ workspace, width }) => {
      const window = await openConsole(demo, 'Ada', { view: { colorScheme: 'light', width }, workspace })
      const { page } = window
      const found: unknown[] = []
      for (const [route, path] of await findPaths(page, demo.baseUrl, { ...screens, ...more })) {
        await page.goto(`${demo.baseUrl}${path}`)
        await settle(page)
        await unfold(page)
        const dead = await findDeadAmounts(page, ofConsole)
        const cut = await findCutAmounts(page, ofConsole)
        if (dead.length > 0 || cut.length > 0) found.push({ route, dead, cut })
      }
      expect(found).toEqual([])
      await page.evaluate(plant)
      expect(await findDeadAmounts(page, ofConsole)).toEqual(['$1.01', '$2.02'])
      expect(await findCutAmounts(page, ofConsole)).toEqual(['Why $3,333,333.03?'])
      await expectNoFault(window)
    },
  )
})
