import type {
  AppTransaction,
  Entry,
  PairRules,
  Referral,
  ShopFacts,
} from '@affiliate-platform/commission-engine'
import * as published from '@affiliate-platform/commission-engine'
import { decideRun, type PayableEntry, type RulesOf, type RunDecisionWithLines } from './decide-run.ts'

/** The engine with the runs that the platform makes of it. */
export const engine = { ...published, decideRun }

/** The engine, or a mutated copy of it. */
export type Engine = typeof engine

/** A posted commission with what a payout needs to know of it. */
export interface Commission extends PayableEntry {
  readonly posted: Entry
  /** Which posting it came from: the first one is 1. */
  readonly posting: number
}

/** What a run saw, and left behind. */
export interface FrozenRun {
  readonly asOfMs: number
  readonly facts: ShopFacts
  readonly decisions: readonly RunDecisionWithLines[]
  /** How many postings there had been. */
  readonly postings: number
  /** With the payouts that it froze. */
  readonly commissions: readonly Commission[]
}

/** A frozen payout. */
export interface Payout {
  readonly id: string
  readonly membershipId: string
  readonly currency: string
  readonly amountMinor: bigint
  readonly asOfMs: number
  readonly lines: readonly string[]
  isVoided: boolean
}

/** A program with one shop: what the platform does with the engine, without a database. */
export interface Program {
  readonly commissions: readonly Commission[]
  readonly payouts: readonly Payout[]
  readonly runs: readonly FrozenRun[]
  readonly facts: () => ShopFacts
  /** Adds app transactions and posts. Returns the new commissions. */
  readonly importRows: (rows: readonly AppTransaction[]) => readonly Entry[]
  readonly changeReferral: (referral: Referral) => readonly Entry[]
  readonly link: (negativeId: string, saleId: string) => readonly Entry[]
  /** Lets an app transaction belong to another shop, or to this one again. */
  readonly moveSale: (platformId: string) => readonly Entry[]
  readonly run: (asOfMs: number) => readonly RunDecisionWithLines[]
  readonly voidPayout: (index: number) => void
}

/** Without a threshold in any currency, and with nobody excluded. */
const payAll = (): PairRules => ({ thresholdMinor: 0n, excludedBecause: null })

/** Starts a program. Each referral's membership is called after it. */
export function startProgram(
  engine: Engine,
  referrals: readonly Referral[],
  rulesOf: RulesOf = payAll,
): Program {
  let all: ShopFacts = { referrals, appTransactions: [], refundLinks: new Map() }
  let commissions: Commission[] = []
  let postings = 0
  const elsewhere = new Set<string>()
  const payouts: Payout[] = []
  const runs: FrozenRun[] = []
  const facts = (): ShopFacts => ({
    ...all,
    appTransactions: all.appTransactions.filter(({ platformId }) => !elsewhere.has(platformId)),
  })

  function post(changed: Partial<ShopFacts>): readonly Entry[] {
    all = { ...all, ...changed }
    postings += 1
    const posted = engine.toPosted(commissions.map((commission) => commission.posted))
    const entries = engine.post(facts(), posted)
    const from = commissions.length
    commissions = [
      ...commissions,
      ...entries.map((entry, index) => ({ ...toCommission(entry, from + index), posting: postings })),
    ]
    return entries
  }

  function freeze(decision: RunDecisionWithLines, asOfMs: number): void {
    const { membershipId, currency, sumMinor, lines } = decision
    const id = `p${payouts.length + 1}`
    payouts.push({ id, membershipId, currency, amountMinor: sumMinor, asOfMs, lines, isVoided: false })
    commissions = commissions.map((one) => (lines.includes(one.id) ? { ...one, payoutId: id } : one))
  }

  return {
    get commissions() {
      return commissions
    },
    payouts,
    runs,
    facts,
    importRows: (rows) => post({ appTransactions: [...all.appTransactions, ...rows] }),
    changeReferral: (referral) =>
      post({ referrals: [...all.referrals.filter(({ id }) => id !== referral.id), referral] }),
    link: (negativeId, saleId) => post({ refundLinks: new Map(all.refundLinks).set(negativeId, saleId) }),
    moveSale: (platformId) => {
      if (!elsewhere.delete(platformId)) elsewhere.add(platformId)
      return post({})
    },
    run: (asOfMs) => {
      const decisions = engine.decideRun(commissions, asOfMs, rulesOf)
      for (const decision of decisions) if (decision.decision === 'paid') freeze(decision, asOfMs)
      runs.push({ asOfMs, facts: facts(), decisions, postings, commissions })
      return decisions
    },
    voidPayout: (index) => {
      const payout = payouts[index]
      if (payout === undefined) return
      payout.isVoided = true
      commissions = commissions.map((one) => (one.payoutId === payout.id ? { ...one, payoutId: null } : one))
    },
  }
}

function toCommission(entry: Entry, index: number): Omit<Commission, 'posting'> {
  return {
    id: `e${String(index + 1).padStart(6, '0')}`,
    membershipId: `member of ${entry.position.referralId}`,
    currency: entry.position.currency,
    amountMinor: entry.amountMinor,
    availableAtMs: entry.availableAtMs,
    payoutId: null,
    posted: entry,
  }
}
