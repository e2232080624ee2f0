import { type ConsoleResponse, formatMoney } from '@affiliate-platform/contract/console'
import { describe, expect, it, vi } from 'vitest'
import { needsBrowser, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

const workspace = 'Bright Reviews'

describe('cases in a browser', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)(
    'are shown with what each answer costs, in $colorScheme at $width px [D361]',
    async (view) => {
      const window = await openConsole(demo, 'Ada', { view, workspace })
      const { page, inspect } = window
      await page.getByRole('link', { name: 'Decide', exact: true }).click()
      await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor()
      await page.getByRole('table').waitFor()
      expect(await inspect('console-10-cases')).toEqual([])
      const shops = await page.locator('td:first-child').getByRole('link').allTextContents()
      expect(shops).toHaveLength(5)
      for (const [index, shop] of shops.entries()) {
        await page.goto(`${demo.baseUrl}/console/cases`)
        await page.getByRole('link', { name: shop, exact: true }).click()
        await page.getByRole('heading', { name: `Who referred ${shop}?` }).waitFor()
        await page.getByRole('radio').first().check()
        expect(await inspect(`console-10-case-${index + 1}`)).toEqual([])
        const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        expect(wide).toBeLessThanOrEqual(0)
      }
      await expectNoFault(window)
    },
  )

  it('are decided by keys, one after the other, and decided again with what that takes back [D361]', async () => {
    const window = await openConsole(demo, 'Finn', { workspace })
    const { page, inspect } = window
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press('g', 'd')
    await page.getByRole('table').waitFor()
    await press('j', 'j', 'j', 'j', 'Enter')
    const question = page.getByRole('heading', { name: /^Who referred / })
    await page.getByText('After payout').waitFor()
    const shop = await question.textContent()
    // Without an answer and a reason nothing is decided.
    await press('Control+Enter', '2', '1', 'Control+Enter')
    expect(await page.getByRole('radio').first().isChecked()).toBe(true)
    await press('r')
    await page.keyboard.type('the merchant named them')
    await page.getByText(/attribution decide \S+ accept --reason 'the merchant named them'$/).waitFor()
    const won = await page.getByRole('radio').first().getAttribute('data-key')
    expect(won).toBe('1')
    await press('Control+Enter')
    await page.getByText(/^Decision: .* referred it$/).waitFor()
    expect(await inspect('console-10-case-decided')).toEqual([])

    await page.getByRole('button', { name: 'Decide again' }).click()
    await page
      .getByText(/is taken back from/)
      .first()
      .waitFor()
    await page.getByLabel(/^Under|^Ünder/).check()
    await page.getByRole('button', { name: 'The merchant named someone else' }).click()
    await page.getByText(/ reject --reason 'The merchant named someone else' --again$/).waitFor()
    expect(await inspect('console-10-case-again')).toEqual([])
    await page.getByRole('button', { name: /^Record decision/ }).dblclick()
    await page.getByText(/^Accepted: the evidence for /).waitFor()
    await page.getByText(/^Decision: .* referred it$/).waitFor()
    await page.getByText('the merchant named them').waitFor()
    await page.locator('body').press('j')
    await expect.poll(() => question.textContent()).not.toBe(shop)
    await page.getByRole('link', { name: 'All cases' }).click()
    await page.getByText('Open 4').waitFor()
    await page.getByText('Decided', { exact: true }).click()
    await page.getByText('Rejected: The merchant named someone else').waitFor()
    expect(await inspect('console-10-cases-decided')).toEqual([])
    await expectNoFault(window)
  })

  it('decided by two people at once, show the second what the first has decided [D361]', async () => {
    const windows = [
      await openConsole(demo, 'Ada', { workspace }),
      await openConsole(demo, 'Finn', { workspace }),
    ]
    let sent = 0
    for (const { page } of windows) {
      // Both have decided before either is heard.
      await page.route(/\/cases\/[^/]+\/decision$/, async (route) => {
        sent += 1
        await vi.waitUntil(() => sent === windows.length, 60_000)
        await route.continue()
      })
      await page.getByRole('link', { name: 'Cases', exact: true }).click()
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByRole('radio').last().check()
      await page.getByLabel('Reason').fill('no proof')
    }
    await Promise.all(
      windows.map(({ page }) => page.getByRole('button', { name: /^Record decision/ }).click()),
    )
    await Promise.all(windows.map(({ page }) => page.getByText(/^Decision: /).waitFor()))
    const readAlerts = () => Promise.all(windows.map(({ page }) => page.getByRole('alert').allTextContents()))
    // The decision can be seen before the answer to one's own has come.
    await expect.poll(async () => (await readAlerts()).flat()).not.toEqual([])
    const told = await readAlerts()
    expect(told.flat()).toEqual([expect.stringMatching(/^(Ada|Finn) decided this first/)])
    const second = windows[told.findIndex((alerts) => alerts.length > 0)]
    expect(await second?.inspect('console-10-case-second')).toEqual([])
    expect(told.flat()[0]).toMatch(second === windows[0] ? /^Finn/ : /^Ada/)
    for (const window of windows) await expectNoFault(window)
  })

  it('are seen by a reader, found by their shop, and not decided [D361]', async () => {
    const window = await openConsole(demo, 'Rita', { workspace })
    const { page } = window
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find' }).fill('linen-bakery.myshopify.com')
    await page.getByRole('option', { name: /Case · claim/ }).click()
    await page.getByRole('heading', { name: 'Who referred linen-bakery.myshopify.com?' }).waitFor()
    await page.getByText(/Your role \(reader\) can view this but not move money/).waitFor()
    expect(await page.getByRole('radio').first().isDisabled()).toBe(true)
    expect(await page.getByLabel('Reason').isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: /^Record decision/ }).isDisabled()).toBe(true)
    await expectNoFault(window)
  })

  it.each([
    { kind: 'history_unknown', name: 'Unknown history', why: 'Nobody knows whether the shop is new' },
    { kind: 'flood', name: 'Click spike', why: 'had far more clicks than usual' },
  ])(
    'of $kind, of which the demo has none, say why a person decides, and are decided [D361]',
    async (told) => {
      const window = await openConsole(demo, 'Finn', { workspace: 'Stress test' })
      const { page, inspect } = window
      await page.route('**/api/console/v1/cases/*', async (route) => {
        const response = await route.fetch({ maxRetries: 3 })
        const read = (await response.json()) as Readonly<Record<string, unknown>>
        await route.fulfill({ response, json: { ...read, kind: told.kind } })
      })
      await page.goto(`${demo.baseUrl}/console/cases`)
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByText(told.name).waitFor()
      await page.getByText(told.why).waitFor()
      await page.getByRole('radio').last().check()
      await page.getByLabel('Reason').fill('no proof')
      expect(await inspect(`console-10-case-${told.kind}`)).toEqual([])
      await page.getByRole('button', { name: /^Record decision/ }).click()
      await page.getByText(/^Decision: /).waitFor()
      await expectNoFault(window)
    },
  )

  it.each([
    { place: workspace, kinds: ['claim', 'conflict', 'late', 'self_referral'] },
    { place: 'Stress test', kinds: [] },
  ])(
    'of each kind in $place cost what is foreseen, decided and decided again [D360] [D361] [D473]',
    async ({ place, kinds }) => {
      const window = await openConsole(demo, 'Finn', { workspace: place })
      const { page } = window
      const get = async <Value>(path: string) =>
        (await page.evaluate(`fetch('/api/console/v1${path}').then((response) => response.json())`)) as Value
      const [open, decided] = [
        await get<ConsoleResponse<'listCases'>>('/cases'),
        await get<ConsoleResponse<'listCases'>>('/cases?state=decided'),
      ]
      const items = [...open.items, ...decided.items]
      for (const kind of kinds) expect(items.map((item) => item.kind)).toContain(kind)
      for (const { id, shop } of items) {
        const read = () => get<ConsoleResponse<'readCase'>>(`/cases/${id}`)
        /** What each member has earned on the shop, as the list of referrals has it. */
        const earned = async () => {
          const sums = new Map<string, bigint>()
          const found = await get<ConsoleResponse<'searchReferrals'>>(`/referrals?search=${shop}`)
          for (const { member, earned: amounts } of found.items) {
            for (const { currency, amountMinor } of amounts) {
              const key = `${member.id} ${currency}`
              sums.set(key, (sums.get(key) ?? 0n) + BigInt(amountMinor))
            }
          }
          return sums
        }
        await page.goto(`${demo.baseUrl}/console/cases/${id}`)
        const { answers } = await read()
        // To reject the only evidence leaves the shop to nobody already.
        const isLeft = answers.some(({ answer, member }) => answer === 'reject' && member === null)
        const offered = answers.map(({ answer }) => answer).slice(0, isLeft ? 2 : 3)
        for (const [index, answer] of offered.entries()) {
          const again = page.getByRole('button', { name: 'Decide again' })
          const radio = page.getByRole('radio').nth(index)
          await radio.or(again).first().waitFor()
          if (await again.isVisible()) await again.click()
          const told = await read()
          const foreseen = told.answers.find((one) => one.answer === answer)
          const before = await earned()
          expect(await page.getByRole('radio').count()).toBe(offered.length)
          await radio.check()
          const label = (await page.locator('label.answer').nth(index).textContent()) ?? ''
          for (const { amount } of foreseen?.amounts ?? []) {
            expect(label).toContain(
              formatMoney({ ...amount, amountMinor: amount.amountMinor.replace('-', '') }),
            )
          }
          await page.getByLabel('Reason').fill(`decided as ${answer}`)
          await page.getByRole('button', { name: /^Record decision/ }).click()
          await page.getByText(`decided as ${answer}`, { exact: true }).first().waitFor()
          expect((await read()).decisions[0]).toMatchObject({ answer, by: 'Finn' })
          const after = await earned()
          const changes = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
            const change = (after.get(key) ?? 0n) - (before.get(key) ?? 0n)
            return change === 0n ? [] : [`${key} ${change}`]
          })
          expect(changes.toSorted()).toEqual(
            (foreseen?.amounts ?? [])
              .map(({ member, amount }) => `${member.id} ${amount.currency} ${amount.amountMinor}`)
              .toSorted(),
          )
        }
      }
      await expectNoFault(window)
    },
  )
})
