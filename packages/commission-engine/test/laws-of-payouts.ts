import { expect } from 'vitest'
import type { Law } from './laws.ts'
import { sumBy, total } from './laws.ts'
import type { Commission, Payout, Program } from './program.ts'

const dayMs = 86_400_000

const livingPayouts = ({ payouts }: Program): readonly Payout[] => payouts.filter(({ isVoided }) => !isVoided)

const linesOf = ({ commissions }: Program, { lines }: Payout): readonly Commission[] =>
  commissions.filter(({ id }) => lines.includes(id))

/** The laws of paying out. */
export const lawsOfPayouts: Readonly<Record<string, Law>> = {
  'L1: per currency, all entries are those of living payouts and those in none': ({ program }) => {
    const paid = livingPayouts(program).map(({ currency, amountMinor }) => [currency, amountMinor] as const)
    const free = program.commissions
      .filter(({ payoutId }) => payoutId === null)
      .map(({ currency, amountMinor }) => [currency, amountMinor] as const)
    const all = program.commissions.map(({ currency, amountMinor }) => [currency, amountMinor] as const)
    expect(sumBy([...paid, ...free])).toEqual(sumBy(all))
  },
  'L5: an entry is in at most one living payout': ({ program }) => {
    const lines = livingPayouts(program).flatMap((payout) => payout.lines)
    expect(new Set(lines).size).toBe(lines.length)
  },
  'L6: nothing is paid before it is available, and what is free moves only then': ({ engine, program }) => {
    for (const payout of program.payouts) {
      for (const line of linesOf(program, payout))
        expect(line.availableAtMs).toBeLessThanOrEqual(payout.asOfMs)
    }
    for (const { posted } of program.commissions) {
      const contracts = program.facts().referrals.flatMap((referral) => referral.contracts)
      const holdDays = contracts.find(({ id }) => id === posted.position.contractId)?.rules.holdDays ?? 0
      const isFirst =
        posted.cause === 'sale' || (posted.cause === 'install_reward' && posted.entry === 'accrual')
      if (isFirst) expect(posted.availableAtMs).toBe(posted.accruedAtMs + holdDays * dayMs)
    }
    const freeAt = (asOfMs: number): bigint =>
      total(engine.decideRun(program.commissions, asOfMs, () => noRules).map(({ sumMinor }) => sumMinor))
    for (const { availableAtMs } of program.commissions) {
      const next = program.commissions.filter(
        (other) => other.availableAtMs === availableAtMs && other.payoutId === null,
      )
      const moved = total(next.map(({ amountMinor }) => amountMinor))
      expect(freeAt(availableAtMs) - freeAt(availableAtMs - 1)).toBe(moved)
    }
  },
  'L11: a payout is the sum of its lines, above 0, of one membership and currency': ({ program }) => {
    for (const payout of program.payouts) {
      const lines = linesOf(program, payout)
      expect(payout.amountMinor).toBe(total(lines.map(({ amountMinor }) => amountMinor)))
      expect(payout.amountMinor > 0n).toBe(true)
      expect(lines.every(({ membershipId }) => membershipId === payout.membershipId)).toBe(true)
      expect(lines.every(({ currency }) => currency === payout.currency)).toBe(true)
    }
  },
  'the units of a payout are its amount, without a gap, and each comes from an accrual': ({
    engine,
    program,
  }) => {
    for (const payout of program.payouts) {
      const lines = linesOf(program, payout).map(({ id, amountMinor, posted }) => {
        const salePlatformId = posted.originalPlatformId ?? posted.platformId
        return { id, amountMinor, accruedAtMs: posted.accruedAtMs, salePlatformId }
      })
      let lastUnit = 0n
      for (const span of engine.attributeUnits(lines)) {
        expect(span.firstUnit).toBe(lastUnit + 1n)
        expect(span.lastUnit - span.firstUnit < span.line.amountMinor).toBe(true)
        lastUnit = span.lastUnit
      }
      expect(lastUnit).toBe(payout.amountMinor)
    }
  },
}

const noRules = { thresholdMinor: 0n, excludedBecause: null }
