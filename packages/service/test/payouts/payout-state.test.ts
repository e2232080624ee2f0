import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { refusingConstraint } from '../../src/database/faults.ts'
import { derivePayoutState, type PayoutSums } from '../../src/payouts/status.ts'
import { listPayouts } from '../../src/payouts/store.ts'
import {
  insertApp,
  insertClosing,
  insertConfirmation,
  insertDispute,
  insertMembership,
  insertPayout,
  insertReport,
  insertRetraction,
  insertVoid,
  type TestApp,
} from '../support/payout-builders.ts'
import { describeOnEachEngine } from './engines.ts'

/** A step of a history; `pick` chooses among the reports or disputes that there are by then. */
type Step =
  | { readonly kind: 'report' | 'confirm'; readonly pick: number; readonly amount: number }
  | { readonly kind: 'retract' | 'dispute' | 'close' | 'void'; readonly pick: number }

interface Report {
  readonly id: string
  readonly amountMinor: bigint
  confirmedMinor: bigint
  isRetracted: boolean
  readonly openDisputes: Set<string>
}

/** What the facts of one payout say, kept without the database. */
interface History {
  readonly payout: { readonly workspaceId: string; readonly payoutId: string }
  readonly amountMinor: bigint
  readonly reports: Report[]
  isVoided: boolean
}

const amountParts = 4

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('report' as const, 'report' as const, 'confirm' as const, 'confirm' as const),
    pick: fc.nat(),
    amount: fc.integer({ min: 1, max: amountParts + 1 }),
  }),
  fc.record({
    kind: fc.constantFrom('retract' as const, 'dispute' as const, 'close' as const),
    pick: fc.nat(),
  }),
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('void' as const), pick: fc.nat() }) },
)

const historyArbitrary = fc.record({
  // A part of the amount in every fact makes whole sums likely; up to 38 digits.
  partMinor: fc.bigInt({ min: 1n, max: (10n ** 38n - 1n) / BigInt(amountParts + 1) }),
  steps: fc.array(stepArbitrary, { maxLength: 12 }),
})

describeOnEachEngine('the state of a payout', (database) => {
  it('is after any history what the model says, by facts accepted or refused as it says [D17]', async () => {
    const app = await insertApp(database())
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(historyArbitrary, async ({ partMinor, steps }) => {
        const { history, row } = await startHistory(database(), app, partMinor * BigInt(amountParts))
        for (const step of steps) await take(database(), { history, step, partMinor })
        const sums = sumUp(history)
        const { status, unpaidMinor } = derivePayoutState(sums)
        seen.add(status)
        expect(await row()).toEqual({ status, unpaid: String(unpaidMinor) })
      }),
      { numRuns: 200 },
    )
    expect([...seen].length).toBeGreaterThan(3)
  })

  it('keeps reports within the amount, disputed ones counted and retracted ones not [D17]', async () => {
    const app = await insertApp(database())
    const payout = { ...app, payoutId: await insertPayout(database(), app, { amountMinor: 100n }) }
    const disputed = await insertReport(database(), payout, 60n)
    await insertDispute(database(), payout, disputed)
    await expectRefusal(insertReport(database(), payout, 41n), 'payouts_reports_within_amount')
    await insertReport(database(), payout, 40n)
    await insertRetraction(database(), payout, disputed)
    await expectRefusal(insertReport(database(), payout, 61n), 'payouts_reports_within_amount')
    await insertReport(database(), payout, 60n)
  })

  it('keeps confirmations within their report [D17]', async () => {
    const app = await insertApp(database())
    const payout = { ...app, payoutId: await insertPayout(database(), app, { amountMinor: 100n }) }
    const reportId = await insertReport(database(), payout, 60n)
    await insertReport(database(), payout, 40n)
    await insertConfirmation(database(), payout, { reportId, amountMinor: 50n })
    const tooMuch = insertConfirmation(database(), payout, { reportId, amountMinor: 11n })
    await expectRefusal(tooMuch, 'payment_confirmations_within_report')
    await insertConfirmation(database(), payout, { reportId, amountMinor: 10n })
  })
})

/** Starts a payout of a member of its own, so that its row is found alone. */
async function startHistory(database: Database, app: TestApp, amountMinor: bigint) {
  const membershipId = await insertMembership(database, app)
  const payoutId = await insertPayout(database, app, { membershipId, amountMinor })
  const payout = { workspaceId: app.workspaceId, payoutId }
  const history: History = { payout, amountMinor, reports: [], isVoided: false }
  const row = async () => {
    const page = { query: { membershipId, limit: 1 }, after: undefined }
    const [found] = await listPayouts(database, app, page)
    return { status: found?.status, unpaid: found?.unpaid_minor }
  }
  return { history, row }
}

/** Writes one fact, and expects the database to accept it exactly when the model does. */
async function take(
  database: Database,
  { history, step, partMinor }: { history: History; step: Step; partMinor: bigint },
): Promise<void> {
  const { payout, reports } = history
  if (step.kind === 'report') {
    const amountMinor = BigInt(step.amount) * partMinor
    const claimed = sumOf(
      reports.filter(({ isRetracted }) => !isRetracted),
      'amountMinor',
    )
    const insertion = insertReport(database, payout, amountMinor)
    if (claimed + amountMinor > history.amountMinor) {
      return await expectRefusal(insertion, 'payouts_reports_within_amount')
    }
    const fresh = { confirmedMinor: 0n, isRetracted: false, openDisputes: new Set<string>() }
    reports.push({ id: await insertion, amountMinor, ...fresh })
    return
  }
  if (step.kind === 'void') {
    const insertion = insertVoid(database, payout)
    if (history.isVoided) return await expectRefusal(insertion, 'payout_voids_pkey')
    await insertion
    history.isVoided = true
    return
  }
  const report = reports[step.pick % Math.max(reports.length, 1)]
  if (report === undefined) return
  if (step.kind === 'confirm') {
    const amountMinor = BigInt(step.amount) * partMinor
    const insertion = insertConfirmation(database, payout, { reportId: report.id, amountMinor })
    if (report.confirmedMinor + amountMinor > report.amountMinor) {
      return await expectRefusal(insertion, 'payment_confirmations_within_report')
    }
    await insertion
    report.confirmedMinor += amountMinor
  } else if (step.kind === 'retract') {
    const insertion = insertRetraction(database, payout, report.id)
    if (report.isRetracted) return await expectRefusal(insertion, 'payment_report_retractions_pkey')
    await insertion
    report.isRetracted = true
  } else if (step.kind === 'dispute') {
    report.openDisputes.add(await insertDispute(database, payout, report.id))
  } else {
    const [dispute] = report.openDisputes
    if (dispute === undefined) return
    await insertClosing(database, payout, dispute)
    report.openDisputes.delete(dispute)
  }
}

function sumUp({ amountMinor, reports, isVoided }: History): PayoutSums {
  const standing = reports.filter(({ isRetracted }) => !isRetracted)
  const counted = standing.filter(({ openDisputes }) => openDisputes.size === 0)
  return {
    amountMinor,
    reportedMinor: sumOf(counted, 'amountMinor'),
    confirmedMinor: sumOf(counted, 'confirmedMinor'),
    openDisputes: standing.length - counted.length,
    isVoided,
  }
}

function sumOf(reports: readonly Report[], field: 'amountMinor' | 'confirmedMinor'): bigint {
  return reports.reduce((sum, report) => sum + report[field], 0n)
}

async function expectRefusal(insertion: Promise<unknown>, constraint: string): Promise<void> {
  const error: unknown = await insertion.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(refusingConstraint(error)).toBe(constraint)
}
