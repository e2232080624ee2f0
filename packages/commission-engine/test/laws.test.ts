import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { findBrokenLaws, laws } from './broken-laws.ts'
import { histories } from './histories.ts'
import { historyRuns, historySeed } from './history-scale.ts'
import { play } from './play.ts'
import { engine, type Program } from './program.ts'

const options = { numRuns: historyRuns, seed: historySeed }

describe(`${historyRuns} random histories, seed ${historySeed}`, () => {
  let broken: readonly string[] = []
  const seen = new Map<string, number>()

  // Each history is played once for all laws.
  beforeAll(async () => {
    const look = (program: Program): void => {
      for (const what of contentsOf(program)) seen.set(what, (seen.get(what) ?? 0) + 1)
    }
    broken = await findBrokenLaws(engine, { numRuns: historyRuns, look })
  }, 3_600_000)

  it.each(laws)(
    '%s [D58, D62]',
    async (name, law) => {
      expect(seen.size).toBeGreaterThan(0)
      if (!broken.includes(name)) return
      // It is known that this fails: with the smallest history that it fails in.
      const property = fc.property(histories, (history) => {
        law({ engine, history, program: play(engine, history) })
      })
      await fc.assert(property, options)
    },
    3_600_000,
  )

  it.each([
    'sale accrual',
    'adjustment reversal',
    'restatement accrual',
    'restatement reversal',
    'void reversal',
    'void accrual',
    'install_reward accrual',
    'voided payout',
    'living payout',
    'before_referral',
    'no_rate',
    'kind_not_included',
    'after_duration',
    'referral_voided',
  ])('have in one of twenty at least: %s', (what) => {
    expect(seen.get(what)).toBeGreaterThan(historyRuns / 20)
  })
})

function* contentsOf(program: Program): Generator<string> {
  for (const { posted } of program.commissions) yield `${posted.cause} ${posted.entry}`
  for (const { isVoided } of program.payouts) yield isVoided ? 'voided payout' : 'living payout'
  for (const { reason } of engine.desired(program.facts()).skipped) yield reason
}
