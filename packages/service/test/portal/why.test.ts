import {
  describeProgress,
  describeReason,
  describeRefunds,
  describeSource,
  type ExplainedEarning,
  formatMoney,
} from '@affiliate-platform/contract/console'
import { newId } from '@affiliate-platform/platform/database'
import { recordDebtFact, undoDebtFact } from '@affiliate-platform/platform/debts'
import { setMembershipState } from '@affiliate-platform/platform/memberships'
import { setPayee } from '@affiliate-platform/platform/payees'
import { excludeMembership } from '@affiliate-platform/platform/payout-runs'
import { createPayout } from '@affiliate-platform/platform/payouts'
import { voidReferral } from '@affiliate-platform/platform/referrals'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { insertEntry, insertSale } from '@affiliate-platform/test-support/money-builders'
import type { TestService } from '@affiliate-platform/test-support/test-service'
import { expect, test } from 'vitest'
import { folder, origin } from '../console/sign-in.ts'
import { buildEarner, type Earner } from './build-earner.ts'

type WaitingCode = NonNullable<ExplainedEarning['waiting']>['code']
type PayoutStatus = NonNullable<ExplainedEarning['payout']>['status']

/** Where a commission can be: out of every payout for a reason, or in one that is in some state. */
type Place =
  | WaitingCode
  | 'held, and excluded afterwards'
  | 'held, and too little afterwards'
  | `payout ${PayoutStatus}`

/** What is earned, and what is taken away, by everything that does. */
type Cause = ExplainedEarning['because']['code'] | 'collected net' | 'collected with a refund'

const actor = 'operator:mia'
const sale = { on: '2026-02-01', gross: '100.0', net: '80.0', platformId: 'gid://partners/Sale/1' }
const refund = { on: '2026-02-20', gross: '-100.0', net: '-80.0', platformId: 'gid://partners/Refund/1' }
const usd = (amountMinor: string) => ({ amountMinor, currency: 'USD' })
const noBank = { iban: null, bic: null, town: null, country: null }

/** Somebody who has earned $20.00, which is available. */
async function earn(service: TestService, rules: Parameters<typeof buildEarner>[1] = {}): Promise<Earner> {
  const earner = await buildEarner(service, rules)
  await earner.sell(sale)
  return earner
}

/** The same in a payout, and what was said of it so far. */
async function pay(service: TestService, reported = '2000') {
  const earner = await earn(service)
  const { payouts } = await earner.freeze()
  const payoutId = payouts[0]?.id ?? ''
  const reportId = newId()
  const paid = { method: 'PayPal', reference: '8XK2', paidAt: undefined }
  await earner.say({ kind: 'report', payoutId, amount: usd(reported), ...paid }, reportId)
  return { ...earner, payoutId, reportId }
}

/** Every place in which a commission can be, and how it comes there: one that is missing does not compile. */
const places: Readonly<Record<Place, (service: TestService) => Promise<Earner>>> = {
  held: async (service) => {
    const earner = await buildEarner(service)
    await earner.sell({ ...sale, on: '2999-02-01' })
    return earner
  },
  'held, and excluded afterwards': async (service) => {
    const earner = await places.held(service)
    const exclusion = { currency: undefined, reason: 'We have no tax form of yours', actor }
    await excludeMembership(service.database, { ...earner, ...exclusion, isExcluded: true })
    return earner
  },
  'held, and too little afterwards': async (service) => {
    const earner = await buildEarner(service, { threshold: usd('5000') })
    await earner.sell({ ...sale, on: '2999-02-01' })
    return earner
  },
  excluded: async (service) => {
    const earner = await earn(service)
    const exclusion = { currency: undefined, reason: 'We have no tax form of yours', actor }
    await excludeMembership(service.database, { ...earner, ...exclusion, isExcluded: true })
    return earner
  },
  suspended: async (service) => {
    const earner = await earn(service)
    const suspension = { state: 'suspended', reason: 'We check where the installs of May come from' } as const
    await setMembershipState(service.database, { ...earner, ...suspension })
    return earner
  },
  payee_changed: async (service) => {
    const earner = await earn(service)
    const { workspaceId, membershipId } = earner
    for (const email of ['old@example.com', 'new@example.com']) {
      const by = { workspaceId, membershipId, actor: `member:${membershipId}` }
      const payee = { ...noBank, name: 'Mia Moore', kind: 'person', method: 'paypal', email } as const
      await setPayee(service.database, { ...by, ...payee, effectiveFrom: undefined })
    }
    return earner
  },
  sales_waiting: async (service) => {
    const earner = await earn(service)
    await insertSale(service.database, earner)
    return earner
  },
  nothing_due: async (service) => {
    const earner = await earn(service)
    await earner.freeze()
    await earner.sell(refund)
    await earner.sell({ on: '2026-02-21', gross: '5.0' })
    return earner
  },
  below_threshold: (service) => earn(service, { threshold: usd('5000') }),
  due: (service) => earn(service),
  'payout unreported': async (service) => {
    const earner = await earn(service)
    await earner.freeze()
    return earner
  },
  'payout partially_reported': (service) => pay(service, '500'),
  'payout reported': (service) => pay(service),
  'payout partially_confirmed': async (service) => {
    const earner = await pay(service)
    await earner.say({ kind: 'confirmation', reportId: earner.reportId, amount: usd('500') })
    return earner
  },
  'payout confirmed': async (service) => {
    const earner = await pay(service)
    await earner.say({ kind: 'confirmation', reportId: earner.reportId, amount: usd('2000') })
    return earner
  },
  'payout disputed': async (service) => {
    const earner = await pay(service)
    await earner.say({ kind: 'dispute', reportId: earner.reportId, reason: 'Nothing arrived' })
    return earner
  },
  // What was in it is in none again, and is due.
  'payout voided': async (service) => {
    const earner = await earn(service)
    const { payouts } = await earner.freeze()
    await earner.say({ kind: 'void', payoutId: payouts[0]?.id ?? '', reason: 'The wrong month' })
    return earner
  },
}

/** Everything that earns and takes away, as it happens: one that is missing does not compile. */
const causes: Readonly<Record<Cause, (service: TestService) => Promise<Earner>>> = {
  collected: (service) => earn(service),
  'collected net': (service) => earn(service, { basis: 'net' }),
  'collected with a refund': async (service) => {
    const earner = await earn(service)
    await earner.sell({ ...refund, gross: '-40.0', net: '-32.0' })
    return earner
  },
  installed: async (service) => {
    const earner = await buildEarner(service, { cpi: usd('500') })
    await earner.sell()
    return earner
  },
  taken_back: async (service) => {
    const earner = await earn(service)
    await earner.sell(refund)
    return earner
  },
  given_back: async (service) => {
    const earner = await earn(service)
    await earner.sell(refund)
    await earner.sell({ ...refund, gross: '-10.0', net: '-8.0', revision: 2 })
    return earner
  },
  corrected: async (service) => {
    const earner = await earn(service)
    await earner.sell({ ...sale, gross: '60.0', net: '50.0', revision: 2 })
    return earner
  },
  referral_voided: async (service) => {
    const earner = await earn(service)
    const { workspaceId, referralId } = earner
    await voidReferral(
      service.database,
      { workspaceId, referralId },
      { reason: 'another one brought it', actor },
    )
    return earner
  },
  manual: async (service) => {
    const earner = await buildEarner(service)
    const { workspaceId, membershipId } = earner
    const payout = { id: newId(), workspaceId, membershipId, amount: usd('5000') }
    await createPayout(service.database, { ...payout, reason: 'For your talk in May', actor })
    return earner
  },
  write_off: (service) => owe(service, 'write_off', 'It was our mistake'),
  repayment: (service) => owe(service, 'repayment', 'Your transfer of 3 March'),
  deduction: async (service) => {
    const earner = await earn(service)
    await enter(service, earner, 'deduction', 'Paid twice in May')
    return earner
  },
  imported: async (service) => {
    const earner = await buildEarner(service)
    await insertEntry(service.database, earner, { platformId: null, cause: 'imported', amount: '2000' })
    return earner
  },
  undone: async (service) => {
    const earner = await earn(service)
    const factId = await enter(service, earner, 'deduction', 'Paid twice in May')
    const { workspaceId } = earner
    await undoDebtFact(service.database, { workspaceId, factId, reason: 'It was paid once', actor })
    return earner
  },
}

async function enter(
  { database }: TestService,
  { workspaceId, membershipId }: Earner,
  kind: 'write_off' | 'repayment' | 'deduction',
  reason: string,
) {
  const id = newId()
  const fact = { id, workspaceId, membershipId, kind, amount: usd('1000'), reason, actor }
  const recorded = await recordDebtFact(database, fact)
  if (!recorded.ok) throw new Error(recorded.rejection)
  return id
}

/** Somebody who was paid for a sale that was refunded, and with whom that is settled. */
async function owe(service: TestService, kind: 'write_off' | 'repayment', reason: string): Promise<Earner> {
  const earner = await earn(service)
  await earner.freeze()
  await earner.sell(refund)
  await enter(service, earner, kind, reason)
  return earner
}

/** Days as their reader has them; those of this day are always the same. */
const write = {
  day: (instant: string) => {
    const isToday = Math.abs(Date.now() - Date.parse(instant)) < 86_400_000
    const day = isToday ? new Date('2026-05-04') : new Date(instant)
    return day.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
  },
  time: () => 'May 7, 2026 at 10:00 AM UTC',
}

/** What nobody outside understands: an id, a code, or a word of the ledger. */
const internal =
  /[0-9a-f]{8}-|\b[a-z]+_[a-z]+\b|gid:|undefined|null|NaN|\b(accrual|commission|ledger|unit|frozen|run|net|gross)\b/

/** All that the member is told of it. */
function tell(earning: ExplainedEarning): string {
  const amount = formatMoney(earning.amount)
  // The number of a shop is of chance.
  const reason = describeReason(earning, write).replaceAll(/#\d{4}/g, '#0417')
  const progress = describeProgress(earning, write)
  const source = describeSource(earning, write)
  const heading = earning.payout === null ? 'Why not yet?' : 'Where is it?'
  return [
    [`Why ${amount}? ${reason}`, ...describeRefunds(earning, write)].join(' '),
    ...(progress === undefined ? [] : [`${heading} ${progress}`]),
    ...(source === undefined ? [] : [`How we know: ${source}`]),
  ].join('\n')
}

/** Of these the last commission is meant, which takes away or gives back what the first one earned. */
const firstCauses: readonly Cause[] = ['collected', 'collected net', 'collected with a refund', 'installed']

describeServiceOnEachEngine(
  'what a member is told',
  { console: { place: { origin }, folder } },
  (service) => {
    const told = new Map<string, Promise<ExplainedEarning>>()
    const once = (name: string, ask: () => Promise<ExplainedEarning>) => {
      const asked = told.get(name) ?? ask()
      told.set(name, asked)
      return asked
    }
    const explainPlace = (place: Place) =>
      once(place, async () =>
        (await places[place](service())).explain(place === 'nothing_due' ? 'last' : 'first'),
      )
    const explainCause = (cause: Cause) =>
      once(`by ${cause}`, async () =>
        (await causes[cause](service())).explain(firstCauses.includes(cause) ? 'first' : 'last'),
      )

    test.each(Object.keys(places) as Place[])(
      'of what is %s: why it is not paid yet, or where it is [D456]',
      async (place) => {
        const earning = await explainPlace(place)
        const at = earning.waiting?.code ?? `payout ${earning.payout?.status}`
        expect(at).toBe(place === 'payout voided' ? 'due' : place.replace(/,.*/, ''))
        expect(describeProgress(earning, write)).toMatch(/^(It|You|Some|Refunds) .*\.$/)
        expect(tell(earning)).not.toMatch(internal)
      },
    )

    test.each(Object.keys(causes) as Cause[])(
      'of what comes by %s: why it is as much [D456]',
      async (cause) => {
        const earning = await explainCause(cause)
        expect(earning.because.code).toBe(cause.replace(/ .*/, ''))
        expect(describeReason(earning, write)).toMatch(/\.$/)
        expect(tell(earning)).not.toMatch(internal)
      },
    )

    test('can be read from the first to the last [D456]', async () => {
      const parts: string[] = []
      for (const place of Object.keys(places) as Place[])
        parts.push(`## ${place}`, tell(await explainPlace(place)))
      for (const cause of Object.keys(causes) as Cause[])
        parts.push(`## by ${cause}`, tell(await explainCause(cause)))
      await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot('why.txt')
    })
  },
)
