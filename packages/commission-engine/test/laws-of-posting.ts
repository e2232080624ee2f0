import {
  type AppTransaction,
  type Entry,
  isSale,
  type ReferralContract,
  type ShopFacts,
} from '@affiliate-platform/commission-engine'
import { currencyScale } from '@affiliate-platform/contract'
import { expect } from 'vitest'
import { type Law, sumBy, total } from './laws.ts'
import { latestOf, plainBases, plainTakes } from './plain-model.ts'
import type { Engine } from './program.ts'

const lateMs = Date.UTC(2027, 0, 1)

/** The entries of facts that are posted in one go. */
const postOnce = (engine: Engine, facts: ShopFacts): readonly Entry[] =>
  engine.post(facts, engine.toPosted([]))

const byMembership = (entries: readonly Entry[]) =>
  sumBy(
    entries.map(({ position, amountMinor }) => [`${position.referralId} ${position.currency}`, amountMinor]),
  )

const byPosition = (engine: Engine, entries: readonly Entry[]) =>
  sumBy(
    entries.map(({ position, base, amountMinor }) => [
      base === null ? 'reward' : engine.positionKey(position),
      amountMinor,
    ]),
  )

const basesOf = (engine: Engine, facts: ShopFacts) =>
  sumBy(
    [...engine.desired(facts).bases.values()].map((base) => [
      engine.positionKey(base.position),
      base.baseNano,
    ]),
  )

/** The laws of what is posted. */
export const lawsOfPosting: Readonly<Record<string, Law>> = {
  'L2: importing and posting again adds nothing': ({ history, program }) => {
    expect(program.importRows(history.rows)).toEqual([])
  },
  'L3: any order and any batches end in the same sums': ({ engine, program }) => {
    const facts = program.facts()
    const backwards = { ...facts, appTransactions: facts.appTransactions.toReversed() }
    const expected = byMembership(program.commissions.map(({ posted }) => posted))
    expect(byMembership(postOnce(engine, facts))).toEqual(expected)
    expect(byMembership(postOnce(engine, backwards))).toEqual(expected)
  },
  'L4, L10: a position adds up to its worth, rounded down once, and its base is never below 0': ({
    engine,
    program,
  }) => {
    const entries = program.commissions.map(({ posted }) => posted).filter(({ base }) => base !== null)
    const contracts = new Map(
      program.facts().referrals.flatMap(({ contracts: all }) => all.map((one) => [one.id, one])),
    )
    for (const { base } of entries) {
      expect(
        (base?.beforeNano ?? 0n) >= 0n && (base?.beforeNano ?? 0n) + (base?.changeNano ?? 0n) >= 0n,
      ).toBe(true)
    }
    for (const [key, baseNano] of engine.toPosted(entries).cumulatedNano) {
      const own = entries.filter(({ position }) => engine.positionKey(position) === key)
      const { contractId = '', currency = 'USD' } = own[0]?.position ?? {}
      const sum = total(own.map(({ amountMinor }) => amountMinor))
      // Both sides in units of 10^-13: rate in basis points, base in billionths.
      const exact =
        BigInt(contracts.get(contractId)?.rules.rateBps ?? 0) *
        baseNano *
        10n ** BigInt(currencyScale(currency) ?? 0)
      expect(baseNano >= 0n).toBe(true)
      expect(sum * 10n ** 13n <= exact && exact < (sum + 1n) * 10n ** 13n).toBe(true)
    }
  },
  'L7: when everything is taken back, every base and sum of sales is 0': ({ engine, program }) => {
    const facts = program.facts()
    const entries = postOnce(engine, {
      ...facts,
      appTransactions: [...facts.appTransactions, ...creditsOfAll(facts)],
    })
    const ofSales = entries.filter(({ base }) => base !== null)
    expect(byPosition(engine, ofSales)).toEqual([])
    expect([...engine.toPosted(ofSales).cumulatedNano.values()].every((baseNano) => baseNano === 0n)).toBe(
      true,
    )
  },
  'L8: splitting an app transaction in two changes no base': ({ engine, history, program }) => {
    const facts = withoutLinks(program.facts())
    const rows = latestOf(facts.appTransactions)
    const chosen = rows[history.choice % rows.length]
    if (chosen === undefined || !isSplitExact(engine, facts, chosen)) return
    const others = rows.filter((one) => one !== chosen)
    const split = { ...facts, appTransactions: [...others, ...splitInTwo(chosen, history.choice)] }
    expect(basesOf(engine, split)).toEqual(basesOf(engine, facts))
  },
  'L9: a later contract changes nothing that was collected before it': ({ engine, history, program }) => {
    const facts = program.facts()
    const later: ReferralContract = { ...history.newContract, id: 'z later contract' }
    const changed = {
      ...facts,
      referrals: facts.referrals.map((one) => ({ ...one, contracts: [...one.contracts, later] })),
    }
    const collectedAt = new Map(
      latestOf(facts.appTransactions).map((one) => [one.platformId, one.collectedAtMs]),
    )
    const before = (all: ShopFacts) =>
      [...engine.desired(all).bases].filter(
        ([, base]) =>
          (collectedAt.get(base.originalPlatformId ?? base.platformId) ?? 0) < later.appliesFromMs,
      )
    expect(before(changed)).toEqual(before(facts))
  },
  'L12: per sale, its bases and what is taken add up to its whole base, and refunds take their gross': ({
    engine,
    program,
  }) => {
    const facts = program.facts()
    const { bases, eligible, allocations, skipped } = engine.desired(facts)
    for (const { refund, takes, remainderNano } of allocations) {
      expect(total(takes.map(({ grossNano }) => grossNano)) + remainderNano).toBe(-refund.gross.amountNano)
    }
    const takes = allocations.flatMap((allocation) => allocation.takes)
    for (const sale of latestOf(facts.appTransactions).filter(isSale)) {
      const own = [...bases.values()].filter(
        (base) => (base.originalPlatformId ?? base.platformId) === sale.platformId,
      )
      const taken = takes.filter((take) => take.sale.platformId === sale.platformId)
      const takenNano = total(taken.map(({ grossNano }) => grossNano))
      const wholeNano = eligible.get(sale.platformId)?.baseNano
      const left = sale.gross.amountNano - takenNano
      expect(left >= 0n).toBe(true)
      const expected =
        wholeNano === undefined || wholeNano === 0n ? 0n : (wholeNano * left) / sale.gross.amountNano
      expect(total(own.map(({ baseNano }) => baseNano))).toBe(expected)
      expect(wholeNano === undefined).toBe(
        skipped.some(({ appTransaction }) => appTransaction.platformId === sale.platformId),
      )
    }
  },
  'refunds take what the plain model says, and leave its bases': ({ engine, program }) => {
    const posted = engine.toPosted(program.commissions.map((commission) => commission.posted))
    expect(sumBy([...posted.cumulatedNano])).toEqual(sumBy([...plainBases(program.facts())]))
    const taken = engine.desired(program.facts()).allocations.flatMap(({ refund, takes }) =>
      takes.map(({ sale, grossNano }) => ({
        negativeId: refund.platformId,
        saleId: sale.platformId,
        grossNano,
      })),
    )
    expect(taken).toEqual(plainTakes(program.facts()))
  },
}

/** One credit for each currency, of all that was ever collected in it. */
function creditsOfAll({ appTransactions }: ShopFacts): readonly AppTransaction[] {
  return [...new Set(appTransactions.map(({ gross }) => gross.currency))].map((currency) => {
    const sales = latestOf(appTransactions).filter((one) => isSale(one) && one.gross.currency === currency)
    const amount = { amountNano: -total(sales.map(({ gross }) => gross.amountNano)), currency }
    const key = { platformId: `z credit ${currency}`, revision: 1, kind: 'credit', chargeId: null } as const
    return { ...key, gross: amount, net: amount, collectedAtMs: lateMs }
  })
}

const withoutLinks = (facts: ShopFacts): ShopFacts => ({ ...facts, refundLinks: new Map() })

/** On the net basis, a part of a sale that a refund takes from is known to the billionth only. */
function isSplitExact(engine: Engine, facts: ShopFacts, chosen: AppTransaction): boolean {
  const contract = facts.referrals.flatMap(({ contracts }) => contracts)
  if (!isSale(chosen) || contract.every(({ rules }) => rules.basis === 'gross')) return true
  const { allocations } = engine.desired(facts)
  return allocations.every(({ takes }) => takes.every(({ sale }) => sale.platformId !== chosen.platformId))
}

function splitInTwo(row: AppTransaction, choice: number): readonly AppTransaction[] {
  const part = (whole: bigint): bigint => (whole * BigInt(choice % 1000)) / 1000n
  const first = { gross: part(row.gross.amountNano), net: part(row.net.amountNano) }
  const rest = { gross: row.gross.amountNano - first.gross, net: row.net.amountNano - first.net }
  return [first, rest].map(({ gross, net }, index) => ({
    ...row,
    platformId: `${row.platformId}${index === 0 ? '' : '+'}`,
    gross: { ...row.gross, amountNano: gross },
    net: { ...row.net, amountNano: net },
  }))
}
