import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { continueAs } from './support/continue-as.ts'
import { pressKeys } from './support/keyboard.ts'
import { needsBrowser, openWindow, views } from './support/open-browser.ts'
import { expectNoFault, openConsole, startDemo } from './support/open-console.ts'

/** How what has the focus is called. */
const focusedName = 'document.activeElement.ariaLabel ?? document.activeElement.textContent'

describe('the console in a browser', needsBrowser, () => {
  const demo = startDemo()

  it.each(views)('shows every screen in $colorScheme at $width px [D340]', async (view) => {
    const window = await openConsole(demo, 'Ada', { view })
    const { page, inspect } = window
    await page.getByText('Needs you').waitFor()
    expect(await inspect('console-1-overview')).toEqual([])
    const openMenu = async (name: string) => {
      const menu = page.getByRole('button', { name: 'Menu' })
      if (await menu.isVisible()) await menu.click()
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { name, exact: true }).waitFor()
    }
    const open = async (name: string) => {
      await openMenu(name)
      await page.getByRole('table').waitFor()
    }
    await open('Members')
    expect(await inspect('console-2-members')).toEqual([])
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('heading', { name: 'New terms' }).waitFor()
    expect(await inspect('console-2-member')).toEqual([])
    await page.getByRole('link', { name: 'See commissions' }).click()
    await page.getByRole('heading', { name: /^Commissions of / }).waitFor()
    expect(await inspect('console-2-commissions')).toEqual([])
    await page
      .getByRole('button', { name: /^Why .*\?$/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Copy commission' }).waitFor()
    expect(await inspect('console-2-commissions-why')).toEqual([])
    await page.goBack()
    await open('Payouts')
    expect(await inspect('console-3-payouts')).toEqual([])
    await page.getByRole('link', { name: 'All payouts' }).click()
    await page.getByRole('heading', { name: 'All payouts' }).waitFor()
    await page.getByLabel('State').selectOption('Disputed')
    await page.waitForURL(/status=disputed/)
    await expect.poll(() => page.getByRole('cell', { name: /To be paid/ }).count()).toBe(0)
    await page
      .getByRole('cell', { name: /Disputed/ })
      .first()
      .waitFor()
    expect(await inspect('console-3-payouts-all')).toEqual([])
    await open('Payouts')
    await page.getByRole('link', { name: 'Preview run' }).click()
    await page.getByText('This run').waitFor()
    expect(await inspect('console-4-preview')).toEqual([])
    await open('Payouts')
    await page.getByRole('table').getByRole('link').last().click()
    await page.getByRole('heading', { name: 'Payout run' }).waitFor()
    await page.getByRole('table').waitFor()
    expect(await inspect('console-5-run')).toEqual([])
    await page.getByRole('tab', { name: 'Files' }).click()
    await page.getByText('Left out of all files').waitFor()
    expect(await inspect('console-5-run-files')).toEqual([])
    await page.getByRole('tab', { name: 'Results' }).click()
    await page.getByText('Record results').waitFor()
    expect(await inspect('console-5-run-results')).toEqual([])
    await page.getByRole('tab', { name: 'Payouts' }).click()
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByText('Line items', { exact: true }).waitFor()
    const why = page.getByRole('button', { name: /^Why .*\?$/ })
    await why.first().waitFor()
    expect(await inspect('console-6-payout')).toEqual([])
    await why.first().click()
    await page.getByText('Source').waitFor()
    expect(await inspect('console-7-why')).toEqual([])
    expect(page.url()).toMatch(/\?why=1$/)
    await page.goBack()
    await page.getByText('Source').waitFor({ state: 'hidden' })
    await open('People')
    await page.getByText('this session').waitFor()
    expect(await inspect('console-8-people')).toEqual([])
    await page.getByRole('button', { name: 'Manage Finn' }).click()
    await page.getByRole('button', { name: 'Take role away' }).click()
    await page.getByRole('button', { name: 'Keep it' }).waitFor()
    expect(await inspect('console-9-person')).toEqual([])
    await open('Keys')
    expect(await inspect('console-8-keys')).toEqual([])
    await page
      .getByRole('button', { name: /^Rotate / })
      .first()
      .click()
    expect(await inspect('console-8-keys-rotate')).toEqual([])
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('Dashboard')
    expect(await inspect('console-8-keys-create')).toEqual([])
    await open('Audit')
    expect(await inspect('console-9-audit')).toEqual([])
    await openMenu('Calendar')
    await page.getByRole('combobox', { name: 'Time zone' }).waitFor()
    expect(await inspect('console-9-calendar')).toEqual([])
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(wide).toBeLessThanOrEqual(0)
    await expectNoFault(window)
  })

  it('freezes a run, records a payment and takes it back, and asks again where one was recorded [D340]', async () => {
    const window = await openConsole(demo, 'Finn')
    const { page, inspect } = window
    await page.getByRole('link', { name: 'Preview run' }).click()
    const freeze = page.getByRole('button', { name: /^Freeze \d+ payouts$/ })
    await freeze.waitFor()
    expect(await freeze.isDisabled()).toBe(true)
    await page.getByRole('checkbox').check()
    await freeze.dblclick()
    await page.getByText(/frozen by Finn/).waitFor()
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByText('Nobody has recorded a payment yet.').waitFor()
    const whole = await page.getByLabel(/^Amount/).inputValue()
    const half = (Number(whole) / 2).toFixed(whole.split('.')[1]?.length ?? 0)
    const record = async () => {
      await page.getByLabel(/^Amount/).fill(half)
      await page.getByLabel('Method').fill('PayPal')
      await page.getByLabel('Reference').fill('8XK2')
      await page.getByText(/payouts report .* --method PayPal --reference 8XK2$/).waitFor()
      await page.getByRole('button', { name: 'Record payment' }).click()
    }
    await record()
    await page.getByText('Partly paid').waitFor()
    await record()
    await page.getByText('A payment with the same method and reference is already recorded.').waitFor()
    expect(await inspect('console-6-payout-doubt')).toEqual([])
    const said = page.getByRole('region', { name: 'Payment history' })
    expect(await said.getByRole('button', { name: 'Void payout' }).isDisabled()).toBe(true)
    await said.getByText('A payment was recorded. If nothing was paid, retract it first.').waitFor()
    await said.getByRole('button', { name: 'Confirm for the member' }).click()
    await said.getByRole('button', { name: 'Record: confirm for the member' }).dblclick()
    await said.getByText('All of it is confirmed.').waitFor()
    expect(await inspect('console-6-payout-acts')).toEqual([])
    await said.getByRole('button', { name: 'Retract confirmation' }).click()
    await said.getByLabel('Why').fill('of another payment')
    await said.getByRole('button', { name: 'Record: retract confirmation' }).click()
    await said.getByText('Confirmation retracted').waitFor()
    await said.getByRole('button', { name: 'Retract payment' }).click()
    await said.getByLabel('Why').fill('typed by mistake')
    await said.getByRole('button', { name: 'Record: retract payment' }).click()
    await page.getByText('Payment retracted').waitFor()
    await page.getByText('To be paid').waitFor()
    await expectNoFault(window)
  })

  it('pays a run by a file, and records what comes back once it was looked at [D345]', async () => {
    const window = await openConsole(demo, 'Finn')
    const { page, inspect } = window
    await page.getByRole('link', { name: 'Payouts', exact: true }).click()
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('tab', { name: 'Files' }).click()
    const card = page.getByRole('region', { name: 'PayPal' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('button', { name: /^Download/ }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^\w+-paypal-[A-Z]{3}-1\.csv$/)
    const payments = (await readFile(await download.path(), 'utf8')).trim().split('\n')
    const rows = payments.map((payment, index) => {
      const [, amount, currency, reference] = payment.split(',')
      return `${reference},${amount},${currency},TX${index},2999-01-01`.replace(
        /2999.*/,
        index === 0 ? '$&' : '',
      )
    })
    const content = ['reference,amount,currency,transaction,paid_at', ...rows, 'Rent,1.00,USD,,'].join('\n')
    await page.getByRole('tab', { name: 'Results' }).click()
    const file = { name: 'paypal.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
    await page.getByLabel('Result file').setInputFiles(file)
    await page.getByLabel('Paid by').fill('PayPal')
    await page.getByRole('button', { name: 'Check file' }).click()
    await page.getByText('Needs you 1').waitFor()
    const record = page.getByRole('button', { name: /^Record \d+ payments?, / })
    expect(await record.textContent()).toContain(`Record ${rows.length - 1} payment`)
    await page.getByText('Needs you 1').click()
    await page.getByText('The payment date is in the future.').waitFor()
    expect(await inspect('console-5-run-results-checked')).toEqual([])
    await page.getByRole('checkbox').check()
    await record.dblclick()
    await page.getByText(`${rows.length} payments recorded. Members still confirm.`).waitFor()
    await page.getByRole('button', { name: 'Check file' }).click()
    await page.getByText('Nothing to record.').waitFor()
    await expectNoFault(window)
  })

  it('records the payments of a run that are ticked, once they were looked at [D358]', async () => {
    const window = await openConsole(demo, 'Finn')
    const { page, inspect } = window
    await page.getByRole('link', { name: 'Payouts', exact: true }).click()
    await page.getByRole('table').getByRole('link').nth(1).click()
    await page.getByRole('tab', { name: 'Record payments' }).click()
    const boxes = page.getByRole('table').getByRole('checkbox')
    await boxes.first().waitFor()
    const open = await boxes.count()
    expect(await page.getByRole('button', { name: 'Check 0 payments' }).isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: `All ${open} payouts` }).check()
    await boxes.first().uncheck()
    await page.getByLabel('Method').fill('Bank')
    await page.getByLabel('Reference').fill('batch "7"')
    expect(await inspect('console-5-run-payments')).toEqual([])
    await page.getByRole('button', { name: `Check ${open - 1} payments` }).click()
    await page.getByText(`To record ${open - 1}`).waitFor()
    await page.getByRole('button', { name: new RegExp(`^Record ${open - 1} payments, `) }).dblclick()
    await page.getByText(`${open - 1} payments recorded. Members still confirm.`).waitFor()
    await page.reload()
    await boxes.first().check()
    expect(await boxes.count()).toBe(1)
    await page.getByText(/payouts report \S+ --amount/).waitFor()
    await expectNoFault(window)
  })

  it('sets a payee, keeps a member out of runs, and reviews a proposed contract [D351]', async () => {
    const window = await openConsole(demo, 'Ada')
    const { page, inspect } = window
    await page.getByRole('link', { name: 'Members', exact: true }).click()
    await page.getByLabel('Find by member').fill('nordlys')
    await page.keyboard.press('Enter')
    await page
      .getByRole('table')
      .getByRole('link', { name: /^Nordlys/ })
      .first()
      .click()
    const payee = page.getByRole('region', { name: 'Payee' })
    await payee.getByRole('button', { name: /^(Set|Change) payee$/ }).click()
    await payee.getByLabel('Name').fill('Nordlys Media AS')
    await payee.getByLabel('Method').selectOption('sepa')
    await payee.getByLabel('IBAN').fill('DE00')
    await payee.getByRole('button', { name: 'Save payee' }).click()
    await payee.getByText('Not an IBAN: its checksum, length or country is wrong.').waitFor()
    expect(await inspect('console-2-payee')).toEqual([])
    await payee.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
    await payee.getByRole('button', { name: 'Save payee' }).dblclick()
    await payee.getByText(/Nordlys Media AS by bank transfer/).waitFor()
    const runs = page.getByRole('region', { name: 'Payout runs' })
    expect(await runs.getByRole('button', { name: 'Exclude from runs' }).isDisabled()).toBe(true)
    await runs.getByLabel('Why').fill('W-9 is missing')
    await runs.getByRole('button', { name: 'Exclude from runs' }).click()
    await runs.getByText('Excluded: W-9 is missing').waitFor()
    await runs.getByLabel('Why').fill('W-9 has come')
    await runs.getByRole('button', { name: 'Include again' }).click()
    await runs.getByText('Runs pay this member.').waitFor()
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByRole('link', { name: 'Review', exact: true }).click()
    await page.getByRole('heading', { name: 'Proposed contracts' }).waitFor()
    await page.getByRole('button', { name: 'Accept contract' }).first().waitFor()
    const [first] = await page.getByRole('region', { name: /^Contract of / }).all()
    await first?.getByLabel('Why').fill('not agreed')
    expect(await inspect('console-2-proposals')).toEqual([])
    await first?.getByRole('button', { name: 'Decline contract' }).dblclick()
    await expect.poll(() => page.getByLabel('Why').first().inputValue()).toBe('')
    await expectNoFault(window)
  })

  it('saves terms of a member, shows what they change, and each fault at its field [D340]', async () => {
    const window = await openConsole(demo, 'Ada')
    const { page } = window
    await page.getByRole('link', { name: 'Members', exact: true }).click()
    await page.getByLabel('Find by member').fill('harbour')
    await page.keyboard.press('Enter')
    await page.getByRole('table').getByRole('link', { name: 'Harbour Studio', exact: true }).first().click()
    await page.getByRole('heading', { name: 'New terms' }).waitFor()
    const save = page.getByRole('button', { name: 'Save terms' })
    expect(await save.isDisabled()).toBe(true)
    await page.getByLabel('Commission (%)').fill('22.5')
    await page.getByText('Commission: 20% of net sales 22.5% of net sales').waitFor()
    await page.getByLabel('Held (days)').fill('4000')
    await save.click()
    await page.getByText(/3650/).waitFor()
    await page.getByLabel('Held (days)').fill('30')
    await save.dblclick()
    await page.getByText('saved by Ada').waitFor()
    expect(await page.getByText('saved by Ada').count()).toBe(1)
    await expectNoFault(window)
  })

  it('says to a reader what their role does not allow, and leads back to the sign-in at its end [D339]', async () => {
    const window = await openConsole(demo, 'Rita')
    const { page, inspect } = window
    await page.getByRole('link', { name: 'Preview run' }).click()
    await page.getByText(/Your role \(reader\) can view this but not move money/).waitFor()
    expect(await page.getByRole('checkbox').isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    await page.getByText('Your role (reader) can view this; only owners can change it.').waitFor()
    expect(await page.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true)
    expect(
      await page
        .getByRole('button', { name: /^Revoke / })
        .first()
        .isDisabled(),
    ).toBe(true)
    await page.getByRole('button', { name: /^Rita/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByText('Continue as').waitFor()
    await page.goto(`${demo.baseUrl}/console/members`)
    await page.getByText('Continue as').waitFor()
    await continueAs(page, 'Rita')
    await page.getByLabel('Find by member').waitFor()
    await page.context().clearCookies()
    await page.getByLabel('Find by member').fill('nordlys')
    await page.getByText('Your session has ended.').waitFor()
    expect(await inspect('console-away-ended')).toEqual([])
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Sign in again' }).click(),
    ])
    await continueAs(other, 'Rita')
    await other.getByText('Needs you').waitFor()
    await page.getByText('Your session has ended.').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Find by member').inputValue()).toBe('nordlys')
    await expectNoFault(window)
  })

  it('invites a person, signs them in by a link once, and changes and takes away what they may do [D339]', async () => {
    const window = await openConsole(demo, 'Ada')
    const { page } = window
    await page.getByRole('link', { name: 'People', exact: true }).click()
    await page.getByRole('button', { name: 'Manage Ada' }).click()
    await page.getByText('A workspace needs at least one owner.').first().waitFor()
    expect(await page.getByRole('button', { name: 'Take role away' }).isDisabled()).toBe(true)
    const form = page.getByRole('region', { name: 'Invite a person' })
    await form.getByLabel('E-mail').fill('mia@bright.example')
    await form.getByLabel('Name').fill('Mia')
    await form.getByLabel('Role').selectOption('finance')
    await form.getByRole('button', { name: 'Invite' }).dblclick()
    await page.getByRole('button', { name: 'Close Mia' }).waitFor()
    await page.getByRole('button', { name: 'Make a sign-in link' }).click()
    const url = await page.getByRole('textbox', { name: 'Sign-in link' }).inputValue()

    const hers = await openWindow(demo.browser, { colorScheme: 'light', width: 1280 })
    await hers.page.goto(url)
    await hers.page.getByRole('button', { name: 'Sign in' }).click()
    await hers.page.getByText('Needs you').waitFor()
    await hers.page.goto(`${demo.baseUrl}/console/payouts/run`)
    await hers.page.getByText('This run').waitFor()
    expect(await hers.page.getByText(/Your role/).count()).toBe(0)

    await page.getByRole('combobox', { name: 'Role' }).first().selectOption('reader')
    await page.getByRole('button', { name: 'Change role' }).click()
    await page.getByRole('cell', { name: 'reader' }).nth(1).waitFor()
    await hers.page.reload()
    await hers.page.getByText(/Your role \(reader\) can view this but not move money/).waitFor()
    await hers.page.getByRole('link', { name: 'People', exact: true }).click()
    await hers.page.getByText(/only owners can change it/).waitFor()
    expect(await hers.page.getByRole('button', { name: 'Invite' }).isDisabled()).toBe(true)

    await page.getByRole('button', { name: 'Take role away' }).click()
    await page.getByRole('button', { name: 'Take it away' }).click()
    await page.getByText('Mia has no role. Give them one first.').waitFor()
    await hers.page.reload()
    await hers.page.getByText('Continue as').waitFor()
    await hers.page.goto('about:blank')
    await hers.page.goto(url)
    await hers.page.getByRole('button', { name: 'Sign in' }).click()
    await hers.page.getByText('This link does not work any more').waitFor()
    await expectNoFault(hers)
    await expectNoFault(window)
  })

  it('creates, rotates and revokes a key once each, and shows all of it in the audit [D344]', async () => {
    const window = await openConsole(demo, 'Ada')
    const { page, inspect } = window
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('Statistics')
    await page.getByText(/keys create --kind affiliate --name Statistics --app/).waitFor()
    await page.getByRole('button', { name: 'Create key' }).last().dblclick()
    await page.getByText('Statistics was created').waitFor()
    const shown = page.getByRole('status').getByText(/^aff_affiliate_/)
    const key = await shown.innerText()
    expect(await inspect('console-8-keys-created')).toEqual([])
    await page.getByRole('button', { name: 'I have saved it' }).click()
    const rows = page.getByRole('row', { name: /Statistics/ })
    expect(await rows.count()).toBe(1)
    const send = async () => {
      const payouts = `${demo.baseUrl}/api/affiliate-platform/v1/payouts?limit=1`
      return (await fetch(payouts, { headers: { Authorization: `Bearer ${key}` } })).status
    }
    expect([await send(), await send()]).toEqual([200, 200])
    await rows.getByText('2 of 120 in this minute').waitFor()

    await page.getByRole('button', { name: 'Rotate Statistics' }).click()
    await page.getByLabel('The old key keeps working for').selectOption('1 hour')
    await page.getByRole('button', { name: 'Rotate key' }).dblclick()
    await page.getByText('The successor of Statistics was created').waitFor()
    expect(await shown.innerText()).not.toBe(key)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await expect.poll(() => rows.count()).toBe(2)
    await rows.getByText(/Works for 59 min \d+ s/).waitFor()
    await page.getByRole('button', { name: 'Revoke Statistics' }).last().click()
    await page.getByText(/gets 401 within a second.*It was last used on/).waitFor()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByRole('button', { name: 'Revoke Statistics' }).last().click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    await expect.poll(send, { timeout: 10_000 }).toBe(401)
    expect(await page.content()).not.toContain(key)

    await page.getByRole('link', { name: 'Audit', exact: true }).click()
    await page.getByLabel('Who').selectOption('Ada')
    await page.getByLabel('What').selectOption('API key')
    await page.getByText(/audit list --actor .* --subject api_key/).waitFor()
    const changed = page.getByRole('row', { name: /Ada changed API key Statistics/ })
    await changed.first().waitFor()
    await changed.first().getByRole('link', { name: 'Its history' }).click()
    await page.getByText('Only one record').waitFor()
    await expect.poll(() => changed.count()).toBe(2)
    await changed.getByText('revoked at').waitFor()
    const created = page.getByRole('row', { name: /Ada created API key Statistics/ })
    await expect.poll(() => created.count()).toBe(1)
    expect(await inspect('console-9-audit-history')).toEqual([])
    await page.getByRole('button', { name: 'Show all records' }).click()
    await page.getByRole('button', { name: 'Show older entries' }).click()
    await expect.poll(() => page.getByRole('link', { name: 'Its history' }).count()).toBe(100)
    await expectNoFault(window)
  })

  it('writes times where the workspace is, and reminds of a pay day [D355]', async () => {
    // In which no other test freezes a run.
    const window = await openConsole(demo, 'Ada', { workspace: 'Bright Reviews' })
    const { page, inspect } = window
    await page.getByRole('button', { name: /^As of .* UTC ↻$/ }).waitFor()
    const day = new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Tokyo' }).format()
    const dayOfMonth = `${new Date(day).getUTCDate()}`
    await page.goto(`${demo.baseUrl}/console/settings/calendar`)
    const setZone = async (zone: string) => {
      await page.getByRole('combobox', { name: 'Time zone' }).selectOption(zone)
      await page.getByRole('button', { name: 'Save time zone' }).click()
      await page.getByText(`--time-zone ${zone}`).waitFor({ state: 'detached' })
    }
    await setZone('Asia/Tokyo')
    const payDay = page.getByRole('region', { name: 'Pay days' }).getByRole('listitem').first()
    const savePayDay = async () => {
      await payDay.getByRole('button', { name: 'Save' }).click()
      await payDay.getByText(/-pay-day/).waitFor({ state: 'detached' })
    }
    // The story has one, which may be this day.
    await payDay.getByRole('combobox').selectOption('')
    await payDay.getByText(/programs update .* --no-pay-day$/).waitFor()
    await savePayDay()
    await payDay
      .getByRole('combobox')
      .selectOption(dayOfMonth === '31' ? 'Last day of the month' : dayOfMonth)
    await payDay.getByText(/programs update .* --pay-day \d+$/).waitFor()
    expect(await inspect('console-9-calendar-changed')).toEqual([])
    await savePayDay()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('button', { name: /^As of .* GMT\+9 ↻$/ }).waitFor()
    await page.getByText(/: due today/).waitFor()
    expect(await inspect('console-1-overview-pay-day')).toEqual([])

    await page.getByRole('link', { name: 'Preview run' }).click()
    await page.getByText('This run').waitFor()
    await page.getByLabel(/^As of the start of/).fill('2999-01-01')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByText('This day has not begun.').waitFor()
    await page.getByLabel(/^As of the start of/).fill(day)
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByText(/As of .*, 12:00 AM GMT\+9$/).waitFor()
    expect(await inspect('console-4-preview-day')).toEqual([])
    await page.goto(`${demo.baseUrl}/console/settings/calendar`)
    await setZone('UTC')
    await expectNoFault(window)
  })

  it('holds at 320 px, at double size, in forced colours and from right to left [D340]', async () => {
    const window = await openConsole(demo, 'Ada', {
      view: { colorScheme: 'light', width: 320, isForced: true },
    })
    const { page, inspect } = window
    const paths = ['', '/members', '/commissions', '/payouts', '/payouts/all', '/payouts/run', '/proposals']
    for (const path of [
      ...paths,
      '/settings/people',
      '/settings/keys',
      '/settings/calendar',
      '/settings/audit',
    ]) {
      await page.goto(`${demo.baseUrl}/console${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      // The network is never idle: the page waits for changes.
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
      for (const direction of ['ltr', 'rtl']) {
        await page.evaluate(`document.documentElement.dir = '${direction}'`)
        const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        expect([path, direction, wide]).toEqual([path, direction, 0])
      }
      await page.evaluate("document.documentElement.dir = 'ltr'")
      expect(await inspect(`console-forced${path.replaceAll('/', '-')}`)).toEqual([])
    }
    await expectNoFault(window)
  })

  it('takes a signed-in person from a page of another origin to where its link leads [D341]', async () => {
    const window = await openConsole(demo, 'Ada')
    const { page } = window
    // Another site to the browser, which sends no cookie along.
    await page.goto(`${demo.baseUrl.replace('127.0.0.1', 'localhost')}/docs`)
    await page.evaluate(`
      const link = document.createElement('a')
      link.href = '${demo.baseUrl}/console/settings/people'
      link.textContent = 'To the people'
      document.body.prepend(link)`)
    await page.getByRole('link', { name: 'To the people' }).click()
    await page.getByRole('heading', { name: 'People' }).waitFor()
    await page.getByText('this session').waitFor()
    await window.context.close()
  })

  it('works by the keyboard alone, from the sign-in to a reason [D340]', async () => {
    const window = await openWindow(demo.browser, { colorScheme: 'light', width: 1280 })
    const { page } = window
    await page.goto(`${demo.baseUrl}/console`)
    await page.getByRole('button', { name: /^Ada / }).first().waitFor()
    const press = async (name: RegExp) => {
      for (let count = 0; count < 80; count += 1) {
        await page.keyboard.press('Tab')
        const focused = String(await page.evaluate(focusedName))
        if (!name.test(focused)) continue
        await page.keyboard.press('Enter')
        return
      }
      throw new Error(`The keyboard does not reach ${name}.`)
    }
    await press(/^Ada /)
    await page.getByText('Needs you').waitFor()
    await press(/^Look$/)
    await page.getByRole('button', { name: /^Why/ }).first().waitFor()
    await press(/^Why /)
    await page.getByRole('dialog').getByText('Same as:').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await page.evaluate(focusedName)).toMatch(/^Why/)
    await window.context.close()
  })

  it('works by the keyboard alone, from a preview to a recorded payment [D340]', async () => {
    const window = await openConsole(demo, 'Finn', { workspace: 'Bright Reviews' })
    const { page } = window
    await pressKeys(page, 'Preview run')
    await page.getByText('This run').waitFor()
    const freeze = page.getByRole('button', { name: /^Freeze \d+ payouts?$/ })
    await pressKeys(
      page,
      'I have checked this list. Freezing reserves the money; nobody is paid yet.',
      'Space',
    )
    await pressKeys(page, await freeze.innerText())
    await page.getByText(/frozen by Finn/).waitFor()
    const [payee = ''] = await page.getByRole('table').getByRole('link').allInnerTexts()
    await pressKeys(page, payee)
    await page.getByText('Nobody has recorded a payment yet.').waitFor()
    // A field shows by its border that it has the focus.
    const focusedLabel = 'document.activeElement.labels?.[0]?.textContent'
    for (const label of ['Method', 'Reference']) {
      do await page.keyboard.press('Tab')
      while (!String(await page.evaluate(focusedLabel)).startsWith(label))
      await page.keyboard.type('Wise')
    }
    await pressKeys(page, 'Record payment')
    await page.getByRole('button', { name: 'Confirm for the member' }).waitFor()
    await expectNoFault(window)
  })
})
