import { hash } from 'node:crypto'
import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

const base = '/api/console/v1'
const debtor = { name: 'Bright GmbH', iban: 'DE89 3704 0044 0532 0130 00', bic: null }

describeServiceOnEachEngine('the files of a run', { console: { place: { origin }, folder } }, (service) => {
  const ask = async <Value>(name: 'Finn' | 'Rita', path: string, json?: unknown, status = 200) => {
    const headers = await signIn(service(), name)
    const sent = json === undefined ? { headers } : { headers, method: 'POST', json }
    const response = await service().fetch(`${base}${path}`, sent)
    expect([path, response.status]).toEqual([path, status])
    return (await response.json()) as Value
  }
  const freeze = async () => {
    const { asOf, hash: previewHash } = await ask<ConsoleResponse<'previewPayoutRun'>>(
      'Finn',
      '/payout-runs/preview',
    )
    const order = { id: crypto.randomUUID(), asOf, previewHash }
    await ask('Finn', '/payout-runs', order)
    return `/payout-runs/${order.id}`
  }
  let run = ''

  test('pay with what is left out exactly what the run has, and hold what they say [D345]', async () => {
    run = await freeze()
    const { decisions } = await ask<ConsoleResponse<'readPayoutRun'>>('Rita', run)
    const { formats, leftOut } = await ask<ConsoleResponse<'listPayableFiles'>>('Rita', `${run}/files`)
    const sums = new Map<string, bigint>()
    const add = ({ amountMinor, currency }: { readonly amountMinor: string; readonly currency: string }) =>
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amountMinor))
    for (const { amount } of leftOut) add(amount)
    for (const { sum } of formats.flatMap((one) => one.sums)) add(sum)
    for (const { available, payout } of decisions) {
      if (payout !== null) add({ ...available, amountMinor: `-${available.amountMinor}` })
    }
    expect([...sums.values()].filter((sum) => sum !== 0n)).toEqual([])
    expect(formats.map(({ format }) => format)).toEqual(['paypal', 'wise', 'pain001'])

    for (const { format, sums: told } of formats) {
      const body = { format, ...(format === 'pain001' && { debtor }) }
      const { files } = await ask<ConsoleResponse<'writePayoutFiles'>>('Finn', `${run}/files`, body)
      expect(files.map(({ rows, sum }) => ({ rows, sum }))).toEqual(told)
      for (const { content, checksum } of files) expect(hash('sha256', content)).toBe(checksum)
    }
  })

  test('say what is wrong with the account that pays, at its field [D345]', async () => {
    const wrong = { format: 'pain001', debtor: { ...debtor, iban: 'DE00' } }
    const problem = await ask('Finn', `${run}/files`, wrong, 400)
    expect(problem).toMatchObject({
      errors: [
        { pointer: '/debtor/iban', message: 'Not an IBAN: its checksum, length or country is wrong.' },
      ],
    })
  })

  test('are no business of a reader, who sees no address of a payee [D345]', async () => {
    await ask('Rita', `${run}/files`, { format: 'paypal' }, 403)
    const results = { content: 'x', rowsBefore: 0, method: 'PayPal', isMeant: false, isDryRun: true }
    await ask('Rita', '/payout-results', results, 403)
    const unknown = `/payout-runs/${crypto.randomUUID()}/files`
    await ask('Finn', unknown, { format: 'paypal' }, 403)
    await ask('Finn', unknown, undefined, 403)
  })

  test('come back as results: looked at, then recorded once, in the name of who did it [D345]', async () => {
    const { decisions } = await ask<ConsoleResponse<'readPayoutRun'>>('Rita', run)
    const paid = decisions.filter(({ payout, available }) => payout !== null && available.currency === 'USD')
    const rows = paid.map(({ payout, available }, index) => {
      const decimal = available.amountMinor.padStart(3, '0').replace(/(..)$/, '.$1')
      return `${payout?.id},${index === 1 ? '0.01' : decimal},USD,TX${index},${index === 2 ? 'Returned' : 'paid'}`
    })
    const other = 'Office rent,900.00,USD,TX,paid'
    const content = ['reference,amount,currency,transaction,status', ...rows, other].join('\n')
    const send = (isDryRun: boolean) =>
      ask<ConsoleResponse<'recordResults'>>('Finn', '/payout-results', {
        ...{ content, rowsBefore: 100, method: 'PayPal', isMeant: false, isDryRun },
      })
    const told = await send(true)
    expect(told.rejected).toBeNull()
    expect(told.rows.map(({ number }) => number)).toEqual(told.rows.map((_, index) => 101 + index))
    expect(told.rows.map(({ outcome }) => outcome)).toEqual(
      [...rows, other].map((_, index) =>
        index === 2 ? 'not_paid' : index === rows.length ? 'other_payment' : 'reported',
      ),
    )
    expect(told.rows[0]?.payout?.member?.name).toBe(paid[0]?.member.name)
    const before = await service().count('payment_reports')
    expect((await send(true)).rows).toEqual(told.rows)
    expect(await service().count('payment_reports')).toBe(before)
    expect((await send(false)).rows).toEqual(told.rows)
    expect(await service().count('payment_reports')).toBe(before + rows.length - 1)
    const again = await send(false)
    expect(again.rows.filter(({ outcome }) => outcome === 'known')).toHaveLength(rows.length - 1)
    expect(await service().count('payment_reports')).toBe(before + rows.length - 1)
    const first = `/payouts/${paid[0]?.payout?.id}`
    const { facts } = await ask<ConsoleResponse<'readPayoutFacts'>>('Rita', first)
    expect(facts).toMatchObject([{ kind: 'report', by: 'Finn', reference: 'TX0' }])
    const [actor] = await service().database.query(
      { name: '', text: 'select actor from payment_reports where reference = $1' },
      ['TX0'],
    )
    expect(actor).toEqual({ actor: `operator:${await findAccountId(service(), 'Finn')}` })
  })

  test('come back with what needs a person, and a file that cannot be read says why [D345]', async () => {
    const { decisions } = await ask<ConsoleResponse<'readPayoutRun'>>('Rita', run)
    const payout = decisions.find(
      ({ payout: made, available }) => made?.status === 'unreported' && available.currency === 'USD',
    )?.payout?.id
    const send = (content: string, isMeant = false) =>
      ask<ConsoleResponse<'recordResults'>>('Finn', '/payout-results', {
        ...{ content, rowsBefore: 0, method: 'Wise', isMeant, isDryRun: true },
      })
    const file = `reference,amount,currency,paid_at\n${payout},0.01,USD,2999-01-01\n${crypto.randomUUID()},1.00,USD,`
    expect(await send(file)).toMatchObject({
      rows: [
        { outcome: 'paid_in_future', isDoubt: true, reason: expect.stringContaining('future') },
        { outcome: 'unknown_payout', isDoubt: false, reason: 'No payout has this reference.' },
      ],
    })
    expect((await send(file, true)).rows[0]?.outcome).toBe('reported')
    expect(await send('Batch,Amt\nx,1')).toEqual({
      rejected: 'The file lacks the columns reference, amount, currency; it has: Batch, Amt.',
      rows: [],
    })
    expect((await send(`reference,amount,currency\n${payout},1.00,XTS`)).rejected).toContain('Row 1')
  })
})
