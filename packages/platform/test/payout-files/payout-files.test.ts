import { readFile } from 'node:fs/promises'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertMoneyApp, type MoneyApp } from '@affiliate-platform/test-support/money-builders'
import { collect } from '@affiliate-platform/test-support/money-story'
import { insertMembership } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { Database } from '../../src/database/statements/database.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import { readDatabaseTime } from '../../src/database/statements/time.ts'
import { checkPayee, listPayees, type PayeeDetails, setPayee } from '../../src/payees.ts'
import { toSepaName } from '../../src/payout-files/sepa-name.ts'
import {
  type ExportPlan,
  exportRun,
  fromPayoutReference,
  listPayable,
  parseResultFile,
  previewResults,
  type RunExport,
  recordResults,
  toPayoutReference,
} from '../../src/payout-files.ts'
import {
  createPayout,
  findPayout,
  listPayoutFacts,
  type PaymentFact,
  recordPaymentFact,
} from '../../src/payouts.ts'
import { pay, voidPayout } from '../payout-runs/runs.ts'
import { payMembers } from './paid-members.ts'

const actor = 'operator:mia'
const noMoney = { amountMinor: '0', currency: 'USD' }
const iban = 'DE89370400440532013000'
const debtor = { name: 'Müller & Söhne <GmbH>', iban: 'NL91ABNA0417164300', bic: 'ABNANL2A' }
const nobody = { email: null, iban: null, bic: null, town: null, country: null }
const details = { name: 'Mia Moore', kind: 'person', ...nobody } as const

interface PaidShop extends MoneyApp {
  readonly runId: string
  readonly payouts: ReadonlyMap<string, string>
}

/** A run that pays one member a fifth of a sale in each currency. */
async function runIn(
  database: Database,
  sales: Readonly<Record<string, string>>,
  payee: PayeeDetails | undefined,
): Promise<PaidShop> {
  const app = await insertMoneyApp(database, { threshold: noMoney, cpi: noMoney, holdDays: 0 })
  const { workspaceId, membershipId } = app
  const rows = Object.entries(sales).map(([currency, gross]) => ({ on: '2026-02-01', gross, currency }))
  await collect(database, app, rows)
  const effectiveFrom = new Date('2026-01-01')
  if (payee !== undefined) {
    await setPayee(database, { ...payee, workspaceId, membershipId, effectiveFrom, actor })
  }
  const run = await pay(database, workspaceId, '2026-03-01')
  return { ...app, runId: run.id, payouts: new Map(run.payouts.map(({ id, currency }) => [currency, id])) }
}

async function files(database: Database, plan: ExportPlan): Promise<RunExport> {
  const exported = await exportRun(database, plan)
  if (!exported.ok) throw new Error('There is such a run.')
  expect(await exportRun(database, plan)).toEqual(exported)
  return exported
}

async function standingReports(database: Database, workspaceId: string, payoutId: string) {
  const rows = await database.query<{ readonly id: string }>(
    {
      name: 'test_standing_reports',
      text: `
        select report.id from payment_reports report
        where report.workspace_id = $1 and report.payout_id = $2 and not exists (
          select from payment_report_retractions retraction where retraction.report_id = report.id
        )`,
    },
    [workspaceId, payoutId],
  )
  return rows.map(({ id }) => id)
}

test('a reference has 26 characters and leads back to its payout [D117]', () => {
  for (const id of [
    newId(),
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ]) {
    expect(toPayoutReference(id)).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(fromPayoutReference(toPayoutReference(id).toLowerCase())).toBe(id)
  }
  for (const text of ['', '8'.repeat(26), 'U'.repeat(26), '0'.repeat(25)]) {
    expect(fromPayoutReference(text)).toBeUndefined()
  }
})

test.each([
  [{ method: 'paypal' }, ['email_missing']],
  [{ method: 'paypal', email: '=cmd@example.com' }, ['email_invalid']],
  [{ method: 'paypal', email: 'mia@example.com' }, []],
  [{ method: 'wise' }, ['email_missing']],
  [{ method: 'wise', iban }, []],
  [{ method: 'sepa' }, ['iban_missing']],
  [{ method: 'sepa', iban: 'DE88370400440532013000' }, ['iban_invalid']],
  [{ method: 'sepa', iban, bic: 'ABC' }, ['bic_invalid']],
  [{ method: 'sepa', iban, bic: 'ABNANL2A', country: 'Germany' }, ['country_invalid']],
  [{ method: 'sepa', iban, town: 'Zürich' }, ['town_without_country']],
  [{ method: 'sepa', iban, town: 'Z'.repeat(35), country: 'CH' }, []],
  [{ method: 'sepa', iban, town: 'Z'.repeat(36), country: 'CH' }, ['town_too_long']],
  [{ method: 'other', name: 'M'.repeat(71) }, ['name_too_long']],
] as const)('a payee with %o has the issues %o [D117]', (changes, issues) => {
  expect(checkPayee({ ...details, ...changes })).toEqual(issues)
})

describeOnEachEngine('the files of a run', (database) => {
  test('pay by PayPal, a file for each currency, with its decimals [D117]', async () => {
    const payee = { ...details, method: 'paypal', email: 'mia@example.com' } as const
    const run = await runIn(database(), { USD: '19.0', JPY: '1005.0', HUF: '1000.0' }, payee)
    const { files: made, leftOut } = await files(database(), { ...run, format: 'paypal' })
    const reference = (currency: string) => toPayoutReference(run.payouts.get(currency) ?? '')

    expect(leftOut).toEqual([])
    expect(made.map(({ content }) => content)).toEqual([
      `mia@example.com,200,HUF,${reference('HUF')},Affiliate payout,PAYPAL\n`,
      `mia@example.com,201,JPY,${reference('JPY')},Affiliate payout,PAYPAL\n`,
      `mia@example.com,3.80,USD,${reference('USD')},Affiliate payout,PAYPAL\n`,
    ])
    expect(made.map(({ rows, sum }) => ({ rows, ...sum }))).toEqual([
      { rows: 1, amountMinor: '20000', currency: 'HUF' },
      { rows: 1, amountMinor: '201', currency: 'JPY' },
      { rows: 1, amountMinor: '380', currency: 'USD' },
    ])
  })

  test('leave out what PayPal does not take: other currencies, and fractions of some [D117] [D221]', async () => {
    const payee = { ...details, method: 'paypal', email: 'mia@example.com' } as const
    const run = await runIn(database(), { KWD: '6.17', HUF: '1001.0', TWD: '1.0' }, payee)
    expect(await files(database(), { ...run, format: 'paypal' })).toEqual({
      ok: true,
      files: [],
      leftOut: [
        expect.objectContaining({ payoutId: run.payouts.get('HUF'), reason: 'fraction_not_payable' }),
        expect.objectContaining({ payoutId: run.payouts.get('KWD'), reason: 'currency_not_supported' }),
        expect.objectContaining({ payoutId: run.payouts.get('TWD'), reason: 'fraction_not_payable' }),
      ],
    })
  })

  test('pay by Wise, and make no formula of a name [D117]', async () => {
    const payee = { ...details, name: '=HYPERLINK("x"), Jürgen', method: 'wise', iban } as const
    const run = await runIn(database(), { EUR: '19.0' }, payee)
    const { files: made } = await files(database(), { ...run, format: 'wise' })

    const reference = toPayoutReference(run.payouts.get('EUR') ?? '')
    expect(made[0]?.content.split('\n')).toEqual([
      'name,recipientEmail,paymentReference,receiverType,amountCurrency,amount,sourceCurrency,targetCurrency,IBAN',
      `"'=HYPERLINK(""x""), Jürgen",,${reference},PERSON,target,3.80,EUR,EUR,${iban}`,
      '',
    ])
  })

  test('tell Wise whether they pay a person or a company [D246]', async () => {
    const payee = { ...details, kind: 'company', method: 'wise', email: 'pay@example.com' } as const
    const run = await runIn(database(), { USD: '19.0' }, payee)
    const { files: made } = await files(database(), { ...run, format: 'wise' })
    expect(made[0]?.content).toContain(',INSTITUTION,target,')
    expect(await listPayees(database(), run)).toMatchObject([{ kind: 'company' }])
  })

  test('give a bank an address only with its town and country [D246]', async () => {
    const schema = await readFile(new URL('fixtures/pain.001.001.09.xsd', import.meta.url), 'utf8')
    const write = async (address: Partial<PayeeDetails>) => {
      const payee = { ...details, ...address, method: 'sepa', iban } as const
      const run = await runIn(database(), { EUR: '19.0' }, payee)
      const { files: made } = await files(database(), {
        ...run,
        format: 'pain001',
        debtor,
        executeOn: '2126-04-02',
      })
      const [{ content, name } = { content: '', name: '' }] = made
      const xml = [{ fileName: name, contents: content }]
      expect(await validateXML({ xml, schema: [schema] })).toMatchObject({ valid: true, errors: [] })
      return content.match(/<PstlAdr>.*<\/PstlAdr>/)?.[0]
    }
    expect(await write({ town: 'Zürich', country: 'CH' })).toBe(
      '<PstlAdr><TwnNm>Zurich</TwnNm><Ctry>CH</Ctry></PstlAdr>',
    )
    expect(await write({ town: `${'ß'.repeat(30)} Bad`, country: 'DE' })).toContain(
      `<TwnNm>${'s'.repeat(35)}</TwnNm>`,
    )
    expect(await write({ town: "L'Aquila", country: 'IT' })).toContain('<TwnNm>L&apos;Aquila</TwnNm>')
    expect(await write({ town: '東京', country: 'JP' })).toBeUndefined()
    expect(await write({ town: null, country: 'DE' })).toBeUndefined()
  })

  test('make no formula of a name that begins with a full-width sign either [D253]', async () => {
    const payee = { ...details, name: '＝HYPERLINK("x")', method: 'wise', iban } as const
    const run = await runIn(database(), { EUR: '19.0' }, payee)
    const { files: made } = await files(database(), { ...run, format: 'wise' })
    expect(made[0]?.content).toContain(`"'＝HYPERLINK(""x"")"`)
  })

  test('pay by bank, as the schema of pain.001.001.09 says [D117]', async () => {
    const payee = { ...details, name: `=Jürgen & "O'Neil" <x>`, method: 'sepa', iban, country: 'DE' } as const
    const run = await runIn(database(), { EUR: '19.0', USD: '1.0' }, payee)
    const plan = { ...run, format: 'pain001', debtor, executeOn: '2126-04-02' } as const
    const { files: made, leftOut } = await files(database(), plan)

    expect(leftOut).toMatchObject([{ payoutId: run.payouts.get('USD'), reason: 'currency_not_eur' }])
    const [{ content, name } = { content: '', name: '' }] = made
    const schema = await readFile(new URL('fixtures/pain.001.001.09.xsd', import.meta.url), 'utf8')
    const validate = (contents: string) =>
      validateXML({ xml: [{ fileName: name, contents }], schema: [schema] })
    expect(await validate(content)).toMatchObject({ valid: true, errors: [] })
    expect(await validate(content.replace('<ChrgBr>SLEV', '<ChrgBr>NONE'))).toMatchObject({ valid: false })
    const reference = toPayoutReference(run.payouts.get('EUR') ?? '')
    for (const part of [
      '<NbOfTxs>1</NbOfTxs>',
      '<CtrlSum>3.80</CtrlSum>',
      '<InstdAmt Ccy="EUR">3.80</InstdAmt>',
      `<EndToEndId>${reference}</EndToEndId>`,
      '<Cdtr><Nm>Jurgen + .O&apos;Neil. .x.</Nm></Cdtr>',
      '<Nm>Muller + Sohne .GmbH.</Nm>',
      '<Dt>2126-04-02</Dt>',
    ]) {
      expect(content).toContain(part)
    }
  })

  test('ask a bank for a day that has not passed [D221]', async () => {
    const payee = { ...details, method: 'sepa', iban } as const
    const run = await runIn(database(), { EUR: '19.0' }, payee)
    await database().script(
      `alter table payout_runs disable trigger user;
      update payout_runs set created_at = '2026-03-01T12:00:00Z' where workspace_id = '${run.workspaceId}';
      alter table payout_runs enable trigger user`,
    )
    const { files: made } = await files(database(), {
      ...run,
      format: 'pain001',
      debtor,
      executeOn: undefined,
    })
    const today = (await readDatabaseTime(database())).toISOString().slice(0, 10)
    expect(made[0]?.content).toContain(`<ReqdExctnDt><Dt>${today}</Dt>`)
  })

  test.each([
    ['Łukasz Groß-Ærø & Çelik', 'Lukasz Gross-AEro + Celik'],
    ['Zoë 🚀 Ltd', 'Zoe . Ltd'],
    ['/Mia/', 'Mia'],
    ['山田 太郎', undefined],
    ['Иван', undefined],
    ['🚀', undefined],
  ])('name %s for a bank as %s [D221]', (name, written) => {
    expect(toSepaName(name)).toBe(written)
  })

  test('leave out a name that banks cannot read [D221]', async () => {
    const payee = { ...details, name: '山田 太郎', method: 'sepa', iban } as const
    const run = await runIn(database(), { EUR: '19.0' }, payee)
    const plan = { ...run, format: 'pain001', debtor, executeOn: '2126-04-02' } as const
    expect(await files(database(), plan)).toMatchObject({
      files: [],
      leftOut: [{ reason: 'name_not_payable' }],
    })
  })

  test('pay what nobody has reported: the rest, never what is disputed [D221]', async () => {
    const payee = { ...details, method: 'paypal', email: 'mia@example.com' } as const
    const run = await runIn(database(), { USD: '19.0' }, payee)
    const { workspaceId } = run
    const payoutId = run.payouts.get('USD') ?? ''
    const usd = (amountMinor: string) => ({ amountMinor, currency: 'USD' })
    const record = async (fact: PaymentFact) => {
      const id = newId()
      expect(await recordPaymentFact(database(), fact, { id, workspaceId })).toMatchObject({ ok: true })
      return id
    }
    const report = (amountMinor: string) =>
      record({
        ...{ kind: 'report', payoutId, amount: usd(amountMinor), method: 'paypal' },
        ...{ reference: undefined, paidAt: undefined },
      })
    const told = async (isReportedPaidAgain = false) => {
      const { files: made, leftOut } = await files(database(), {
        ...run,
        format: 'paypal',
        isReportedPaidAgain,
      })
      return [
        made.map(({ sum }) => sum.amountMinor),
        leftOut.map(({ reason, amount }) => [reason, amount.amountMinor]),
      ]
    }

    expect(await told()).toEqual([['380'], []])
    const part = await report('100')
    expect(await told()).toEqual([['280'], [['reported', '100']]])
    expect(await told(true)).toEqual([['380'], []])
    const disputeId = await record({ kind: 'dispute', reportId: part, reason: 'nothing came' })
    expect(await told()).toEqual([['280'], [['disputed', '100']]])
    expect(await told(true)).toEqual([['280'], [['disputed', '100']]])
    const rest = await report('280')
    expect(await told()).toEqual([[], [['disputed', '380']]])
    expect(await told(true)).toEqual([['280'], [['disputed', '100']]])
    await record({ kind: 'closing', disputeId, resolution: 'it came' })
    expect(await told()).toEqual([[], [['reported', '380']]])
    await record({ kind: 'return', reportId: rest, reference: 'R-1', reason: 'closed account' })
    expect(await told()).toEqual([['280'], [['reported', '100']]])
  })

  test.each([
    ['paypal', /^[^,]+,([\d.]+),/gm, ['EUR', 'JPY', 'USD']],
    ['wise', /,target,([\d.]+),/g, ['JPY', 'KWD', 'USD']],
    ['sepa', /<InstdAmt Ccy="EUR">([\d.]+)</g, ['EUR']],
  ] as const)(
    'by %s hold each payout of a run once, in counts and sums [D117]',
    async (method, amounts, currencies) => {
      const { id: runId, payouts, workspaceId } = await payMembers(database(), { method, currencies })
      const format = method === 'sepa' ? 'pain001' : method
      const plan = { workspaceId, runId, format, debtor, executeOn: '2126-04-02' } as const
      const { files: made, leftOut } = await files(database(), plan)

      expect(leftOut).toEqual([])
      expect(made.map(({ sum }) => sum.currency)).toEqual(currencies)
      for (const { content, rows, sum } of made) {
        const paid = payouts.filter(({ currency }) => currency === sum.currency)
        const written = [...content.matchAll(amounts)].map(([, amount = '']) => amount.replace('.', ''))
        expect(written.toSorted()).toEqual(paid.map(({ amountMinor }) => amountMinor).toSorted())
        expect({ rows, sum: sum.amountMinor }).toEqual({
          rows: 3,
          sum: `${paid.reduce((total, { amountMinor }) => total + BigInt(amountMinor), 0n)}`,
        })
        for (const { id } of paid) expect(content).toContain(toPayoutReference(id))
      }
    },
  )

  test('leave out what they cannot pay, and say why [D117]', async () => {
    const unknown = await runIn(database(), { USD: '19.0' }, undefined)
    expect(await files(database(), { ...unknown, format: 'paypal' })).toMatchObject({
      files: [],
      leftOut: [{ amount: { amountMinor: '380', currency: 'USD' }, reason: 'no_payee' }],
    })
    const payee = { ...details, method: 'wise', email: 'mia@example.com' } as const
    const byWise = await runIn(database(), { USD: '19.0' }, payee)
    expect((await files(database(), { ...byWise, format: 'paypal' })).leftOut).toMatchObject([
      { reason: 'other_method' },
    ])
    await voidPayout(database(), byWise.workspaceId, byWise.payouts.get('USD') ?? '')
    expect((await files(database(), { ...byWise, format: 'wise' })).leftOut).toMatchObject([
      { reason: 'voided' },
    ])
    expect(await exportRun(database(), { ...byWise, runId: newId(), format: 'wise' })).toEqual({
      ok: false,
      rejection: 'unknown_run',
    })
  })

  test('pay together what the formats pay, and name what none of them does once [D345]', async () => {
    const payee = { ...details, method: 'sepa', iban, email: 'mia@example.com' } as const
    const run = await runIn(database(), { EUR: '19.0', JPY: '1900', USD: '19.0' }, payee)
    const { payable, leftOut } = await listPayable(database(), run)
    expect(payable).toEqual([
      { format: 'paypal', sums: [] },
      { format: 'wise', sums: [] },
      { format: 'pain001', sums: [{ rows: 1, sum: { amountMinor: '380', currency: 'EUR' } }] },
    ])
    const left = leftOut.map(({ memberName, amount, reason }) => [memberName, amount.currency, reason])
    expect(left).toEqual([
      [expect.any(String), 'JPY', 'currency_not_eur'],
      [expect.any(String), 'USD', 'currency_not_eur'],
    ])
  })

  test('pay the payee of the time at which the run was frozen [D117]', async () => {
    const payee = { ...details, method: 'paypal', email: 'mia@example.com' } as const
    const run = await runIn(database(), { USD: '19.0' }, payee)
    const { workspaceId, membershipId } = run
    const before = await files(database(), { ...run, format: 'paypal' })
    const later = { ...payee, email: 'new@example.com', workspaceId, actor }
    const since = { ...later, membershipId, effectiveFrom: undefined }
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await setPayee(database(), since)).toMatchObject({ ok: true, isNew: true })
    expect(await files(database(), { ...run, format: 'paypal' })).toEqual(before)
    expect(await setPayee(database(), { ...since, membershipId: newId() })).toEqual({
      ok: false,
      rejection: 'unknown_membership',
    })
  })
})

describeOnEachEngine('a result file', (database) => {
  const scope = { method: 'paypal', isDoubtAccepted: false }
  const bookedAt = new Date('2026-05-01')

  test('reports each payment once, and confirms nothing [D117]', async () => {
    const app = await insertMoneyApp(database())
    const { workspaceId } = app
    const membershipId = await insertMembership(database(), app)
    const amount = { amountMinor: '12500', currency: 'USD' }
    const [full, part, failed] = [newId(), newId(), newId()]
    for (const id of [full, part, failed]) {
      const plan = { id, workspaceId, membershipId, amount, reason: 'bonus', actor, createdAt: bookedAt }
      await createPayout(database(), plan)
    }
    const content = [
      'Reference,Amount,Currency,Transaction,Paid_At,Status',
      `${toPayoutReference(full)},125.00,USD,7XK2,2026-05-31T09:00:00Z,Completed`,
      `${part},25.00,usd,,,`,
      `${failed},125.00,USD,7XK4,,Returned`,
      `${full},0.01,USD,7XK5,,paid`,
    ].join('\r\n')
    const record = () => recordResults(database(), parseResultFile(content), { ...scope, workspaceId })
    const outcomes = async () => (await record()).map(({ outcome }) => outcome)

    const rows = parseResultFile(content)
    const preview = await previewResults(database(), rows, { ...scope, workspaceId })
    expect(preview.map(({ outcome }) => outcome)).toEqual([
      ...['reported', 'reported', 'not_paid', 'above_payout'],
    ])
    for (const payoutId of [full, part]) {
      expect(await listPayoutFacts(database(), { workspaceId, payoutId })).toEqual([])
    }
    expect(await outcomes()).toEqual(['reported', 'reported', 'not_paid', 'above_payout'])
    expect(await outcomes()).toEqual(['known', 'known', 'not_paid', 'above_payout'])
    const status = async (payoutId: string) =>
      (await findPayout(database(), { workspaceId, payoutId }))?.status
    expect(await Promise.all([full, part, failed].map(status))).toEqual([
      'reported',
      'partially_reported',
      'unreported',
    ])
  })

  test('reports a corrected row once its wrong report is retracted, and the wrong one never again [D117]', async () => {
    const app = await insertMoneyApp(database())
    const { workspaceId } = app
    const [membershipId, id] = [await insertMembership(database(), app), newId()]
    const plan = { id, workspaceId, membershipId, reason: 'bonus', actor, createdAt: new Date() }
    await createPayout(database(), { ...plan, amount: { amountMinor: '12500', currency: 'USD' } })
    const record = async (amount: string, method = 'paypal') => {
      const file = `reference,amount,currency,transaction\n${id},${amount},USD,7XK2`
      const [result] = await recordResults(database(), parseResultFile(file), {
        ...scope,
        workspaceId,
        method,
      })
      return result?.outcome
    }
    const retractAll = async () => {
      const [report] = await standingReports(database(), workspaceId, id)
      const fact = { kind: 'retraction', reportId: report ?? '', reason: 'wrong' } as const
      await recordPaymentFact(database(), fact, { workspaceId, id: newId(), createdAt: new Date() })
    }

    expect(await record('125.00', 'papal')).toBe('reported')
    expect(await record('125.00')).toBe('other_content')
    await retractAll()
    expect([await record('125.00', 'papal'), await record('125.00')]).toEqual(['known', 'reported'])
    expect([await record('125.00'), await record('120.00')]).toEqual(['known', 'other_content'])
    await retractAll()
    expect([await record('125.00'), await record('120.00'), await record('120.00')]).toEqual([
      ...['known', 'reported', 'known'],
    ])
    expect(await standingReports(database(), workspaceId, id)).toHaveLength(1)
  })

  test('tells rows of something else apart, and does not report what is mostly a mistake [D117] [D221]', async () => {
    const app = await insertMoneyApp(database())
    const { workspaceId } = app
    const [membershipId, id] = [await insertMembership(database(), app), newId()]
    const plan = { id, workspaceId, membershipId, reason: 'bonus', actor, createdAt: bookedAt }
    await createPayout(database(), { ...plan, amount: { amountMinor: '12500', currency: 'USD' } })
    const content = [
      'reference,amount,currency,transaction,paid_at',
      'Office rent,about 900,,,',
      `${id},25.00,USD,1,2026-05-31`,
      `${id},25.00,USD,2,2999-01-01`,
      `${id},25.00,USD,3,1999-12-31T00:00:00Z`,
    ].join('\n')
    const outcomes = async (isDoubtAccepted: boolean) => {
      const place = { ...scope, workspaceId, isDoubtAccepted }
      return (await recordResults(database(), parseResultFile(content), place)).map(({ outcome }) => outcome)
    }

    expect(await outcomes(false)).toEqual(['other_payment', 'reported', 'paid_in_future', 'paid_long_before'])
    expect(await outcomes(true)).toEqual(['other_payment', 'known', 'reported', 'reported'])
    expect(await outcomes(false)).toEqual(['other_payment', 'known', 'known', 'known'])
    const facts = await listPayoutFacts(database(), { workspaceId, payoutId: id })
    expect(facts[0]?.paidAt).toEqual(new Date('2026-05-31T00:00:00Z'))
  })

  test.each([
    ['reference,amount,currency\n', 'no rows'],
    ['Batch,Amt\nx,1.00', 'The file lacks the columns reference, amount, currency; it has: Batch, Amt.'],
    ['Reference,Amount\nx,1.00', 'The file lacks the column currency; it has: Reference, Amount.'],
    ['reference,amount,Amount,currency\nx,1.00,10.00,USD', 'The file has the column amount twice.'],
    [`reference,amount,currency,paid_at\n${newId()},1.00,USD,03/04/2026`, 'Row 1: paid_at'],
    [`reference,amount,currency,paid_at\n${newId()},1.00,USD,2026-05-31T09:00:00`, 'Row 1: paid_at'],
    [`reference,amount,currency\n${newId()},1.00,XTS`, 'Row 1: currency'],
    [`reference,amount,currency\n${newId()},1.001,USD`, 'Row 1: amount'],
    [`reference,amount,currency\n${newId()},0.00,USD`, 'Row 1: amount'],
    [`reference,amount,currency,paid_at\n${newId()},1.00,USD,soon`, 'Row 1: paid_at'],
    ['reference,amount,currency\n"x', 'not a CSV'],
  ])('is rejected as a whole when a row of it cannot be read: %j [D117]', (content, message) => {
    expect(() => parseResultFile(content)).toThrow(message)
  })
})
