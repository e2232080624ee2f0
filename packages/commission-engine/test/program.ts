import type {
  Collection,
  Entry,
  PairRules,
  PayableEntry,
  Referral,
  RunDecisionWithLines,
  ShopFacts,
} from '@affiliate-platform/commission-engine'

/** The engine, or a mutated copy of it. */
export type Engine = typeof import('@affiliate-platform/commission-engine')

/** A posted commission with what a payout needs to know of it. */
export interface Commission extends PayableEntry {
  readonly posted: Entry
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
  readonly facts: () => ShopFacts
  /** Adds collections and posts. Returns the new commissions. */
  readonly importRows: (rows: readonly Collection[], nowMs: number) => readonly Entry[]
  readonly changeReferral: (referral: Referral, nowMs: number) => readonly Entry[]
  readonly link: (negativeId: string, saleId: string, nowMs: number) => readonly Entry[]
  readonly run: (asOfMs: number) => readonly RunDecisionWithLines[]
  readonly voidPayout: (index: number) => void
}

/** Without a threshold in any currency, and with nobody excluded. */
const payAll = (): PairRules => ({ thresholdMinor: 0n, excludedBecause: null })

/** Starts a program. Each referral's membership is called after it. */
export function startProgram(
  engine: Engine,
  referrals: readonly Referral[],
  rulesOf: (membershipId: string, currency: string) => PairRules = payAll,
): Program {
  let facts: ShopFacts = { referrals, collections: [], refundLinks: new Map() }
  let commissions: Commission[] = []
  const payouts: Payout[] = []

  function post(nowMs: number): readonly Entry[] {
    const posted = engine.toPosted(commissions.map((commission) => commission.posted))
    const entries = engine.post(facts, { posted, postedAtMs: nowMs })
    for (const entry of entries) commissions.push(toCommission(entry, commissions.length))
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
    facts: () => facts,
    importRows: (rows, nowMs) => {
      facts = { ...facts, collections: [...facts.collections, ...rows] }
      return post(nowMs)
    },
    changeReferral: (referral, nowMs) => {
      const others = facts.referrals.filter(({ id }) => id !== referral.id)
      facts = { ...facts, referrals: [...others, referral] }
      return post(nowMs)
    },
    link: (negativeId, saleId, nowMs) => {
      facts = { ...facts, refundLinks: new Map(facts.refundLinks).set(negativeId, saleId) }
      return post(nowMs)
    },
    run: (asOfMs) => {
      const decisions = engine.decideRun(commissions, asOfMs, rulesOf)
      for (const decision of decisions) if (decision.decision === 'paid') freeze(decision, asOfMs)
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

function toCommission(entry: Entry, index: number): Commission {
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
