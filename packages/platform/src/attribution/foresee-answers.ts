import { type Posted, post, type Referral, type ShopFacts } from '@affiliate-platform/commission-engine'
import { type CaseAnswer, caseAnswers } from '@affiliate-platform/contract'
import type { Queryable } from '../database/statements/database.ts'
import { readPositionStates, readPosted } from '../posting/read-posted.ts'
import {
  listShopReferrals,
  listShopRefundLinks,
  listShopTransactions,
  type PostedReferral,
  type ShopKey,
} from '../posting/read-shop.ts'
import { type Decision, decide, type Verdict } from './decide.ts'
import type { Candidate } from './judge-evidence.ts'
import type { ShopHistory } from './shop-history.ts'

/** What an answer to a case would lead to. */
export interface ForeseenAnswer {
  readonly answer: CaseAnswer
  readonly change: Decision['change']
  /** Who would have referred the shop then; null: nobody. */
  readonly membershipId: string | null
  /** From when on the shop's sales would earn, where there would be another referral. */
  readonly appliesFrom: Date | null
  /** What would become of the evidence. */
  readonly verdict: Verdict
  /** What would be posted: what a member earns, or what is taken back from one, below zero. */
  readonly amounts: readonly MemberAmount[]
}

/** What a member earns by a decision, or loses. */
export interface MemberAmount {
  readonly membershipId: string
  readonly currency: string
  readonly amountMinor: bigint
}

/** What the commissions of a shop are calculated from, and those that it has. */
export interface PostedShop {
  readonly facts: Omit<ShopFacts, 'referrals'> & { readonly referrals: readonly PostedReferral[] }
  readonly posted: Posted
}

/** Reads what is posted of a shop. Sales that wait to be posted are left out: they earn whatever is decided. */
export async function readPostedShop(database: Queryable, shop: ShopKey): Promise<PostedShop> {
  const { workspaceId } = shop
  const [referrals, appTransactions, refundLinks] = await Promise.all([
    listShopReferrals(database, shop),
    listShopTransactions(database, shop),
    listShopRefundLinks(database, shop),
  ])
  const referralIds = referrals.map(({ id }) => id)
  const positions = await readPositionStates(database, workspaceId, referralIds)
  const posted = await readPosted(database, workspaceId, { referralIds, positions })
  return { facts: { referrals, appTransactions, refundLinks }, posted }
}

/** Whether the sales of a shop are known: they are read once somebody has referred it. */
export const areSalesRead = ({ facts }: PostedShop): boolean => facts.referrals.length > 0

/** Says what each answer to a case would lead to, by the functions that decide and post (D360). Nothing is written. */
export function foreseeAnswers(
  { history, shop, now }: { readonly history: ShopHistory; readonly shop: PostedShop; readonly now: Date },
  evidenceId: string,
): readonly ForeseenAnswer[] {
  return caseAnswers.map((answer) => {
    const decision = decide(answerCase(history, { evidenceId, answer, now }))
    const { change, winner } = decision
    const isMade = change === 'make' || change === 'replace'
    const kept = change === 'none' ? history.living?.membershipId : undefined
    return {
      ...{ answer, change },
      membershipId: (isMade ? winner?.evidence.membershipId : kept) ?? null,
      appliesFrom: isMade && winner ? new Date(winner.appliesFromMs) : null,
      verdict: decision.verdicts.get(evidenceId) ?? 'rejected',
      amounts: change === 'none' ? [] : foreseeAmounts(shop, { history, winner, now }),
    }
  })
}

/** By how much a member would have earned more if the evidence counts than if it does not, in each currency. */
export function foreseeStake(
  foreseen: readonly ForeseenAnswer[],
  membershipId: string,
): readonly Omit<MemberAmount, 'membershipId'>[] {
  const sums = new Map<string, bigint>()
  for (const { answer, amounts } of foreseen.filter((one) => one.answer !== 'nobody')) {
    for (const { currency, amountMinor } of amounts.filter(
      (amount) => amount.membershipId === membershipId,
    )) {
      const difference = answer === 'accept' ? amountMinor : -amountMinor
      sums.set(currency, (sums.get(currency) ?? 0n) + difference)
    }
  }
  return [...sums].flatMap(([currency, amountMinor]) =>
    amountMinor === 0n ? [] : [{ currency, amountMinor }],
  )
}

/** Who would have referred a shop if no person had decided anything, nor had to. */
export function decideAlone(history: ShopHistory): string | null {
  const untold = history.evidence.map((evidence) => ({ ...evidence, verdict: null, decidedAtMs: null }))
  return decide({ ...history, evidence: untold }).winner?.evidence.membershipId ?? null
}

const answerCase = (
  history: ShopHistory,
  given: {
    readonly evidenceId: string
    readonly answer: ForeseenAnswer['answer']
    readonly now: Date
  },
): ShopHistory => ({
  ...history,
  evidence: history.evidence.map((evidence) =>
    evidence.id === given.evidenceId
      ? { ...evidence, verdict: given.answer, decidedAtMs: given.now.getTime() }
      : evidence,
  ),
})

interface Change {
  readonly history: ShopHistory
  readonly winner: Candidate | undefined
  readonly now: Date
}

/** The id of a referral that is not there yet, and of its contract. */
const newId = 'new'

function foreseeAmounts(
  { facts, posted }: PostedShop,
  { history, winner, now }: Change,
): readonly MemberAmount[] {
  const referrals = facts.referrals.map(
    (referral): Referral =>
      referral.id === history.living?.id ? { ...referral, voidedAtMs: now.getTime() } : referral,
  )
  const made = winner === undefined ? [] : [toReferral(winner)]
  const membershipOf = new Map(facts.referrals.map(({ id, membershipId }) => [id, membershipId]))
  const sums = new Map<string, MemberAmount>()
  for (const { position, amountMinor } of post({ ...facts, referrals: [...referrals, ...made] }, posted)) {
    const { referralId, currency } = position
    const membershipId = membershipOf.get(referralId) ?? winner?.evidence.membershipId ?? ''
    const key = `${membershipId} ${currency}`
    const sum = (sums.get(key)?.amountMinor ?? 0n) + amountMinor
    sums.set(key, { membershipId, currency, amountMinor: sum })
  }
  return [...sums.values()].filter(({ amountMinor }) => amountMinor !== 0n)
}

const toReferral = ({ originalInstallMs, appliesFromMs, earnsInstallReward, terms }: Candidate) => ({
  ...{ id: newId, installedAtMs: originalInstallMs, voidedAtMs: null, earnsInstallReward },
  contracts: [{ id: newId, appliesFromMs, rules: terms.rules }],
})
