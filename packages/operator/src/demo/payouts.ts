import { type PayoutStatus, payoutStatuses } from '@affiliate-platform/contract'
import type { Random } from './random.ts'
import { at, type DemoApp, demoStartMs } from './structure.ts'

type Row = Readonly<Record<string, unknown>>

/** The rows behind an app's payouts: the payouts and the facts that their states are derived from. */
export interface PayoutRows {
  readonly payouts: readonly (Row & { readonly id: string })[]
  /** One by hand behind each payout (D64) and its line, and one that takes back what was voided (D116). */
  readonly commissions: readonly Row[]
  readonly lines: readonly Row[]
  readonly reports: readonly Row[]
  readonly retractions: readonly Row[]
  readonly confirmations: readonly Row[]
  readonly disputes: readonly Row[]
  readonly closings: readonly Row[]
  readonly voids: readonly Row[]
}

type Facts = Partial<Omit<PayoutRows, 'payouts' | 'commissions' | 'lines'>>

/** What the facts of one payout are built from. */
interface Payout {
  readonly keys: { readonly workspace_id: string; readonly payout_id: string; readonly created_at: string }
  readonly createdAtMs: number
  readonly amount: bigint
  readonly random: Random
}

const currencies = ['USD', 'EUR', 'GBP', 'JPY', 'KWD']
const largestAmount = 10n ** 38n - 1n
const betweenPayoutsMs = 11 * 3_600_000

/** Builds an app's payouts, spread over its memberships, currencies and states. */
export function buildPayoutRows(
  random: Random,
  app: DemoApp,
  { count, extra }: { readonly count: number; readonly extra: Random },
): PayoutRows {
  const payouts: (Row & { readonly id: string })[] = []
  const facts: Facts[] = []
  for (let index = 0; index < count; index += 1) {
    // Every eighth payout is as old as the one before it: the order then rests on the ids.
    const createdAtMs = demoStartMs + (index - (index % 8 === 7 ? 1 : 0)) * betweenPayoutsMs
    const id = random.idAt(createdAtMs)
    const amount = index % 97 === 0 ? largestAmount - BigInt(index) : BigInt(100 + random.below(2_000_000))
    const membership = at(app.memberships, random.below(app.memberships.length))
    const created_at = new Date(createdAtMs).toISOString()
    payouts.push({
      workspace_id: app.workspaceId,
      id,
      app_id: app.id,
      program_id: membership.programId,
      group_id: membership.groupId,
      membership_id: membership.id,
      amount_minor: String(amount),
      currency: at(currencies, index),
      created_at,
    })
    const keys = { workspace_id: app.workspaceId, payout_id: id, created_at }
    facts.push(buildFacts[at(payoutStatuses, index)]({ keys, createdAtMs, amount, random }))
  }
  const gather = (kind: keyof Facts): readonly Row[] => facts.flatMap((rows) => rows[kind] ?? [])
  return {
    payouts,
    commissions: [
      ...payouts.map(toManualCommission),
      ...payouts
        .filter((_, index) => at(payoutStatuses, index) === 'voided')
        .map((payout) => toReversal(extra, payout)),
    ],
    lines: payouts.map(({ id, workspace_id }) => ({ workspace_id, payout_id: id, commission_id: id })),
    reports: gather('reports'),
    retractions: gather('retractions'),
    confirmations: gather('confirmations'),
    disputes: gather('disputes'),
    closings: gather('closings'),
    voids: gather('voids'),
  }
}

/** The commission by hand behind a payout. It has the payout's id. */
function toManualCommission({ created_at, ...payout }: Row): Row {
  const entry = { entry: 'accrual', cause: 'manual', reason: 'demo' }
  return {
    ...payout,
    ...entry,
    accrued_at: created_at,
    available_at: created_at,
    actor: 'system',
    created_at,
  }
}

// After what it takes back, also by its id: a move brings rows over in the order of their ids.
function toReversal(extra: Random, payout: PayoutRows['payouts'][number]): Row {
  const id = extra.idAt(Date.parse(String(payout['created_at'])) + 1)
  const reversal = { entry: 'reversal', reverses: payout.id, amount_minor: `-${payout['amount_minor']}` }
  return { ...toManualCommission(payout), id, ...reversal }
}

/** The facts that lead to each state. */
const buildFacts: Readonly<Record<PayoutStatus, (payout: Payout) => Facts>> = {
  voided: ({ keys }) => ({ voids: [{ ...keys, reason: 'Paid outside the programme' }] }),
  disputed: (payout) => {
    const report = buildReport(payout, payout.amount)
    const dispute = { ...payout.keys, id: newId(payout), report_id: report.id, reason: 'Nothing arrived' }
    return { reports: [report], disputes: [dispute] }
  },
  // A report that was taken back leaves the payout as if it had never been reported.
  unreported: (payout) => {
    const report = buildReport(payout, payout.amount)
    const retraction = { ...payout.keys, report_id: report.id, reason: 'Sent to the wrong account' }
    return { reports: [report], retractions: [retraction] }
  },
  partially_reported: (payout) => ({ reports: [buildReport(payout, payout.amount / 3n)] }),
  reported: (payout) => {
    const first = payout.amount / 4n
    return { reports: [buildReport(payout, first), buildReport(payout, payout.amount - first)] }
  },
  partially_confirmed: (payout) => {
    const report = buildReport(payout, payout.amount)
    return { reports: [report], confirmations: [buildConfirmation(payout, report.id, payout.amount / 2n)] }
  },
  // A dispute that was settled no longer counts.
  confirmed: (payout) => {
    const report = buildReport(payout, payout.amount)
    const dispute = { ...payout.keys, id: newId(payout), report_id: report.id, reason: 'Nothing arrived' }
    const closing = { ...payout.keys, dispute_id: dispute.id, resolution: 'It arrived a day later' }
    return {
      reports: [report],
      disputes: [dispute],
      closings: [closing],
      confirmations: [buildConfirmation(payout, report.id, payout.amount)],
    }
  },
}

function newId({ random, createdAtMs }: Payout): string {
  return random.idAt(createdAtMs)
}

function buildReport(payout: Payout, amount: bigint) {
  const paid_at = payout.keys.created_at
  return { ...payout.keys, id: newId(payout), amount_minor: String(amount), method: 'bank_transfer', paid_at }
}

function buildConfirmation(payout: Payout, reportId: string, amount: bigint): Row {
  return { ...payout.keys, id: newId(payout), report_id: reportId, amount_minor: String(amount) }
}
