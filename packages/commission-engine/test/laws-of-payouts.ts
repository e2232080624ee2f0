import type { Position, ShopFacts } from '@affiliate-platform/commission-engine'
import { expect } from 'vitest'
import type { Law } from './laws.ts'
import { sumBy, total } from './laws.ts'
import { latestOf } from './plain-model.ts'
import type { Commission, Engine, Payout, Program } from './program.ts'

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
  'L13: a run pays nothing that it can know not to be owed': ({ engine, program }) => {
    for (const { asOfMs, facts, decisions, commissions } of program.runs) {
      for (const { membershipId, currency, decision } of decisions) {
        if (decision !== 'paid') continue
        const own = commissions.filter(
          (one) => one.membershipId === membershipId && one.currency === currency,
        )
        const paid = total(
          own.filter(({ payoutId }) => payoutId !== null).map(({ amountMinor }) => amountMinor),
        )
        const owed = exactlyDue(engine, facts, asOfMs).get(`${membershipId} ${currency}`) ?? 0n
        expect(paid - owed < boundOf(engine, own)).toBe(true)
      }
    }
  },
  'L14: what is available at a date does not depend on how the rows came': ({ engine, program }) => {
    const facts = program.facts()
    const dates = [...new Set(program.commissions.map(({ availableAtMs }) => availableAtMs))]
    for (const asOfMs of dates) {
      const due = exactlyDue(engine, facts, asOfMs)
      for (const [key, own] of groupByPair(program.commissions)) {
        const available = own.filter(({ availableAtMs }) => availableAtMs <= asOfMs)
        const distance = total(available.map(({ amountMinor }) => amountMinor)) - (due.get(key) ?? 0n)
        expect(distance < boundOf(engine, own) && -distance < boundOf(engine, own)).toBe(true)
      }
    }
    const backwards = { ...facts, appTransactions: facts.appTransactions.toReversed() }
    expect(engine.post(backwards, engine.toPosted([]))).toEqual(engine.post(facts, engine.toPosted([])))
  },
  'L15: what was booked by a run adds up to what there was at it': ({ program }) => {
    for (const { postings, commissions } of program.runs) {
      const booked = program.commissions.filter(({ posting }) => posting <= postings)
      const sums = (all: readonly Commission[]) =>
        sumBy(
          all.map(({ membershipId, currency, amountMinor }) => [`${membershipId} ${currency}`, amountMinor]),
        )
      expect(sums(booked)).toEqual(sums(commissions))
    }
  },
  'a run pays from the lowest threshold on, and never a debt [D181]': ({ program }) => {
    for (const { decisions } of program.runs) {
      for (const { decision, sumMinor, thresholdMinor, thresholdContractId, lines } of decisions) {
        expect(decision === 'paid').toBe(sumMinor > 0n && sumMinor >= thresholdMinor)
        expect(lines.length > 0).toBe(decision === 'paid')
        if (thresholdContractId !== null) expect(thresholdMinor < 300n).toBe(true)
      }
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

/** What each member has coming by the facts alone, at a date: every position worth its base, rounded down once. */
function exactlyDue(engine: Engine, facts: ShopFacts, asOfMs: number): ReadonlyMap<string, bigint> {
  const { bases, rewards } = engine.desired(facts)
  const contracts = new Map(
    facts.referrals.flatMap((one) => one.contracts.map((each) => [each.id, each.rules])),
  )
  const collectedAt = new Map(
    latestOf(facts.appTransactions).map((one) => [one.platformId, one.collectedAtMs]),
  )
  // What is taken from a sale is available with it, whenever it was taken (D186).
  const available = [...bases.values()].filter(({ position, platformId, originalPlatformId }) => {
    const saleMs = collectedAt.get(originalPlatformId ?? platformId) ?? 0
    return saleMs + (contracts.get(position.contractId)?.holdDays ?? 0) * dayMs <= asOfMs
  })
  const positions = new Map(available.map(({ position }) => [engine.positionKey(position), position]))
  const due = new Map<string, bigint>()
  const add = ({ referralId, currency }: Position, amountMinor: bigint) => {
    const key = `member of ${referralId} ${currency}`
    due.set(key, (due.get(key) ?? 0n) + amountMinor)
  }
  for (const [key, position] of positions) {
    const own = available.filter((base) => engine.positionKey(base.position) === key)
    const rateBps = contracts.get(position.contractId)?.rateBps ?? 0
    add(
      position,
      engine.worth(total(own.map(({ baseNano }) => baseNano)), { rateBps, currency: position.currency }),
    )
  }
  for (const { position, amountMinor, availableAtMs } of rewards) {
    if (availableAtMs <= asOfMs) add(position, amountMinor)
  }
  return due
}

/** Less than two units for each posting of each position (D188). */
function boundOf(engine: Engine, commissions: readonly Commission[]): bigint {
  const postings = commissions.map(
    ({ posted, posting }) => `${engine.positionKey(posted.position)} ${posting}`,
  )
  return 2n * BigInt(new Set(postings).size) || 1n
}

function groupByPair(commissions: readonly Commission[]): ReadonlyMap<string, readonly Commission[]> {
  const keyOf = ({ membershipId, currency }: Commission) => `${membershipId} ${currency}`
  return new Map(
    commissions.map((one) => [keyOf(one), commissions.filter((other) => keyOf(other) === keyOf(one))]),
  )
}

const noRules = { thresholdMinor: 0n, excludedBecause: null }
