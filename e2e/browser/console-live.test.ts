import { describe, expect, it, vi } from 'vitest'
import { needsBrowser, type View, views } from './support/open-browser.ts'
import { openConsole, startDemo } from './support/open-console.ts'

const wide: View = { colorScheme: 'light', width: 1280 }
const soon = { timeout: 3000 }
const notConnected = /^Not connected since \d+:\d\d [AP]M UTC\. What you see may be old\.$/

describe('live screens of the console', needsBrowser, () => {
  const demo = startDemo()

  const open = async (view: View, name: string) => {
    const window = await openConsole(demo, name, { view })
    const { page } = window
    const reads: string[] = []
    page.on('request', (request) => reads.push(new URL(request.url()).pathname))
    await page.getByText('Needs you').waitFor()
    return { ...window, reads }
  }

  /** Waits until a window is up to date and waits for more. */
  const settle = async ({ page }: Awaited<ReturnType<typeof open>>) => {
    await page.waitForRequest(/\/changes\?tag=/)
  }

  it('show within 3 s what another window records, and keep what is typed [D347]', async () => {
    const [finn, ada] = await Promise.all([open(wide, 'Finn'), open(wide, 'Ada')])
    await ada.page.getByRole('link', { name: 'Payouts', exact: true }).click()
    await ada.page.getByRole('link', { name: 'Preview run' }).click()
    await ada.page.getByText('This run').waitFor()
    const previews = () => ada.reads.filter((path) => path.endsWith('/payout-runs/preview')).length
    expect(previews()).toBe(1)

    await finn.page.getByRole('link', { name: 'Preview run' }).click()
    await finn.page.getByRole('checkbox').check()
    await finn.page.getByRole('button', { name: /^Freeze \d+ payouts$/ }).click()
    await finn.page.getByText(/frozen by Finn/).waitFor()
    // Longer than it takes to learn of a run.
    await ada.page.waitForTimeout(soon.timeout)
    expect(previews()).toBe(1)

    await finn.page.getByRole('table').getByRole('link').first().click()
    await finn.page.getByText('Nobody has recorded a payment yet.').waitFor()
    await ada.page.goto(finn.page.url())
    const form = ada.page.getByRole('region', { name: 'Record payment' })
    const whole = await form.getByLabel(/^Amount/).inputValue()
    const half = (Number(whole) / 2).toFixed(whole.split('.')[1]?.length ?? 0)
    await form.getByLabel('Method').fill('Wise')
    await form.getByLabel('Reference').fill('half typ')
    await form.getByLabel('Reference').focus()
    await settle(ada)

    await finn.page.getByLabel(/^Amount/).fill(half)
    await finn.page.getByLabel('Method').fill('PayPal')
    await finn.page.getByLabel('Reference').fill('9LIVE')
    await finn.page.getByRole('button', { name: 'Record payment' }).click()
    await finn.page.getByText('Partly paid').waitFor()
    await ada.page.getByText('Partly paid').waitFor(soon)
    await ada.page.getByText('reference 9LIVE').waitFor(soon)
    expect(await form.getByLabel('Method').inputValue()).toBe('Wise')
    expect(await form.getByLabel('Reference').inputValue()).toBe('half typ')
    expect(await ada.page.evaluate('document.activeElement.value')).toBe('half typ')
    // What nobody has typed is what is left now.
    expect(Number(await form.getByLabel(/^Amount/).inputValue())).toBeCloseTo(Number(whole) - Number(half))
    expect(await finn.page.getByLabel('Method').inputValue()).toBe('Wise')
    for (const { faults, context } of [finn, ada]) {
      expect(faults.filter((fault) => !/status of 401/.test(fault))).toEqual([])
      await context.close()
    }
  })

  it('ask for nothing but changes while nothing happens, and for nothing while nobody sees them [D347]', async () => {
    const rita = await open(wide, 'Rita')
    await settle(rita)
    await rita.page.waitForTimeout(soon.timeout)
    const before = rita.reads.length
    await rita.page.waitForTimeout(2 * soon.timeout)
    expect(rita.reads.slice(before)).toEqual([])
    await rita.page.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => globalThis.isAway })
      globalThis.isAway = true
      document.dispatchEvent(new Event('visibilitychange'))`)
    const finn = await open(wide, 'Finn')
    await finn.page.getByRole('link', { name: 'Members', exact: true }).click()
    await finn.page.getByRole('table').getByRole('link').first().click()
    const runs = finn.page.getByRole('region', { name: 'Payout runs' })
    await runs.getByLabel('Why').fill('The tax form is missing')
    await runs.getByRole('button', { name: 'Exclude from runs' }).click()
    await runs.getByText('Excluded: The tax form is missing').waitFor()
    await rita.page.waitForTimeout(soon.timeout)
    expect(rita.reads.slice(before)).toEqual([])
    await rita.page.evaluate(`
      globalThis.isAway = false
      document.dispatchEvent(new Event('visibilitychange'))`)
    await vi.waitUntil(() => rita.reads.slice(before).some((path) => path.endsWith('/overview')), soon)
    await Promise.all([rita.context.close(), finn.context.close()])
  })

  it.each(views)(
    'say since when they are not connected, in $colorScheme at $width px [D347]',
    async (view) => {
      const ada = await open(view, 'Ada')
      const { page, context, inspect } = ada
      await settle(ada)
      await context.setOffline(true)
      await page.getByText(notConnected).waitFor()
      await page.getByText('Needs you').waitFor()
      expect(await inspect('console-away')).toEqual([])
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(overflow).toBeLessThanOrEqual(0)
      await context.setOffline(false)
      await page.getByText(notConnected).waitFor({ state: 'hidden', ...soon })
      await context.close()
    },
  )
})
