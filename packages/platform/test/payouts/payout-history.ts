import {
  insertClosing,
  insertConfirmation,
  insertConfirmationRetraction,
  insertDispute,
  insertReport,
  insertRetraction,
  insertReturn,
  insertVoid,
  type PayoutKey,
} from '@affiliate-platform/test-support/payment-fact-builders'
import { expect } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import { rejectingConstraint } from '../../src/database/statements/faults.ts'
import { type PaymentFactKind, paymentFactKinds } from '../../src/payouts/payment-fact-kinds.ts'
import type { PayoutSums } from './derive-payout-state.ts'

/** The facts that there can be about a payout. */
export const factKinds = Object.keys(paymentFactKinds) as readonly PaymentFactKind[]

/** A step of a history: one fact to write. */
export interface Step {
  readonly kind: PaymentFactKind
  /** Chooses the report that the fact is about, among those that there are by then. */
  readonly pick: number
  /** For a report or a confirmation. */
  readonly amountMinor: bigint
}

/** What the facts of one payout say, kept without the database. */
export interface History {
  readonly payout: PayoutKey
  readonly amountMinor: bigint
  readonly reports: Report[]
  isVoided: boolean
}

interface Report {
  readonly id: string
  readonly amountMinor: bigint
  /** What stands of its confirmations, by their ids. */
  readonly confirmations: Map<string, bigint>
  /** Once it was retracted or returned it counts no more. */
  readonly endings: Set<Step['kind']>
  readonly openDisputes: Set<string>
}

/** Writes one fact, and expects the database to accept it exactly when the model does. */
export async function take(database: Database, history: History, step: Step): Promise<void> {
  if (step.kind === 'report') return await takeReport(database, history, step)
  if (step.kind === 'void') return await takeVoid(database, history)
  const report = history.reports[step.pick % Math.max(history.reports.length, 1)]
  if (report === undefined) return
  const { payout } = history
  if (step.kind === 'confirmation') return await takeConfirmation(database, history, { report, ...step })
  if (step.kind === 'retraction' || step.kind === 'return') {
    const insert = step.kind === 'retraction' ? insertRetraction : insertReturn
    const insertion = insert(database, payout, report.id)
    if (report.endings.has(step.kind)) return await expectRejection(insertion, endingKeys[step.kind])
    await insertion
    report.endings.add(step.kind)
  } else if (step.kind === 'confirmation_retraction') {
    const [confirmationId] = report.confirmations.keys()
    if (confirmationId === undefined) return
    await insertConfirmationRetraction(database, payout, confirmationId)
    report.confirmations.delete(confirmationId)
  } else if (step.kind === 'dispute') {
    report.openDisputes.add(await insertDispute(database, payout, report.id))
  } else {
    step.kind satisfies 'closing'
    const [dispute] = report.openDisputes
    if (dispute === undefined) return
    await insertClosing(database, payout, dispute)
    report.openDisputes.delete(dispute)
  }
}

const endingKeys = {
  retraction: 'payment_report_retractions_pkey',
  return: 'payment_report_returns_pkey',
} as const

async function takeConfirmation(
  database: Database,
  { payout }: History,
  { report, amountMinor }: { readonly report: Report; readonly amountMinor: bigint },
): Promise<void> {
  const insertion = insertConfirmation(database, payout, { reportId: report.id, amountMinor })
  if (confirmedOf(report) + amountMinor > report.amountMinor) {
    return await expectRejection(insertion, 'payment_confirmations_within_report')
  }
  report.confirmations.set(await insertion, amountMinor)
}

async function takeReport(database: Database, history: History, { amountMinor }: Step): Promise<void> {
  const insertion = insertReport(database, history.payout, amountMinor)
  const claimedMinor = sumOf(standingReports(history).map(({ amountMinor: claimed }) => claimed))
  if (claimedMinor + amountMinor > history.amountMinor) {
    return await expectRejection(insertion, 'payouts_reports_within_amount')
  }
  if (history.isVoided) return await expectRejection(insertion, 'payouts_voided_without_report')
  const fresh = {
    confirmations: new Map<string, bigint>(),
    endings: new Set<Step['kind']>(),
    openDisputes: new Set<string>(),
  }
  history.reports.push({ id: await insertion, amountMinor, ...fresh })
}

async function takeVoid(database: Database, history: History): Promise<void> {
  const insertion = insertVoid(database, history.payout)
  if (history.isVoided) return await expectRejection(insertion, 'payout_voids_pkey')
  if (standingReports(history).length > 0) {
    return await expectRejection(insertion, 'payouts_voided_without_report')
  }
  await insertion
  history.isVoided = true
}

/** Adds up a history as D17 words it. */
export function sumUp(history: History): PayoutSums {
  const standing = standingReports(history)
  const counted = standing.filter(({ openDisputes }) => openDisputes.size === 0)
  return {
    amountMinor: history.amountMinor,
    reportedMinor: sumOf(counted.map(({ amountMinor }) => amountMinor)),
    confirmedMinor: sumOf(counted.map(confirmedOf)),
    openDisputes: standing.length - counted.length,
    isVoided: history.isVoided,
  }
}

const standingReports = ({ reports }: History) => reports.filter(({ endings }) => endings.size === 0)

const confirmedOf = ({ confirmations }: Report) => sumOf([...confirmations.values()])

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)

/** Expects the database to reject a fact by the named constraint. */
export async function expectRejection(insertion: Promise<unknown>, constraint: string): Promise<void> {
  const error: unknown = await insertion.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(rejectingConstraint(error)).toBe(constraint)
}
