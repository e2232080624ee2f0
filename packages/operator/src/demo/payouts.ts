import { type PayoutStatus, payoutStatuses } from '@affiliate-platform/contract'
import type { Random } from './random.ts'
import type { DemoRows, Row } from './rows.ts'
import { at, currencies, type DemoApp, demoStartMs } from './structure.ts'

/** A payout whose facts are to be added. */
export interface DemoPayout {
  readonly workspace_id: string
  readonly id: string
  readonly membership_id: string
  readonly amount_minor: string
  readonly created_at: string
  /** What the facts bring it to. */
  readonly status: PayoutStatus
}

type PayoutRow = Omit<DemoPayout, 'status'>

type Facts = Readonly<Record<string, readonly Row[]>>

/** What the facts of one payout are built from. */
interface Payout {
  readonly keys: { readonly workspace_id: string; readonly payout_id: string; readonly created_at: string }
  readonly amount: bigint
  readonly newId: () => string
}

const largestAmount = 10n ** 38n - 1n
const betweenPayoutsMs = 11 * 3_600_000

/** Builds payouts by hand (D64), spread over an app's memberships and currencies; the first is of 38 digits. */
export function buildPayouts(random: Random, app: DemoApp, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const createdAtMs = demoStartMs + index * betweenPayoutsMs
    const membership = at(app.memberships, random.below(app.memberships.length))
    const amount = index % 97 === 0 ? largestAmount : BigInt(100 + random.below(2_000_000))
    return {
      workspace_id: app.workspaceId,
      id: random.idAt(createdAtMs),
      app_id: app.id,
      program_id: membership.programId,
      group_id: membership.groupId,
      membership_id: membership.id,
      amount_minor: String(amount),
      currency: at(currencies, index),
      created_at: new Date(createdAtMs).toISOString(),
      status: at(payoutStatuses, index),
    }
  })
}

/** The rows of payouts by hand and of the one commission behind each of them, which has its id; and their facts. */
export function toDemoPayoutRows(random: Random, payouts: ReturnType<typeof buildPayouts>): DemoRows {
  const rows = payouts.map(({ status: _status, ...row }) => row)
  const voidedIds = new Set(payouts.filter(isVoided).map(({ id }) => id))
  const reversals = rows.filter(({ id }) => voidedIds.has(id)).map((row) => toReversal(random, row))
  return new Map<string, readonly Row[]>([
    ['payouts', rows],
    ['commissions', [...rows.map(toCommission), ...reversals]],
    [
      'payout_commissions',
      rows.map(({ workspace_id, id }) => ({ workspace_id, payout_id: id, commission_id: id })),
    ],
    ...toVoidRows(payouts),
    ...toFactRows(random, payouts),
  ])
}

const toCommission = (payout: PayoutRow) => ({
  ...payout,
  entry: 'accrual',
  cause: 'manual',
  reason: 'demo',
  actor: 'system',
  accrued_at: payout.created_at,
  available_at: payout.created_at,
})

// D116. After what it takes back, also by its id: a move brings rows over in the order of their ids.
const toReversal = (random: Random, payout: PayoutRow) => ({
  ...toCommission(payout),
  id: random.idAt(Date.parse(payout.created_at) + 1),
  entry: 'reversal',
  reverses: payout.id,
  amount_minor: `-${payout.amount_minor}`,
})

const isVoided = ({ status }: DemoPayout) => status === 'voided'

export function toVoidRows(payouts: readonly DemoPayout[]): DemoRows {
  const voids = payouts
    .filter(isVoided)
    .map((payout) => ({ ...toKeys(payout), reason: 'Paid outside the programme' }))
  return new Map([['payout_voids', voids]])
}

/** The facts that bring payouts into the other states. */
export function toFactRows(random: Random, payouts: readonly DemoPayout[]): DemoRows {
  const facts = payouts.map((payout) => {
    const newId = () => random.idAt(Date.parse(payout.created_at))
    return buildFacts[payout.status]({ keys: toKeys(payout), amount: BigInt(payout.amount_minor), newId })
  })
  return new Map(factTables.map((table) => [table, facts.flatMap((rows) => rows[table] ?? [])]))
}

const toKeys = ({ workspace_id, id, created_at }: DemoPayout) => ({ workspace_id, payout_id: id, created_at })

/** In the order in which they are inserted. */
const factTables = [
  'payment_reports',
  'payment_report_retractions',
  'payment_confirmations',
  'payment_disputes',
  'payment_dispute_closings',
]

/** The facts that lead to each state. */
const buildFacts: Readonly<Record<PayoutStatus, (payout: Payout) => Facts>> = {
  voided: () => ({}),
  disputed: (payout) => {
    const report = buildReport(payout, payout.amount)
    return { payment_reports: [report], payment_disputes: [buildDispute(payout, report.id)] }
  },
  // A report that was taken back leaves the payout as if it had never been reported.
  unreported: (payout) => {
    const report = buildReport(payout, payout.amount)
    const retraction = { ...payout.keys, report_id: report.id, reason: 'Sent to the wrong account' }
    return { payment_reports: [report], payment_report_retractions: [retraction] }
  },
  partially_reported: (payout) => ({ payment_reports: [buildReport(payout, payout.amount / 3n)] }),
  reported: (payout) => {
    const first = payout.amount / 4n
    return { payment_reports: [buildReport(payout, first), buildReport(payout, payout.amount - first)] }
  },
  partially_confirmed: (payout) => {
    const report = buildReport(payout, payout.amount)
    const confirmation = buildConfirmation(payout, report.id, payout.amount / 2n)
    return { payment_reports: [report], payment_confirmations: [confirmation] }
  },
  // A dispute that was settled no longer counts.
  confirmed: (payout) => {
    const report = buildReport(payout, payout.amount)
    const dispute = buildDispute(payout, report.id)
    return {
      payment_reports: [report],
      payment_disputes: [dispute],
      payment_dispute_closings: [
        { ...payout.keys, dispute_id: dispute.id, resolution: 'It arrived a day later' },
      ],
      payment_confirmations: [buildConfirmation(payout, report.id, payout.amount)],
    }
  },
}

function buildReport({ keys, newId }: Payout, amount: bigint) {
  const paid = { amount_minor: String(amount), method: 'bank_transfer', paid_at: keys.created_at }
  return { ...keys, id: newId(), ...paid }
}

const buildDispute = ({ keys, newId }: Payout, report_id: string) => ({
  ...keys,
  id: newId(),
  report_id,
  reason: 'Nothing arrived',
})

const buildConfirmation = ({ keys, newId }: Payout, report_id: string, amount: bigint) => ({
  ...keys,
  id: newId(),
  report_id,
  amount_minor: String(amount),
})
