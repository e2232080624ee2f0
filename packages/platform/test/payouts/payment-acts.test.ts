import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { pick, scale, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { expect, test } from 'vitest'
import { actAs } from '../../src/audit.ts'
import type { Database } from '../../src/database/statements/database.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import {
  findPayout,
  listPaymentActs,
  listPayoutFacts,
  type PaymentAct,
  type PaymentFact,
  recordPaymentFact,
} from '../../src/payouts.ts'
import { actors, buildPayout, usd } from './payment-acts.ts'

const walks = scale({ quick: 5, soak: 200 })
const stepsMax = 8

class TakenBack extends Error {}

/** Records a fact, and takes it back where it was recorded; returns why it was not. */
async function attempt(database: Database, workspaceId: string, fact: PaymentFact): Promise<string | null> {
  let rejection: string | null = null
  try {
    await database.transaction(async (tx) => {
      const recorded = await recordPaymentFact({ transaction: (run) => run(tx) }, fact, {
        workspaceId,
        id: newId(),
      })
      rejection = recorded.ok ? null : recorded.rejection
      throw new TakenBack()
    })
  } catch (error) {
    // What a constraint has rejected ends its transaction by itself.
    if (!(error instanceof TakenBack) && rejection === null) throw error
  }
  return rejection
}

function toFact({ kind, about, amountMinor }: PaymentAct, payoutId: string, more = 0n): PaymentFact {
  const amount = usd(`${BigInt(amountMinor ?? 0) + more || 1n}`)
  const [id, reason] = [about ?? '', newId()]
  switch (kind) {
    case 'report':
      return { kind, payoutId, amount, method: 'bank', reference: undefined, paidAt: undefined }
    case 'confirmation':
      return { kind, reportId: id, amount }
    case 'return':
      return { kind, reportId: id, reference: 'B1', reason }
    case 'dispute':
    case 'retraction':
      return { kind, reportId: id, reason }
    case 'confirmation_retraction':
      return { kind, confirmationId: id, reason }
    case 'closing':
      return { kind, disputeId: id, resolution: reason }
    case 'void':
      return { kind, payoutId, reason }
  }
}

// What any number of histories has to come to: some take a few more for it.
const walksMax = 100
const expected = [
  ...['report null', 'confirmation null', 'retraction confirmed_by_member'],
  ...['void payout_reported', 'report not_by_member'],
]

describeOnEachEngine('what can be said of a payment', (database) => {
  test(`is told as it is then taken, whoever asks, over ${walks} random histories [D352]`, async () => {
    const random = startRandom()
    const seen = new Set<string>()
    const isWhole = () => expected.every((outcome) => seen.has(outcome))
    for (let walk = 0; walk < walks || (walk < walksMax && !isWhole()); walk += 1) {
      const { workspaceId, payoutId, record } = await buildPayout(database())
      const list = async (actor: string) => {
        const payout = await findPayout(database(), { workspaceId, payoutId })
        const facts = await listPayoutFacts(database(), { workspaceId, payoutId })
        if (payout === undefined) throw new Error('It is there.')
        return listPaymentActs({ payout, facts, actor })
      }
      for (let step = 0; step < stepsMax; step += 1) {
        for (const actor of new Set(actors)) {
          for (const act of await list(actor)) {
            const by = actAs(database(), actor)
            const tried = await attempt(by, workspaceId, toFact(act, payoutId))
            expect([actor, act.kind, act.about, tried]).toEqual([actor, act.kind, act.about, act.rejection])
            seen.add(`${act.kind} ${tried}`)
            if (act.amountMinor === null || act.rejection !== null) continue
            expect(await attempt(by, workspaceId, toFact(act, payoutId, 1n))).toMatch(/^above_/)
          }
        }
        const actor = pick(random, actors)
        const possible = (await list(actor)).filter(({ rejection }) => rejection === null)
        const next = possible.length > 0 ? pick(random, possible) : undefined
        if (next === undefined || (next.kind === 'void' && step < 2)) continue
        const part =
          next.amountMinor === null ? null : `${BigInt(next.amountMinor) / BigInt(1 + random.below(2)) || 1n}`
        expect(await record(actor, toFact({ ...next, amountMinor: part }, payoutId))).toMatchObject({
          ok: true,
        })
      }
    }
    expect([...seen]).toEqual(expect.arrayContaining(expected))
  })
})
