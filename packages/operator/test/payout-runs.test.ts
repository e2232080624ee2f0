import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPostgres } from '@affiliate-platform/platform/database'
import { toPayoutReference } from '@affiliate-platform/platform/payout-files'
import { insertMoneyApp, type MoneyApp } from '@affiliate-platform/test-support/money-builders'
import { collect } from '@affiliate-platform/test-support/money-story'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

const noMoney = { amountMinor: '0', currency: 'USD' }

describe.skipIf(!enginesAtHand.includes('postgres'))('paying members by the command', () => {
  const folder = makeFolder()
  let url: string
  let line: CommandLine
  let app: MoneyApp
  let platformIds: readonly string[]

  beforeAll(async () => {
    url = await createEmptyDatabase()
    line = createCommandLine({ DATABASE_URL: url })
    await line.value('migrate')
    const database = await openPostgres(url)
    app = await insertMoneyApp(database, { threshold: noMoney, cpi: noMoney, holdDays: 30 })
    platformIds = await collect(database, app, [
      { on: '2026-02-01', gross: '19.0', net: '18.45' },
      { on: '2026-02-02', gross: '5.0', kind: 'one_time_sale', chargeId: null },
    ])
    await database.close()
  })

  afterAll(() => folder.remove())

  test('previews, freezes once, exports, imports results and explains [7.7] [D221]', async () => {
    const { membershipId } = app
    const preview = Object(await line.json('payouts preview --as-of 2026-04-01'))
    expect(preview).toEqual({
      asOf: '2026-04-01T00:00:00.000Z',
      hash: expect.stringMatching(/^[\da-f]{64}$/),
      decisions: [
        {
          ...{ membershipId, memberName: 'Mia Moore', currency: 'USD', termsVersionId: app.termsVersionId },
          sum: { direction: 'owed_to_member', amount: { amountMinor: '380', currency: 'USD' } },
          held: { direction: 'owed_to_member', amount: { amountMinor: '0', currency: 'USD' } },
          threshold: { amountMinor: '0', currency: 'USD' },
          ...{
            decision: 'paid',
            reason: null,
            warnings: ['no_payee'],
            lines: 1,
            waitingSales: 0,
            thresholdContractId: null,
          },
        },
      ],
    })
    expect(await line.value('payouts preview --as-of 2026-04-01T00:00:00Z')).toContain('3.80 USD')

    // Without a time it is that of now, to the second; the run that it leads to names that time.
    const now = await line.run('payouts preview')
    const [, ofNow, hashOfNow] = /payouts run --as-of (\S+) --preview (\S+)\n$/.exec(now.stderr) ?? []
    expect(ofNow).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/)
    expect(Math.abs(Date.now() - Date.parse(`${ofNow}`))).toBeLessThan(60_000)
    expect(now.stdout).toContain(`\n${hashOfNow}\n`)
    expect(Object(await line.json(`payouts preview --as-of ${ofNow}`)).hash).toBe(hashOfNow)

    await line.value(`payouts exclude ${membershipId} --reason documents`)
    const run = `payouts run --as-of 2026-04-01 --preview ${preview.hash}`
    const stale = await line.run(run)
    expect(stale).toMatchObject({ exitCode: 1, stdout: '' })
    expect(stale.stderr).toContain('The preview is no longer valid')
    expect(await line.json('payouts runs list')).toEqual([])
    await line.value(`payouts include ${membershipId} --reason complete`)
    await line.value(
      `payees set ${membershipId} --method paypal --email mia@example.com --from 2026-01-01 --name`,
      'Mia Moore',
    )
    const frozen = Object(await line.json(run))
    expect(frozen).toEqual({
      runId: expect.any(String),
      asOf: '2026-04-01T00:00:00.000Z',
      payouts: [
        {
          ...{ id: expect.any(String), membershipId, amount: { amountMinor: '380', currency: 'USD' } },
          lines: 1,
        },
      ],
    })
    const [payout] = frozen.payouts
    expect(await line.run(run)).toMatchObject({ exitCode: 1, stdout: '' })
    expect(Object(await line.json(`${run} --id ${frozen.runId}`))).toEqual(frozen)

    expect(await line.json(`payouts runs show ${frozen.runId}`)).toMatchObject({
      ...{ id: frozen.runId, asOf: '2026-04-01T00:00:00.000Z', previewHash: preview.hash },
      decisions: [
        {
          ...{ membershipId, memberName: 'Mia Moore', currency: 'USD', decision: 'paid', reason: null },
          sum: { direction: 'owed_to_member', amount: { amountMinor: '380', currency: 'USD' } },
          ...{ payoutId: payout.id, status: 'unreported' },
        },
      ],
    })
    const decided = await line.run(`payouts runs show ${frozen.runId}`)
    expect(decided.stdout).toMatch(/^member name +decision +available .*\nMia Moore +in the run +3\.80 USD /)
    expect(decided.stderr).toMatch(
      /^Frozen by .+ as of 2026-04-01T00:00:00.000Z. Payouts: 1, total 3.80 USD.\n$/,
    )
    expect(await line.rejection(`payouts runs show ${payout.id}`, 1)).toContain('no such run')

    const dir = join(folder.path, 'payments')
    const exported = Object(await line.json(`payouts export ${frozen.runId} --format paypal --dir ${dir}`))
    expect(exported).toMatchObject({ files: [{ rows: 1, sum: { amountMinor: '380' } }], leftOut: [] })
    const content = await readFile(join(dir, exported.files[0].name), 'utf8')
    const [, amount, currency, reference] = content.split(',')
    expect([amount, currency]).toEqual(['3.80', 'USD'])
    const file = join(dir, exported.files[0].name)
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
    // The same bytes again are done. Other ones are not written, and nothing is followed.
    await line.value(`payouts export ${frozen.runId} --format paypal --dir ${dir}`)
    const [own, linked] = [join(folder.path, 'own.txt'), join(folder.path, 'linked')]
    await writeFile(own, 'mine')
    await mkdir(linked)
    await symlink(own, join(linked, exported.files[0].name))
    const overwriting = await line.rejection(
      `payouts export ${frozen.runId} --format paypal --dir ${linked}`,
      1,
    )
    expect(overwriting).toContain('exists with other content')
    expect(await readFile(own, 'utf8')).toBe('mine')
    expect(await readdir(linked)).toHaveLength(1)

    expect(await line.rejection(`payouts export ${frozen.runId} --format paypal --dir ${own}/below`, 1)).toBe(
      `The folder ${own}/below cannot be made (ENOTDIR). Choose another one, or make it as a folder that this user can write to.\n`,
    )

    const results = join(folder.path, 'results.csv')
    await writeFile(results, `reference,amount,currency,transaction\n${reference},3.80,USD,7XK2\n`)
    const importing = `payouts import-results ${results} --method paypal`
    expect(await line.json(importing)).toEqual([{ number: 1, payoutId: payout.id, outcome: 'reported' }])
    expect(await line.json(importing)).toMatchObject([{ outcome: 'known' }])
    expect((await line.run(`payouts void ${payout.id} --reason wrong`)).exitCode).toBe(1)
    expect(
      await line.json(`payouts export ${frozen.runId} --format paypal --dir ${join(folder.path, 'rest')}`),
    ).toEqual({
      files: [],
      leftOut: [
        {
          ...{ payoutId: payout.id, membershipId, memberName: 'Mia Moore', reason: 'reported' },
          amount: { amountMinor: '380', currency: 'USD' },
        },
      ],
    })

    const unit = Object(await line.json(`explain payout ${payout.id} --unit 380`))
    expect(unit).toMatchObject({ unit: 380, appTransaction: { platformId: platformIds[0] }, reports: [{}] })
    expect(await line.rejection(`explain payout ${frozen.runId}`, 1)).toContain(
      'It is the id of a payout run',
    )
    const words = await line.value(`explain payout ${payout.id}`)
    const [commissionId] = /(?<=^Commission )[0-9a-f-]+/m.exec(words) ?? []
    expect(await line.value(`explain commission ${commissionId}`)).not.toContain('Earns nothing')
    expect(words).toContain('20 % of 19.00 USD (gross) = 3.80 USD\n')
    expect(words).toContain('3.80 USD, units 1 to 380 of the payout')
    expect(Object(await line.json('explain shop shop.myshopify.com'))).toMatchObject({
      kind: 'shop',
      id: 'shop.myshopify.com',
      entries: [{ units: null }],
      skipped: [{ platformId: platformIds[1], reason: 'kind_not_included' }],
    })
    expect(await line.json('balances')).toMatchObject([
      {
        due: { amount: { amountMinor: '0' } },
        reported: { amountMinor: '380' },
        unpaid: { amountMinor: '0' },
      },
    ])
    expect(await line.json('commissions verify')).toEqual({
      ...{ appTransactions: 2, commissions: 1, payouts: 1, waiting: 0, difference: null },
    })
  })

  test('fails where a result could not be reported, and says which outcomes there were [D47]', async () => {
    const [payout] = Object(await line.json('payouts list'))
    const results = join(folder.path, 'others.csv')
    const row = `${toPayoutReference(payout.id)},1.00,USD`
    await writeFile(
      results,
      `reference,amount,currency,transaction,status\n${row},8ZL3,Completed\n${row},9AM4,Failed\n`,
    )
    const imported = await line.run(`payouts import-results ${results} --method paypal --json`)
    expect(imported.exitCode).toBe(1)
    expect(JSON.parse(imported.stdout)).toMatchObject([{ outcome: 'above_payout' }, { outcome: 'not_paid' }])
    expect(imported.stderr).toBe(
      'Reported: 0. Already known: 0. Not reported: 2 (1 above_payout, 1 not_paid).\n',
    )
  })

  test('quotes a mistyped reference as the file has it, instead of naming another payout [D47]', async () => {
    const [payout] = Object(await line.json('payouts list'))
    const right = toPayoutReference(payout.id)
    const wrong = `${right.slice(0, 12)}${right[12] === 'Z' ? 'Y' : 'Z'}${right.slice(13)}`
    const results = join(folder.path, 'wrong.csv')
    await writeFile(
      results,
      `reference,amount,currency,status\n${right},1.00,USD,Failed\n${wrong},3.80,USD,\nrent,5.00,USD,\n`,
    )
    const { stdout } = await line.run(`payouts import-results ${results} --method paypal`)
    expect(stdout.split('\n').map((row) => row.trim().split(/ {2,}/))).toEqual([
      ['row', 'reference', 'amount', 'name', 'outcome'],
      ['1', right, '1.00 USD', 'Mia Moore', 'not_paid'],
      ['2', wrong, '3.80 USD', '-', 'unknown_payout'],
      ['3', 'rent', '-', '-', 'other_payment'],
      [''],
    ])
  })

  test('finds a sale by its id, with what it earned and where that was paid [D479]', async () => {
    const [payout] = Object(await line.json('payouts list'))
    expect(await line.json(`find ${platformIds[0]}`)).toMatchObject([
      { kind: 'transaction', id: platformIds[0], name: 'shop.myshopify.com', detail: 'subscription_sale' },
      { kind: 'commission', of: { kind: 'membership', id: app.membershipId } },
      { kind: 'payout', id: payout.id },
    ])
    expect((await line.run(`find ${platformIds[1]}`)).stderr).toBe(
      'More: affiliate-service explain shop shop.myshopify.com\n',
    )
  })

  test('finds a referred shop, and a member by the address of a payee [D150]', async () => {
    const ofShop = await line.run('find shop.myshopify.com')
    expect(ofShop.stdout).toMatch(/referral +\S+ +shop\.myshopify\.com/)
    expect(ofShop.stderr).toMatch(/^More: affiliate-service referrals show \S+\n$/)
    expect(await line.json('find Mia@Example.com')).toMatchObject([
      { kind: 'membership', id: app.membershipId, name: 'Mia Moore', of: null },
    ])
  })

  test('says that a voided payout of a run is due again [D64]', async () => {
    const [payout] = Object(await line.json('payouts list'))
    const { facts } = Object(await line.json(`payouts show ${payout.id}`))
    await line.value(`payouts retract ${facts[0].id} --reason returned`)
    const voided = await line.run(`payouts void ${payout.id} --reason wrong`)

    expect(voided.exitCode).toBe(0)
    expect(voided.stderr).toContain('Its commissions are due again in the next run')
    expect(await line.json('balances')).toMatchObject([{ due: { amount: { amountMinor: '380' } } }])
    expect(await line.value('explain shop shop.myshopify.com')).toContain(
      '3.80 USD, not paid: due, for the next run\n',
    )
  })

  test('tells in words why this much, why not yet, and what was taken back, as the page for members does [D118]', async () => {
    const database = await openPostgres(url)
    const [, refund] = await collect(database, app, [
      { on: new Date().toISOString(), gross: '10.0' },
      { on: '2026-02-10', gross: '-6.66' },
    ])
    await database.close()
    const words = await line.value('explain shop shop.myshopify.com')
    expect(words).toContain('3.80 USD, not paid: due, for the next run')
    expect(words).toContain('20 % of 19.00 USD (gross) = 3.80 USD\n')
    expect(words).toContain(`taken back 2026-02-10T00:00:00Z: 6.66 by ${refund}, gross -6.66 USD`)
    expect(words).toContain(
      '20 % of 22.34 USD (gross) = 4.468 USD, rounded down to 4.46 USD: 0.008 USD counts for the next sale\n  less 5.80 USD for the 29.00 USD before = -1.34 USD\n  takes 6.66 USD from the sale ',
    )
    expect(words).toMatch(/^2\.00 USD, not paid: held until 20\d\d-/m)
    expect(words).toMatch(/kind_not_included$/)
    const page = await readFile(new URL('../../../docs/guides/for-members.md', import.meta.url), 'utf8')
    for (const told of [
      '+3.80 USD',
      '-1.34 USD',
      '+2.00 USD',
      '12.34 USD, and 20 % of that is 2.46 USD',
      'kind_not_included',
    ]) {
      expect(page).toContain(told)
    }
  })

  test('shows amounts and reasons on a terminal of 80 columns, and says what it leaves out', async () => {
    const narrow = createCommandLine({ DATABASE_URL: url }, 80)
    const [run] = Object(await line.json('payouts runs list'))
    const [payout] = Object(await line.json(`payouts list --run ${run.id}`))
    const dir = join(folder.path, 'narrow')
    const shown = await narrow.run(`payouts show ${payout.id}`)
    expect(shown.stdout).toMatch(/^\S{8} {2}reported 3\.80 USD by paypal /m)
    const decided = await narrow.run(`payouts runs show ${run.id}`)
    expect(decided.stdout).toMatch(/^member name +decision +available +status /)
    expect(decided.stdout).toMatch(/^Mia Moore +in the run +3\.80 USD +voided /m)
    const exported = await narrow.run(`payouts export ${run.id} --format paypal --dir ${dir}`)
    expect(exported.stdout).toMatch(
      new RegExp(`^Mia Moore +3\\.80 USD +voided +${payout.id.slice(-8)} `, 'm'),
    )
    expect(exported.stdout).toMatch(/^No file was written\.\n\nNot in these files\n/)
    expect(existsSync(dir)).toBe(false)
    const previewed = await narrow.run('payouts preview --as-of 2026-04-02')
    expect(previewed.stdout).toMatch(/^Mia Moore +would pay +-?\d+\.\d\d USD /m)
    expect(previewed.stderr).toMatch(
      /^Payouts: 1, total 2\.46 USD\. To freeze them:\naffiliate-service payouts run /,
    )
    const listed = await narrow.run('commissions list')
    expect(listed.stdout).toMatch(/^Mia Moore +3\.80 USD +available +shop\.myshopify\.com .* [\da-f]{8}$/m)
    for (const { stdout, exitCode } of [shown, decided, exported, previewed, listed]) {
      expect(exitCode).toBe(0)
      expect(stdout.split('\n').filter((row) => [...row].length > 80)).toEqual([])
    }
    expect(shown.stderr).toBe('')
    expect(decided.stderr).toMatch(/^Not shown: .*membership id.*\nFrozen by /)
    expect((await narrow.run(`payouts show ${payout.id} --json`)).stderr).toBe('')
  })

  test.each([
    ['payouts preview --as-of tomorrow', 2],
    ['payouts preview --as-of 2999-01-01', 1],
    ['payouts run --as-of 2026-04-01 --preview x', 2],
    ['payouts export 01890000-0000-7000-8000-000000000001 --format paypal', 1],
    ['payouts export 01890000-0000-7000-8000-000000000001 --format pain001', 2],
    ['payouts export 01890000-0000-7000-8000-000000000001 --format paypal --execute-on 2026-01-01', 1],
    ['payees set 01890000-0000-7000-8000-000000000001 --method sepa --name Mia --iban DE00', 2],
    ['payees set 01890000-0000-7000-8000-000000000001 --method other --name Mia', 1],
    ['payouts exclude 01890000-0000-7000-8000-000000000001 --reason x', 1],
    ['payouts import-results nowhere.csv --method paypal', 1],
    ['explain payout 01890000-0000-7000-8000-000000000001 --unit 1', 1],
    ['explain commission 01890000-0000-7000-8000-000000000001', 1],
    ['explain shop other.myshopify.com', 1],
  ])('%s fails with exit code %i [D47]', async (command, exitCode) => {
    expect(await line.rejection(command, exitCode)).not.toBe('')
  })

  test('lists the payouts that a run froze, and no others', async () => {
    const [run] = Object(await line.json('payouts runs list'))
    const byHand = await line.value(
      `payouts create --membership ${app.membershipId} --amount-minor 5 --currency USD --reason gift`,
    )
    const ofRun = `payouts list --run ${run.id}`
    expect(await line.json('payouts list')).toMatchObject([{ id: byHand }, { amountMinor: '380' }])
    expect(await line.json(ofRun)).toMatchObject([
      { payee: 'Mia Moore', amountMinor: '380', status: 'voided' },
    ])
    expect(await line.json(`${ofRun} --status reported`)).toEqual([])
    expect(await line.json(`payouts list --run ${byHand}`)).toEqual([])
  })
})
