import { report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { startReceiver } from '@affiliate-platform/test-support/webhook-receivers'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Everything, startEverything } from '../support/start-everything.ts'
import { continueAs } from './support/continue-as.ts'
import { pressKeys } from './support/keyboard.ts'
import { launchBrowser, needsBrowser, openWindow, type View, type Window } from './support/open-browser.ts'
import { openMail } from './support/open-mail.ts'
import { goToScreen } from './support/open-portal.ts'
import { frameOf, press, see } from './support/story.ts'

const wide: View = { colorScheme: 'light', width: 1280 }
const phone: View = { colorScheme: 'light', width: 390 }
const name = 'Ines Iversen'

/** What the endpoint has been told, and how often: its topics in the order of the story. */
const toldOf = [
  'referral.created',
  'commission.posted',
  'payout_run.frozen',
  'payout.reported',
  'payout.confirmed',
]

describe('a whole story in a browser', needsBrowser, () => {
  let everything: Everything
  let browser: Browser
  let serviceUrl = ''
  let consoleUrl = ''
  let portalUrl = ''
  let appUrl = ''
  let affiliateKey = ''

  beforeAll(async () => {
    browser = await launchBrowser()
    everything = startEverything()
    const find = async (pattern: RegExp) => (await everything.waitFor(pattern))[1] ?? ''
    consoleUrl = await find(/Console\s+(\S+)/)
    portalUrl = await find(/Portal\s+(\S+)/)
    serviceUrl = await find(/platform is ready at (\S+)/)
    affiliateKey = await find(/export AFFILIATE_API_KEY='([^']+)'/)
    appUrl = await find(/example app is ready at (\S+)/)
  })
  afterAll(async () => {
    await everything.stop()
    await browser.close()
  })

  const open = (view: View) => openWindow(browser, view)
  const openConsole = async (person: string) => {
    const window = await open(wide)
    await window.page.goto(consoleUrl)
    await continueAs(window.page, person)
    await window.page.getByRole('heading', { name: 'Overview' }).waitFor()
    return window
  }

  it('begins with two addresses that lead in by one press each [D346] [D440]', async () => {
    const [operator, member] = [await openConsole('Ada'), await open(phone)]
    await member.page.goto(portalUrl)
    await member.page.getByRole('button', { name: /^Mia / }).click()
    await member.page.getByText('Available now').waitFor()
    for (const { context } of [operator, member]) await context.close()
  })

  it('leads from an application to a payment that arrived, which both sides see [D441] [D456] [D461]', async () => {
    const receiver = await startReceiver()
    const [ada, ines, merchant] = [await openConsole('Ada'), await open(phone), await open(wide)]
    await addEndpoint(ada.page, receiver.url)

    const joinUrl = await openPublicPage(ada.page)
    await apply(ines.page, joinUrl)
    await approve(ada.page)
    await openMail(ines.page, serviceUrl, /^See what you earn with /)
    await ines.page.frameLocator('iframe').getByRole('link', { name: 'Sign in' }).click()
    await ines.page.getByRole('button', { name: 'Sign in' }).click()
    await ines.page.getByRole('heading', { name: 'Home' }).waitFor()
    const [, , membershipId = ''] = new URL(ines.page.url()).pathname.split('/')
    await giveTerms(ada.page, membershipId)

    const link = await makeLink(ines.page)
    await install(merchant, link)
    await seeWhy(ines.page)

    const payoutUrl = await pay(ada.page, membershipId)
    const amount = '$7.04'
    await ada.page.getByText('PayPal, reference 8XK2').first().waitFor()
    expect(await statusOf(membershipId)).toEqual(['reported'])

    const startedAt = performance.now()
    await confirmByKeys(ines.page, amount)
    const saidAt = performance.now()
    await ada.page
      .locator('li', { hasText: `Confirmed ${amount}` })
      .getByText(`${name}, `)
      .waitFor()
    const seenMs = performance.now() - saidAt
    const toSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    report(
      `From the mail to a confirmation by keys: ${toSeconds(saidAt - startedAt)}; the operator saw it ${toSeconds(seenMs)} later.`,
    )
    expect(saidAt - startedAt).toBeLessThan(60_000)
    expect(seenMs).toBeLessThan(scale({ quick: 15_000, soak: 3000 }))
    expect(await statusOf(membershipId)).toEqual(['confirmed'])
    expect(await ada.page.getByRole('button', { name: 'Retract confirmation' }).isDisabled()).toBe(true)
    expect(ada.page.url()).toBe(payoutUrl)

    const told = () =>
      [...receiver.got.values()].flatMap(({ bodies }) =>
        [...bodies].map((body) => (JSON.parse(body) as { readonly type: string }).type),
      )
    await expect.poll(() => toldOf.filter((topic) => !told().includes(topic))).toEqual([])
    receiver.close()
    for (const window of [ada, ines, merchant]) await expectNoFault(window)
  })

  async function addEndpoint(page: Page, url: string): Promise<void> {
    await page.goto(`${consoleUrl}/settings/webhooks`)
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    await page.getByLabel('Address').fill(url)
    await page.getByLabel('Address').press('Enter')
    await page.getByRole('button', { name: 'I have saved it' }).click()
  }

  async function openPublicPage(page: Page): Promise<string> {
    await page.goto(`${consoleUrl}/programs`)
    await page.getByRole('link', { name: 'Bright Partners' }).first().click()
    await page.getByRole('button', { name: 'Turn it on' }).click()
    return (await page.getByText(/\/portal\/join\//).textContent()) ?? ''
  }

  async function apply(page: Page, joinUrl: string): Promise<void> {
    await page.goto(joinUrl)
    await page.getByLabel('E-mail').fill('ines@iversen.example')
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Where will you share it?').fill('My channel for merchants')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Thank you.').waitFor()
  }

  async function approve(page: Page): Promise<void> {
    await page.getByRole('button', { name: `Approve ${name}` }).click()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('article', { name: `Decision on ${name}` }).waitFor()
  }

  /** A quarter of what comes in, to be paid at once and from the first cent on. */
  async function giveTerms(page: Page, membershipId: string): Promise<void> {
    await page.goto(`${consoleUrl}/members/${membershipId}`)
    for (const [label, value] of [
      ['Commission (%)', '25'],
      ['Paid from (USD)', '0'],
      ['Install reward (USD)', '0'],
      ['Held (days)', '0'],
    ] as const)
      await page.getByLabel(label).fill(value)
    await page.getByRole('button', { name: 'Save terms' }).click()
    await page.getByText('saved by Ada').waitFor()
  }

  async function makeLink(page: Page) {
    await goToScreen(page, 'Links')
    await page.getByLabel('What it is for').fill('channel')
    await page.getByRole('button', { name: 'Make a link' }).click()
    const card = page.getByRole('region', { name: 'Link channel' })
    const url = (await card.getByText(/^http/).textContent()) ?? ''
    return { url, code: url.split('/').at(-1) ?? '' }
  }

  /** A merchant follows the link, installs the app, says who sent them, and pays. */
  async function install(window: Window, { url, code }: Awaited<ReturnType<typeof makeLink>>): Promise<void> {
    const { page } = window
    // As the merchant's browser: clicks of machines are not counted.
    const userAgent = String(await page.evaluate('navigator.userAgent'))
    const followed = await fetch(url, { redirect: 'manual', headers: { 'User-Agent': userAgent } })
    expect([followed.status, followed.headers.get('location')]).toEqual([
      302,
      expect.stringContaining(`utm_campaign=${code}`),
    ])
    const frame = frameOf(window)
    await page.goto(appUrl)
    await page.locator('main [data-action=install]').click()
    await see(frame, 'Identified once')
    await frame.getByLabel('Code of a partner (optional)').fill(code)
    await frame.getByRole('button', { name: 'Send', exact: true }).click()
    await see(frame, 'Thank you. We have noted who sent you.')
    await press(page, 'Charge $29')
    // The platform asks for sales every minute.
    await page.getByText('The last sale earned the member $7.04.').waitFor({ timeout: 90_000 })
  }

  async function seeWhy(page: Page): Promise<void> {
    await page.reload()
    const card = page.getByRole('region', { name: 'Link channel' })
    await card.getByText('Shops that installed').waitFor()
    expect((await card.locator('dd').allInnerTexts()).map((text) => text.trim())).toEqual(['1', '1', '1'])
    await goToScreen(page, 'Home')
    await page.getByRole('button', { name: 'Why $7.04?' }).click()
    const why = page.getByRole('dialog')
    await why
      .getByText(/^You get 25% of what m•••-l••• #\d{4} pays, after Shopify’s fees\. .* it paid \$29\.00/)
      .waitFor()
    await why.getByText(/It has been available since .* and the next payout includes it/).waitFor()
    await why.getByText(/Your code was entered on/).waitFor()
    await page.keyboard.press('Escape')
    await why.waitFor({ state: 'hidden' })
  }

  /** Freezes a run, and records the payment of this one member, whose payout stays open. */
  async function pay(page: Page, membershipId: string): Promise<string> {
    await page.goto(`${consoleUrl}/payouts/run`)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: /^Freeze / }).click()
    await page.getByText(/frozen by Ada/).waitFor()
    await page.goto(`${consoleUrl}/payouts/all?membershipId=${membershipId}`)
    await page.getByRole('table').getByRole('link').first().click()
    const form = page.getByRole('region', { name: 'Record payment' })
    await form.getByLabel('Method').fill('PayPal')
    await form.getByLabel('Reference').fill('8XK2')
    await form.getByRole('button', { name: 'Record payment' }).click()
    return page.url()
  }

  /** From the mail to the confirmation: without a mouse, on a phone. */
  async function confirmByKeys(page: Page, amount: string): Promise<void> {
    await openMail(page, serviceUrl, new RegExp(`^\\${amount} from Bright Partners is on its way`))
    await pressKeys(page, 'See the payout')
    await page.getByRole('heading', { name: 'What it is for' }).waitFor()
    await pressKeys(page, 'It arrived')
    await pressKeys(page, 'Confirm this amount')
    await page.getByText(`Arrived ${amount}`).waitFor()
  }

  /** The states of a member's payouts, as an app reads them. */
  async function statusOf(membershipId: string): Promise<readonly unknown[]> {
    const response = await fetch(
      `${serviceUrl}/api/affiliate-platform/v1/payouts?membershipId=${membershipId}`,
      { headers: { Authorization: `Bearer ${affiliateKey}` } },
    )
    const { items } = (await response.json()) as { readonly items: readonly { readonly status: string }[] }
    return items.map(({ status }) => status)
  }

  async function expectNoFault({ page, faults, outside, context }: Window): Promise<void> {
    expect(faults.filter((fault) => !/status of 40[013]/.test(fault))).toEqual([])
    expect(outside).toEqual([])
    expect(await page.evaluate('refused')).toEqual([])
    await context.close()
  }
})
