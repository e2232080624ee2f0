import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { pick, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { insertApp, insertRows, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { it } from 'vitest'
import { type Database, newId } from '../../src/database.ts'
import { expectStatuses, histories, nowMs } from './expect-statuses.ts'

type Random = ReturnType<typeof startRandom>

/** What is known of a commission by hand. */
interface CommissionHistory {
  readonly id: string
  readonly amount: number
  readonly availableAtMs: number
  /** Of the payout that it is in, if it is in one. */
  readonly payout: { readonly id: string; readonly facts: readonly Fact[] } | undefined
}

type Fact = 'report_half' | 'report_half_disputed' | 'void'

const drawFacts = (random: Random): readonly Fact[] =>
  random.below(5) === 0
    ? ['void']
    : Array.from({ length: random.below(3) }, () =>
        pick(random, ['report_half', 'report_half', 'report_half_disputed'] as const),
      )

function drawCommission(random: Random): CommissionHistory {
  const isPaidOut = random.below(2) === 0
  return {
    id: newId(),
    // Nothing is paid out that is worth nothing, or less.
    amount: isPaidOut ? 500 : pick(random, [500, 0, -500]),
    availableAtMs: pick(random, [nowMs - 1, nowMs, nowMs + 1, nowMs + 86_400_000]),
    payout: isPaidOut ? { id: newId(), facts: drawFacts(random) } : undefined,
  }
}

/** The rule in one readable place, which SQL has to agree with. */
function deriveCommissionStatus({ payout, availableAtMs }: CommissionHistory): string {
  if (payout !== undefined && !payout.facts.includes('void')) {
    const halves = payout.facts.filter((fact) => fact === 'report_half').length
    return halves === 2 ? 'paid' : 'in_payout'
  }
  return availableAtMs > nowMs ? 'held' : 'available'
}

/** Inserts commissions, the payouts that they are in, and the facts about those. */
async function insertCommissions(
  database: Database,
  app: TestApp,
  commissions: readonly CommissionHistory[],
): Promise<void> {
  const { workspaceId: workspace_id, appId: app_id, programId: program_id, groupId: group_id } = app
  const place = { app_id, program_id, group_id, membership_id: app.membershipId, currency: 'USD' }
  const fact = { workspace_id, created_at: new Date(nowMs - 10_000) }
  const paidOut = commissions.flatMap(({ payout, ...commission }) =>
    payout === undefined ? [] : [{ ...payout, commission }],
  )
  await insertRows(
    database,
    'commissions',
    commissions.map(({ id, amount, availableAtMs }) => ({
      ...{ ...fact, ...place, id, actor: 'system', entry: amount < 0 ? 'reversal' : 'accrual' },
      ...{ cause: 'manual', reason: 'R', amount_minor: amount },
      ...{ accrued_at: new Date(nowMs - 20_000), available_at: new Date(availableAtMs) },
    })),
  )
  await database.transaction(async (tx) => {
    await insertRows(
      tx,
      'payouts',
      paidOut.map(({ id }) => ({ ...fact, ...place, id, amount_minor: 500, line_count: 1 })),
    )
    await insertRows(
      tx,
      'payout_commissions',
      paidOut.map(({ id, commission }) => ({ workspace_id, payout_id: id, commission_id: commission.id })),
    )
  })
  const facts = paidOut.flatMap(({ id, facts: own }) =>
    own.map((kind) => ({ id: newId(), payout_id: id, kind })),
  )
  const reports = facts.filter(({ kind }) => kind !== 'void')
  await insertRows(
    database,
    'payment_reports',
    reports.map(({ id, payout_id }) => ({
      ...{ ...fact, id, payout_id, amount_minor: 250, method: 'bank', paid_at: fact.created_at },
    })),
  )
  await insertRows(
    database,
    'payment_disputes',
    reports
      .filter(({ kind }) => kind === 'report_half_disputed')
      .map(({ id, payout_id }) => ({ ...fact, id: newId(), payout_id, report_id: id, reason: 'R' })),
  )
  await insertRows(
    database,
    'payout_voids',
    facts.filter(({ kind }) => kind === 'void').map(({ payout_id }) => ({ ...fact, payout_id, reason: 'R' })),
  )
}

describeOnEachEngine('the state of a commission', (database) => {
  it(`follows from its payout, else from its hold, in ${histories} histories [D61]`, async () => {
    const random = startRandom()
    const app = await insertApp(database())
    const commissions = Array.from({ length: histories }, () => drawCommission(random))
    await insertCommissions(database(), app, commissions)

    const expected = new Map(
      commissions.map((commission) => [commission.id, deriveCommissionStatus(commission)]),
    )
    await expectStatuses(database(), 'listCommissions', { app, expected })
  })
})
