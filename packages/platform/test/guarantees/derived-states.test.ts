import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { report, scale, seed } from '@affiliate-platform/test-support/guarantee-scale'
import {
  insertApp,
  insertMembership,
  insertPayout,
  type TestApp,
} from '@affiliate-platform/test-support/payout-builders'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Database } from '../../src/database.ts'
import { listPayouts } from '../../src/payouts.ts'
import { derivePayoutState } from '../payouts/derive-payout-state.ts'
import { factKinds, type History, sumUp, take } from '../payouts/payout-history.ts'

const numRuns = scale({ quick: 200, soak: 10_000 })

const amountParts = 4n

// Facts in whole parts of the amount make equal sums likely. Even a rejected sum of reports has up to 38 digits here.
const historyArbitrary = fc
  .bigInt({ min: 1n, max: (10n ** 38n - 1n) / (2n * amountParts + 1n) })
  .chain((partMinor) => {
    const stepArbitrary = fc.record({
      kind: fc.oneof(
        ...factKinds.map((arbitrary, index) => ({ arbitrary: fc.constant(arbitrary), weight: 6 - index })),
      ),
      pick: fc.nat(),
      amountMinor: fc.bigInt({ min: 1n, max: amountParts + 1n }).map((parts) => parts * partMinor),
    })
    const steps = fc.array(stepArbitrary, { maxLength: 12 })
    return fc.record({ amountMinor: fc.constant(partMinor * amountParts), steps })
  })

describeOnEachEngine('the state of a payout', (database) => {
  it('is after any history what the model says, by facts accepted or rejected as it says [1-no-proof, D17, D44]', async () => {
    const app = await insertApp(database())
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(historyArbitrary, async ({ amountMinor, steps }) => {
        const { history, row } = await startHistory(database(), app, amountMinor)
        for (const step of steps) await take(database(), history, step)
        const { status, unpaidMinor } = derivePayoutState(sumUp(history))
        seen.add(status)
        expect(await row()).toEqual({ status, unpaid: String(unpaidMinor) })
      }),
      { numRuns, seed },
    )
    expect(seen.size).toBeGreaterThan(3)
    report(`${numRuns} payout histories on ${database().engine}: SQL and the pure function agree`)
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
    const {
      rows: [found],
    } = await listPayouts(database, app, page)
    return { status: found?.status, unpaid: found?.unpaid_minor }
  }
  return { history, row }
}
