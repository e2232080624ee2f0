import { pick, type startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { insertPayouts, insertRows, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import type { BookedBalance } from '../../src/balances.ts'
import { type Database, newId } from '../../src/database.ts'

type Random = ReturnType<typeof startRandom>

const startMs = Date.UTC(2026, 0, 1)
const minutes = 200

const toEntry = (kind: EntryKind) =>
  kind === 'accrual' || kind === 'reversal'
    ? { entry: kind, cause: 'manual' }
    : { entry: 'accrual', cause: kind }

/** One of few instants, so that many facts share theirs. */
export const drawInstant = (random: Random): Date => new Date(startMs + random.below(minutes) * 60_000)

const entryKinds = ['accrual', 'reversal', 'write_off', 'repayment'] as const

type EntryKind = (typeof entryKinds)[number]

/** Something that was booked; a report with what was said about it later. */
export type Booked = { readonly at: Date; readonly currency: string } & (
  | { readonly kind: EntryKind; readonly amount: bigint }
  | {
      readonly kind: 'report'
      readonly amount: bigint
      readonly retractedAt: Date | undefined
      readonly returnedAt: Date | undefined
      readonly disputes: readonly { readonly at: Date; readonly closedAt: Date | undefined }[]
    }
)

const currencies = ['USD', 'JPY', 'KWD']

/** Books entries by hand, and payouts with reports, retractions and disputes, at random instants. */
export async function bookRandomFacts(
  database: Database,
  app: TestApp,
  random: Random,
  count: number,
): Promise<readonly Booked[]> {
  const facts = Array.from({ length: count }, () => drawFact(random))
  const entries = facts.filter((fact) => fact.kind !== 'report')
  const reports = facts.flatMap((fact) => (fact.kind === 'report' ? [{ ...fact, id: newId() }] : []))
  const place = { workspace_id: app.workspaceId, app_id: app.appId, program_id: app.programId }
  await insertRows(
    database,
    'commissions',
    entries.map(({ kind, at, amount, currency }) => ({
      ...{ ...place, id: newId(), membership_id: app.membershipId, currency, ...toEntry(kind) },
      ...{ reason: 'R', amount_minor: `${kind === 'reversal' ? -amount : amount}`, actor: 'system' },
      ...{ accrued_at: at, available_at: at, created_at: at },
    })),
  )
  // A payout by hand of each report is booked as an accrual.
  const payoutIds = await insertPayouts(
    database,
    app,
    reports.map(({ amount, currency, at }) => ({
      amountMinor: amount,
      currency,
      createdAt: at.toISOString(),
    })),
  )
  const keys = (index: number) => ({ workspace_id: app.workspaceId, payout_id: payoutIds[index] })
  await insertRows(
    database,
    'payment_reports',
    reports.map(({ id, at, amount }, index) => ({
      ...{ ...keys(index), id, amount_minor: `${amount}`, method: 'bank', paid_at: at, created_at: at },
    })),
  )
  const retractions = reports.flatMap(({ id, retractedAt }, index) =>
    retractedAt ? [{ ...keys(index), report_id: id, reason: 'R', created_at: retractedAt }] : [],
  )
  await insertRows(database, 'payment_report_retractions', retractions)
  const returns = reports.flatMap(({ id, returnedAt }, index) =>
    returnedAt
      ? [{ ...keys(index), report_id: id, reference: 'R', reason: 'R', created_at: returnedAt }]
      : [],
  )
  await insertRows(database, 'payment_report_returns', returns)
  const disputes = reports.flatMap(({ id, disputes: own }, index) =>
    own.map((dispute) => ({ ...dispute, row: { ...keys(index), id: newId(), report_id: id, reason: 'R' } })),
  )
  await insertRows(
    database,
    'payment_disputes',
    disputes.map(({ at, row }) => ({ ...row, created_at: at })),
  )
  const closings = disputes.flatMap(({ closedAt, row: { id, report_id: _report, reason, ...own } }) =>
    closedAt ? [{ ...own, dispute_id: id, resolution: reason, created_at: closedAt }] : [],
  )
  await insertRows(database, 'payment_dispute_closings', closings)
  return [
    ...facts,
    ...reports.map(({ at, currency, amount }) => ({ kind: 'accrual' as const, at, currency, amount })),
  ]
}

// A report ends once.
const ends = [
  (at: Date | undefined) => ({ retractedAt: at, returnedAt: undefined }),
  (at: Date | undefined) => ({ retractedAt: undefined, returnedAt: at }),
]

function drawFact(random: Random): Booked {
  const fact = {
    at: drawInstant(random),
    currency: pick(random, currencies),
    amount: BigInt(random.below(10_000)) + 1n,
  }
  const kind = pick(random, [...entryKinds, 'report'] as const)
  if (kind !== 'report') return { ...fact, kind }
  const later = (from: Date) => new Date(+from + random.below(minutes) * 60_000)
  const maybe = (from: Date) => (random.below(2) === 0 ? later(from) : undefined)
  const disputes = Array.from({ length: random.below(3) }, () => later(fact.at))
  return {
    ...{ ...fact, kind, ...pick(random, ends)(maybe(fact.at)) },
    disputes: disputes.map((at) => ({ at, closedAt: maybe(at) })),
  }
}

/** What the facts come to, said plainly: what had been booked by each of the two instants. */
export function sumUp(facts: readonly Booked[], since: Date, asOf: Date): readonly BookedBalance[] {
  const known = facts.filter(({ at }) => at <= asOf)
  return currencies
    .filter((currency) => known.some((fact) => fact.currency === currency))
    .toSorted()
    .map((currency) => {
      const own = known.filter((fact) => fact.currency === currency)
      const [before, then] = [sumsAt(own, since), sumsAt(own, asOf)]
      return {
        ...{ membershipId: null, memberName: null, currency },
        openingMinor: `${owed(before)}`,
        accruedMinor: `${then.accrual - before.accrual}`,
        takenBackMinor: `${then.reversal - before.reversal}`,
        writtenOffMinor: `${then.write_off - before.write_off}`,
        repaidMinor: `${then.repayment - before.repayment}`,
        paidMinor: `${then.report - before.report}`,
        closingMinor: `${owed(then)}`,
      }
    })
}

type Sums = Readonly<Record<Booked['kind'], bigint>>

const owed = ({ accrual, reversal, write_off, repayment, report }: Sums): bigint =>
  accrual - reversal + write_off + repayment - report

function sumsAt(facts: readonly Booked[], instant: Date): Sums {
  const sums = { accrual: 0n, reversal: 0n, write_off: 0n, repayment: 0n, report: 0n }
  for (const fact of facts) if (counts(fact, instant)) sums[fact.kind] += fact.amount
  return sums
}

function counts(fact: Booked, instant: Date): boolean {
  const isBooked = (at: Date | undefined) => at !== undefined && at <= instant
  if (fact.kind !== 'report') return isBooked(fact.at)
  const isDisputed = fact.disputes.some(({ at, closedAt }) => isBooked(at) && !isBooked(closedAt))
  return isBooked(fact.at) && !isBooked(fact.retractedAt) && !isBooked(fact.returnedAt) && !isDisputed
}
