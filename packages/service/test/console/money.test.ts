import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { actAs, listAuditEntries } from '@affiliate-platform/platform/audit'
import { listBalances, toPlaces } from '@affiliate-platform/platform/balances'
import type { Database } from '@affiliate-platform/platform/database'
import { listPayees } from '@affiliate-platform/platform/payees'
import { listPayoutFacts, recordPaymentFact } from '@affiliate-platform/platform/payouts'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

const base = '/api/console/v1'
const placeNames = ['held', 'available', 'owed', 'toBePaid', 'reported', 'confirmed', 'earned'] as const

describeServiceOnEachEngine('the console', { console: { place: { origin }, folder } }, (service) => {
  const as = async (name: 'Ada' | 'Finn' | 'Rita') => {
    const headers = await signIn(service(), name)
    return async <Value>(path: string, json?: unknown): Promise<Value> => {
      const sent = json === undefined ? { headers } : { headers, method: 'POST', json }
      const response = await service().fetch(`${base}${path}`, sent)
      expect([path, response.status]).toEqual([path, 200])
      return (await response.json()) as Value
    }
  }
  const preview = (ask: Awaited<ReturnType<typeof as>>) =>
    ask<ConsoleResponse<'previewPayoutRun'>>('/payout-runs/preview')

  test('shows where the money is, to the unit of the balances [D340]', async () => {
    const ask = await as('Rita')
    const { currencies, waiting } = await ask<ConsoleResponse<'readOverview'>>('/overview')
    const { workspaceId } = service().ids
    const balances = await listBalances(service().database, { workspaceId })
    expect(currencies.map(({ currency }) => currency)).toEqual(['EUR', 'GBP', 'JPY', 'KWD', 'USD'])
    for (const { currency, ...places } of currencies) {
      const told = balances.filter((balance) => balance.currency === currency).map(toPlaces)
      for (const place of placeNames) {
        const sum = told.reduce((total, balance) => total + balance[place], 0n)
        expect([currency, place, places[place].amountMinor]).toEqual([currency, place, `${sum}`])
      }
    }
    expect(waiting.openCases).toBe(3)
    expect(waiting.disputes.length).toBeGreaterThan(0)
  })

  test('adds up what was earned and paid in each of twelve months of the workspace [D476]', async () => {
    const { database, ids } = service()
    const { workspaceId } = ids
    const ask = await as('Rita')
    for (const timeZone of ['Pacific/Kiritimati', 'UTC']) {
      await database.query(
        { name: 'zone', text: 'update workspaces set time_zone = $2 where workspace_id = $1' },
        [...[workspaceId, timeZone]],
      )
      const { currencies } = await ask<ConsoleResponse<'readMonths'>>('/months')
      const told = currencies.flatMap(({ currency, months }) =>
        months.map(({ month, earned, paid }) => [currency, month, earned.amountMinor, paid.amountMinor]),
      )
      expect(told).toHaveLength(12 * currencies.length)
      expect(currencies.map(({ currency }) => currency)).toEqual(['EUR', 'GBP', 'JPY', 'KWD', 'USD'])
      expect(told).toEqual(await addUp(database, workspaceId, { timeZone, told }))
    }
  })

  test('freezes what was looked at, once, in the name of who did it [D340]', async () => {
    const ask = await as('Finn')
    const looked = await preview(ask)
    const paid = looked.decisions.filter(({ decision }) => decision === 'paid')
    expect(paid.length).toBeGreaterThan(10)
    const order = { id: crypto.randomUUID(), asOf: looked.asOf, previewHash: looked.hash }
    const other = await ask<ConsoleResponse<'freezePayoutRun'>>('/payout-runs', {
      ...order,
      previewHash: 'another',
    })
    expect(other.run).toBeNull()
    expect(other.preview).toEqual(looked)
    const frozen = await Promise.all(
      [1, 2].map(() => ask<ConsoleResponse<'freezePayoutRun'>>('/payout-runs', order)),
    )
    expect(frozen.map(({ run }) => run)).toEqual([{ id: order.id }, { id: order.id }])

    const run = await ask<ConsoleResponse<'readPayoutRun'>>(`/payout-runs/${order.id}`)
    expect(run.actor).toBe('Finn')
    const payouts = run.decisions.filter(({ payout }) => payout !== null)
    expect(payouts).toHaveLength(paid.length)
    expect(payouts.map(({ available }) => available)).toEqual(paid.map(({ available }) => available))
    const { workspaceId } = service().ids
    const filter = { workspaceId, subject: 'payout_run', subjectId: order.id } as const
    const [entry] = await listAuditEntries(service().database, filter, { after: undefined, limit: 1 })
    expect(entry).toMatchObject({
      actor: `operator:${await findAccountId(service(), 'Finn')}`,
    })
  })

  test('shows what a member says under their name [D346]', async () => {
    const ask = await as('Ada')
    const { items } = await ask<ConsoleResponse<'listPayoutRuns'>>('/payout-runs')
    const run = await ask<ConsoleResponse<'readPayoutRun'>>(`/payout-runs/${items.at(-1)?.id}`)
    const reported = run.decisions.find(({ payout }) => payout?.status === 'reported')
    const read = () => ask<ConsoleResponse<'readPayoutFacts'>>(`/payouts/${reported?.payout?.id}`)
    const { facts, member } = await read()
    const [report] = facts
    const dispute = { kind: 'dispute', reportId: report?.id ?? '', reason: 'nothing came' } as const
    const theirs = actAs(service().database, `member:${member.id}`)
    await recordPaymentFact(theirs, dispute, { workspaceId: service().ids.workspaceId })
    expect((await read()).facts.at(-1)).toMatchObject({ kind: 'dispute', by: member.name })
  })

  test('records a payment once, warns of the same one again, and takes it back [D340]', async () => {
    const ask = await as('Ada')
    const { items } = await ask<ConsoleResponse<'listPayoutRuns'>>('/payout-runs')
    const run = await ask<ConsoleResponse<'readPayoutRun'>>(`/payout-runs/${items[0]?.id}`)
    const payout = run.decisions.find(({ payout: made }) => made?.status === 'unreported')
    const at = `/payouts/${payout?.payout?.id}`
    const { amount } = await ask<ConsoleResponse<'readPayoutFacts'>>(at)
    const paidOn = items[0]?.asOf.slice(0, 10) ?? ''
    const half = { ...amount, amountMinor: `${BigInt(amount.amountMinor) / 2n}` }
    const report = (id: string, isMeant = false) => ({
      ...{ kind: 'report', id, amount: half, method: 'PayPal', reference: 'REF 1', isMeant, paidOn },
    })
    const told = { kind: 'report', by: 'Ada', paidAt: `${paidOn}T00:00:00.000Z` }
    const record = (json: object) => ask<ConsoleResponse<'recordPayment'>>(`${at}/facts`, json)
    const id = crypto.randomUUID()
    const [first, again] = [await record(report(id)), await record(report(id))]
    for (const { rejected, payout: after } of [first, again]) {
      expect(rejected).toBeNull()
      expect(after).toMatchObject({ status: 'partially_reported', facts: [told] })
      expect(after.facts).toHaveLength(1)
    }
    const other = crypto.randomUUID()
    expect(await record(report(other))).toMatchObject({
      isDoubt: true,
      rejected: 'A payment with the same method and reference is already recorded.',
    })
    expect((await record(report(other, true))).rejected).toBeNull()
    expect((await record(report(crypto.randomUUID(), true))).rejected).toContain('exceeds the payout')
    const taken = await record({ kind: 'retraction', reportId: other, reason: 'typed twice' })
    expect(taken.payout.facts.map(({ kind }) => kind)).toEqual(['report', 'report', 'retraction'])
    const foreign = run.decisions.findLast(({ payout: made }) => made?.status === 'unreported')?.payout?.id
    const wrong = { kind: 'retraction', reportId: id, reason: 'of another payout' }
    const headers = await signIn(service(), 'Ada')
    const elsewhere = `${base}/payouts/${foreign}/facts`
    expect((await service().fetch(elsewhere, { method: 'POST', headers, json: wrong })).status).toBe(403)
    expect((await record({ kind: 'void', reason: 'no' })).rejected).toContain('retract it first')
  })

  test('records one of two payments at once that each pay all of a payout [D340]', async () => {
    const { database, ids } = service()
    const ask = await as('Ada')
    const { items } = await ask<ConsoleResponse<'listPayoutRuns'>>('/payout-runs')
    const run = await ask<ConsoleResponse<'readPayoutRun'>>(`/payout-runs/${items[0]?.id}`)
    // Those at the ends are the other tests' to pay.
    const open = run.decisions.flatMap(({ payout }) => (payout?.status === 'unreported' ? [payout] : []))
    const some = open.slice(2, 6)
    expect(some).toHaveLength(4)
    for (const { id, unpaid } of some) {
      const at = `/payouts/${id}`
      const { member, facts } = await ask<ConsoleResponse<'readPayoutFacts'>>(at)
      const { workspaceId } = ids
      const readPlaces = async () => {
        const balances = await listBalances(database, { workspaceId, membershipIds: [member.id] })
        const told = balances.filter(({ currency }) => currency === unpaid.currency).map(toPlaces)
        const sum = (of: 'toBePaid' | 'reported') => told.reduce((total, places) => total + places[of], 0n)
        return { toBePaid: sum('toBePaid'), reported: sum('reported') }
      }
      const before = await readPlaces()
      const ways = ['PayPal', 'Wise']
      const report = { kind: 'report', amount: unpaid, reference: null, paidOn: null, isMeant: false }
      const asked = await Promise.all(
        ways.map((method) =>
          ask<ConsoleResponse<'recordPayment'>>(`${at}/facts`, {
            ...{ ...report, method, id: crypto.randomUUID() },
          }),
        ),
      )
      const refused = 'Together with earlier payments, this exceeds the payout.'
      expect(asked.map(({ rejected, isDoubt }) => [rejected, isDoubt]).toSorted()).toEqual([
        [null, false],
        [refused, false],
      ])
      const after = await ask<ConsoleResponse<'readPayoutFacts'>>(at)
      const method = ways[asked.findIndex(({ rejected }) => rejected === null)]
      expect(after.facts).toMatchObject([...facts, { kind: 'report', amount: unpaid, method }])
      expect([after.status, after.unpaid.amountMinor]).toEqual(['reported', '0'])
      const paid = BigInt(unpaid.amountMinor)
      const { toBePaid, reported } = before
      expect(await readPlaces()).toEqual({ toBePaid: toBePaid - paid, reported: reported + paid })
    }
  })

  test('tells of a run what is to be paid, and of that nothing that is disputed [D340]', async () => {
    const ask = await as('Ada')
    const readWaiting = async () => (await ask<ConsoleResponse<'readOverview'>>('/overview')).waiting
    const { items } = await ask<ConsoleResponse<'listPayoutRuns'>>('/payout-runs')
    const { decisions } = await ask<ConsoleResponse<'readPayoutRun'>>(`/payout-runs/${items[0]?.id}`)
    const unpaid = decisions.flatMap(({ payout }) => (payout?.status === 'unreported' ? [payout] : []))
    const [payout] = unpaid
    const { unpaidRuns } = await readWaiting()
    const open = decisions.flatMap(({ payout: made }) =>
      made?.status === 'unreported' || made?.status === 'partially_reported' ? [made.unpaid] : [],
    )
    const sumIn = (code: string) =>
      `${open.filter(({ currency }) => currency === code).reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n)}`
    expect(unpaidRuns[0]).toMatchObject({ id: items[0]?.id, asOf: items[0]?.asOf, payouts: open.length })
    expect(unpaidRuns[0]?.sums).toEqual(
      [...new Set(open.map(({ currency }) => currency))]
        .toSorted()
        .map((currency) => ({ currency, amountMinor: sumIn(currency) })),
    )

    const { currency, amountMinor } = payout?.unpaid ?? { currency: '', amountMinor: '0' }
    const amount = { currency, amountMinor: `${BigInt(amountMinor) / 3n}` }
    const record = async (json: object) => {
      const { rejected } = await ask<ConsoleResponse<'recordPayment'>>(`/payouts/${payout?.id}/facts`, json)
      expect(rejected).toBeNull()
    }
    const [reportId, disputeId] = [crypto.randomUUID(), crypto.randomUUID()]
    const report = { kind: 'report', method: 'PayPal', reference: null, paidOn: null, isMeant: false }
    await record({ ...report, id: reportId, amount })
    await record({ kind: 'dispute', id: disputeId, reportId, reason: 'nothing came', isMeant: false })
    expect((await readWaiting()).unpaidRuns[0]?.payouts).toBe(open.length - 1)
    await record({ kind: 'closing', disputeId, resolution: 'it was never sent' })
    expect((await readWaiting()).unpaidRuns[0]?.payouts).toBe(open.length)
  })

  test('says how each payout is to be paid, and where to those alone who pay [D340]', async () => {
    const ask = await as('Finn')
    const { items } = await ask<ConsoleResponse<'listPayoutRuns'>>('/payout-runs')
    const { decisions } = await ask<ConsoleResponse<'readPayoutRun'>>(`/payout-runs/${items[0]?.id}`)
    const payouts = decisions.flatMap(({ payout, member }) =>
      payout === null ? [] : [{ ...payout, member }],
    )
    expect(new Set(payouts.map(({ method }) => method)).size).toBeGreaterThan(1)
    const paid = payouts.find(({ method }) => method === 'paypal')
    const read = async (name: 'Finn' | 'Rita') =>
      (await (await as(name))<ConsoleResponse<'readPayoutFacts'>>(`/payouts/${paid?.id}`)).payee
    const { workspaceId } = service().ids
    const payees = await listPayees(service().database, { workspaceId, membershipId: paid?.member.id ?? '' })
    const inForce = payees.find(({ effectiveFrom }) => effectiveFrom <= new Date())
    expect(inForce?.email).toMatch(/@/)
    expect(await read('Finn')).toEqual({ method: 'paypal', account: inForce?.email })
    expect(await read('Rita')).toEqual({ method: 'paypal', account: null })
  })

  test('confirms for the member, disputes and returns, as the state of the payout allows [D352]', async () => {
    const ask = await as('Finn')
    const { items } = await ask<ConsoleResponse<'listPayoutRuns'>>('/payout-runs')
    const run = await ask<ConsoleResponse<'readPayoutRun'>>(`/payout-runs/${items[0]?.id}`)
    const at = `/payouts/${run.decisions.findLast(({ payout }) => payout?.status === 'unreported')?.payout?.id}`
    const read = () => ask<ConsoleResponse<'readPayoutFacts'>>(at)
    const actsOf = async () =>
      (await read()).acts.map(({ kind, reason }) => (reason === null ? kind : `${kind}: ${reason}`))
    const record = async (json: object) => {
      const { rejected, payout } = await ask<ConsoleResponse<'recordPayment'>>(`${at}/facts`, json)
      expect(rejected).toBeNull()
      return payout
    }
    expect(await actsOf()).toEqual(['report', 'void'])
    const [reportId, confirmationId, disputeId] = [1, 2, 3].map(() => crypto.randomUUID())
    const { amount } = await read()
    const report = { method: 'PayPal', reference: null, paidOn: null, isMeant: false }
    await record({ kind: 'report', id: reportId, amount, ...report })
    expect(await actsOf()).toEqual([
      'report: All of it was recorded as paid.',
      ...['confirmation', 'dispute', 'return', 'retraction'],
      'void: A payment was recorded. If nothing was paid, retract it first.',
    ])
    const confirmation = { kind: 'confirmation', id: confirmationId, reportId, amount }
    expect((await record(confirmation)).status).toBe('confirmed')
    expect((await record(confirmation)).facts).toHaveLength(2)
    expect(await actsOf()).toEqual(
      expect.arrayContaining([
        'confirmation: All of it is confirmed.',
        expect.stringMatching(/^retraction: This payment was confirmed on the member’s behalf/),
      ]),
    )
    await record({ kind: 'confirmation_retraction', confirmationId, reason: 'another payment' })
    const dispute = { kind: 'dispute', id: disputeId, reportId, reason: 'nothing came', isMeant: false }
    expect((await record(dispute)).status).toBe('disputed')
    expect((await record({ kind: 'closing', disputeId, resolution: 'it came' })).status).toBe('reported')
    const returned = await record({ kind: 'return', reportId, reference: 'R-77', reason: 'account closed' })
    expect(returned.status).toBe('unreported')
    expect(returned.facts.map(({ kind, by }) => [kind, by])).toEqual(
      ['report', 'confirmation', 'confirmation_retraction', 'dispute', 'closing', 'return'].map((kind) => [
        kind,
        'Finn',
      ]),
    )
    const headers = await signIn(service(), 'Finn')
    const foreign = { kind: 'return', reportId: crypto.randomUUID(), reference: 'R', reason: 'no' }
    const elsewhere = { method: 'POST', headers, json: foreign }
    expect((await service().fetch(`${base}${at}/facts`, elsewhere)).status).toBe(403)
    const nul = { ...elsewhere, json: { kind: 'void', reason: 'a\u0000b' } }
    expect((await service().fetch(`${base}${at}/facts`, nul)).status).toBe(400)
  })

  test('says of each line of a payout why it is what it is [D340]', async () => {
    const ask = await as('Rita')
    const { items } = await ask<ConsoleResponse<'listPayoutRuns'>>('/payout-runs')
    const run = await ask<ConsoleResponse<'readPayoutRun'>>(`/payout-runs/${items[0]?.id}`)
    const id = run.decisions.find(({ payout }) => payout !== null)?.payout?.id
    const { amount } = await ask<ConsoleResponse<'readPayoutFacts'>>(`/payouts/${id}`)
    const lines = await ask<ConsoleResponse<'listPayoutLines'>>(`/payouts/${id}/lines`)
    const sum = lines.items.reduce((total, line) => total + BigInt(line.amount.amountMinor), 0n)
    expect(`${sum}`).toBe(amount.amountMinor)
    for (const { commissionId, units } of lines.items) {
      if (units === null) continue
      const why = await ask<ConsoleResponse<'explainUnit'>>(`/payouts/${id}/explanation?unit=${units.first}`)
      expect(why.commission.id).toBe(commissionId)
    }
  })

  test('saves terms for a member, which change no contract, and says each broken rule at its place [D340]', async () => {
    const ask = await as('Finn')
    const id = service().ids.membershipId
    const before = await ask<ConsoleResponse<'readMember'>>(`/members/${id}`)
    expect(before.inForce?.of).toBe('membership')
    const contracts = await service().count('referral_contracts')
    const { thresholds: _thresholds, ...rules } = { ...before.inForce?.rules, rateBps: 2500 }
    const after = await ask<ConsoleResponse<'saveMemberTerms'>>(`/members/${id}/terms`, { rules })
    expect(after.inForce?.rules.rateBps).toBe(2500)
    expect(after.versions.map(({ state, by }) => [state, by])).toEqual([
      ['past', 'an API key'],
      ['applies', 'Finn'],
    ])
    expect(await service().count('referral_contracts')).toBe(contracts)

    const headers = await signIn(service(), 'Finn')
    const once = { ...headers, 'idempotency-key': 'pressed-twice' }
    const json = { rules: { ...rules, rateBps: 2600 } }
    const path = `${base}/members/${id}/terms`
    await Promise.all([1, 2, 3].map(() => service().fetch(path, { method: 'POST', headers: once, json })))
    const { versions } = await ask<ConsoleResponse<'readMember'>>(`/members/${id}`)
    expect(versions.map(({ rules: { rateBps } }) => rateBps)).toEqual([2000, 2500, 2600])
    expect((await service().fetch(path, { method: 'POST', headers: once, json: { rules } })).status).toBe(409)

    const send = async (wrong: object) => {
      const response = await service().fetch(path, { method: 'POST', headers, json: wrong })
      const { code, errors } = (await response.json()) as { code: string; errors: { pointer: string }[] }
      return [response.status, code, errors.map(({ pointer }) => pointer)]
    }
    const broken = { ...rules, includedSaleKinds: [] }
    expect(await send({ rules: broken })).toEqual([400, 'terms_rejected', ['/rules/includedSaleKinds']])
    expect(await send({ rules: { ...rules, holdDays: -1 } })).toEqual([
      400,
      'invalid_request',
      ['/rules/holdDays'],
    ])
    const past = { rules, effectiveAt: '2020-01-01T00:00:00Z' }
    expect(await send(past)).toEqual([400, 'terms_rejected', ['/effectiveAt']])
  })

  test('shows nothing of another workspace: each unknown and foreign id gets the same response [D340]', async () => {
    const headers = await signIn(service(), 'Ada')
    const foreign = service().ids.otherWorkspaceMembershipId
    const paths = [
      '/payouts/:id',
      '/payouts/:id/lines',
      '/payouts/:id/explanation?unit=1',
      '/payout-runs/:id',
    ]
    for (const path of paths) {
      const bodies = await Promise.all(
        [foreign, crypto.randomUUID()].map(async (id) => {
          const response = await service().fetch(`${base}${path.replace(':id', id)}`, { headers })
          expect([path, response.status]).toEqual([path, 403])
          return { ...((await response.json()) as object), requestId: '' }
        }),
      )
      expect(bodies[0]).toEqual(bodies[1])
    }
  })
})

/** The same by hand: from every commission, and from the facts of every payout. */
async function addUp(
  database: Database,
  workspaceId: string,
  { timeZone, told }: { readonly timeZone: string; readonly told: readonly (readonly string[])[] },
) {
  const sums = new Map<string, { earned: bigint; paid: bigint }>()
  const format = new Intl.DateTimeFormat('sv', { timeZone, year: 'numeric', month: '2-digit' })
  const add = (currency: string, at: Date, { earned = 0n, paid = 0n }) => {
    const key = `${currency} ${format.format(at)}`
    const known = sums.get(key) ?? { earned: 0n, paid: 0n }
    sums.set(key, { earned: known.earned + earned, paid: known.paid + paid })
  }
  const commissions = await database.query<{ currency: string; accrued_at: Date; amount: string }>(
    {
      name: 'all_commissions',
      text: 'select currency, accrued_at, amount_minor::text as amount from commissions where workspace_id = $1',
    },
    [workspaceId],
  )
  for (const { currency, accrued_at, amount } of commissions)
    add(currency, accrued_at, { earned: BigInt(amount) })
  const payouts = await database.query<{ id: string; currency: string }>(
    { name: 'all_payouts', text: 'select id, currency from payouts where workspace_id = $1' },
    [workspaceId],
  )
  for (const { id: payoutId, currency } of payouts) {
    const facts = await listPayoutFacts(database, { workspaceId, payoutId })
    const closed = facts.filter(({ kind }) => kind === 'closing').map(({ about }) => about)
    const without = facts
      .filter(
        ({ kind, id }) =>
          ['retraction', 'return'].includes(kind) || (kind === 'dispute' && !closed.includes(id)),
      )
      .map(({ about }) => about)
    for (const { kind, id, paidAt, amountMinor } of facts) {
      if (kind !== 'report' || paidAt === null || without.includes(id)) continue
      add(currency, paidAt, { paid: BigInt(amountMinor ?? 0) })
    }
  }
  return told.map(([currency = '', month = '']) => {
    const { earned = 0n, paid = 0n } = sums.get(`${currency} ${month}`) ?? {}
    return [currency, month, `${earned}`, `${paid}`]
  })
}
