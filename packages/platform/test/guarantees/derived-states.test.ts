import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { report, scale, seed } from '@affiliate-platform/test-support/guarantee-scale'
import { insertApp, insertPayouts, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Database } from '../../src/database.ts'
import { payoutsList } from '../../src/payouts.ts'
import { derivePayoutState } from '../payouts/derive-payout-state.ts'
import { factKinds, type History, sumUp, take } from '../payouts/payout-history.ts'

const numRuns = scale({ quick: 200, soak: 10_000 })

// Histories run beside each other, each on a payout of its own: the database has no pause between two of their facts.
const historiesAtOnce = 50

const amountParts = 4n

// Facts in whole parts of the amount make equal sums likely. Even a rejected sum of reports has up to 38 digits here.
const historyArbitrary = fc
  .bigInt({ min: 1n, max: (10n ** 38n - 1n) / (2n * amountParts + 1n) })
  .chain((partMinor) => {
    const stepArbitrary = fc.record({
      kind: fc.oneof(
        ...factKinds.map((arbitrary, index) => ({
          arbitrary: fc.constant(arbitrary),
          weight: factKinds.length - index,
        })),
      ),
      pick: fc.nat(),
      amountMinor: fc.bigInt({ min: 1n, max: amountParts + 1n }).map((parts) => parts * partMinor),
    })
    const steps = fc.array(stepArbitrary, { maxLength: 12 })
    return fc.record({ amountMinor: fc.constant(partMinor * amountParts), steps })
  })

const plansArbitrary = fc.array(historyArbitrary, {
  minLength: historiesAtOnce,
  maxLength: historiesAtOnce,
})

/** A payout to make, and what is to be recorded about it. */
type Plan = typeof historyArbitrary extends fc.Arbitrary<infer Value> ? Value : never

describeOnEachEngine('the state of a payout', (database) => {
  it('is after any history what the model says, by facts accepted or rejected as it says [1-no-proof, D17, D44, D198]', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(plansArbitrary, async (plans) => {
        const app = await insertApp(database())
        const histories = await startHistories(database(), app, plans)
        await Promise.all(
          histories.map(async ([history, { steps }]) => {
            for (const step of steps) await take(database(), history, step)
          }),
        )
        const expected = histories.map(([history]) => {
          const sums = sumUp(history)
          const { status, unpaidMinor: unpaid } = derivePayoutState(sums)
          const { reportedMinor: reported, confirmedMinor: confirmed } = sums
          seen.add(status)
          return [history.payout.payoutId, toTexts({ status, unpaid, reported, confirmed })] as const
        })
        expect(await readStates(database(), app)).toEqual(new Map(expected))
      }),
      { numRuns: numRuns / historiesAtOnce, seed },
    )
    expect(seen.size).toBeGreaterThan(3)
    report(`${numRuns} payout histories on ${database().engine}: SQL and the pure function agree`)
  })
})

/** Starts payouts by one statement. */
async function startHistories(database: Database, app: TestApp, plans: readonly Plan[]) {
  const payouts = plans.map(({ amountMinor }) => ({ amountMinor }))
  const ids = await insertPayouts(database, app, payouts)
  return plans.map((plan, index) => {
    const payout = { workspaceId: app.workspaceId, payoutId: ids[index] ?? '' }
    const history: History = { payout, amountMinor: plan.amountMinor, reports: [], isVoided: false }
    return [history, plan] as const
  })
}

async function readStates(database: Database, app: TestApp) {
  const page = { app, query: { limit: historiesAtOnce }, after: undefined }
  const { rows } = await payoutsList.listRows({ database, nowMs: undefined }, page)
  return new Map(
    rows.map(({ id, status, unpaid_minor: unpaid, reported_minor: reported, confirmed_minor: confirmed }) => [
      id,
      toTexts({ status, unpaid, reported, confirmed }),
    ]),
  )
}

const toTexts = (state: Readonly<Record<'status' | 'unpaid' | 'reported' | 'confirmed', string | bigint>>) =>
  Object.fromEntries(Object.entries(state).map(([name, value]) => [name, String(value)]))
