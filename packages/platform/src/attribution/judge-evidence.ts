import { type CaseKind, dayMs } from '@affiliate-platform/contract'
import { type AttributedReferral, attribute } from '../referrals/attribute.ts'
import { isFlood } from './is-flood.ts'
import type { Evidence, ShopHistory, TouchTerms } from './shop-history.ts'

/** Why a piece of evidence makes no referral. */
export type Dismissal =
  | 'no_install'
  | 'rejected'
  | 'nobody'
  | 'voided'
  | 'withdrawn'
  | 'membership_not_active'
  | 'program_closed'
  | 'no_terms_in_force'
  | 'outside_window'
  | 'existing_shop'
  | 'later_touch'
  | 'referred_by_operator'

/** A referral that a piece of evidence would make. */
export interface Candidate extends AttributedReferral {
  readonly evidence: Evidence
  /** When the member reached the shop: the first one counts. */
  readonly touchAtMs: number
  readonly terms: TouchTerms
}

/** What a piece of evidence comes to by itself. */
export type Judgement =
  | { readonly kind: 'candidate'; readonly candidate: Candidate }
  | { readonly kind: 'dismissed'; readonly reason: Dismissal }
  | { readonly kind: 'case'; readonly case: CaseKind }

const dismiss = (reason: Dismissal): Judgement => ({ kind: 'dismissed', reason })
const ask = (kind: CaseKind): Judgement => ({ kind: 'case', case: kind })

/** Judges one piece of evidence without regard to the others. */
export function judgeEvidence(history: ShopHistory, evidence: Evidence): Judgement {
  const { installations, living } = history
  const [first] = installations
  if (evidence.verdict === 'reject') return dismiss('rejected')
  if (evidence.voidedBecause !== null) return dismiss('voided')
  if (evidence.isWithdrawn) return dismiss('withdrawn')
  // Whoever stopped being a member keeps what was decided before.
  if (evidence.closed !== null && living?.evidenceId !== evidence.id) return dismiss(evidence.closed)
  const isAccepted = evidence.verdict === 'accept'
  if (evidence.kind === 'claim' && !isAccepted) return ask('claim')
  if (first === undefined) return dismiss('no_install')
  if (evidence.isOwnShop && !isAccepted) return ask('self_referral')
  if (isFlood(evidence.clicks) && !isAccepted) return ask('flood')
  const touchAtMs = findTouch(history, evidence)
  const terms = history.findTerms(evidence.membershipId, touchAtMs)
  if (terms === undefined) return dismiss('no_terms_in_force')
  return judgeInstall(history, { evidence, touchAtMs, terms })
}

/**
 * When the member reached the shop. A merchant types a code after the install, and knew it before: within the terms'
 * window that counts as the install's time, and so does an accepted claim.
 */
function findTouch({ installations, findTerms }: ShopHistory, evidence: Evidence): number {
  const { kind, membershipId, occurredAtMs } = evidence
  if (kind === 'claim') return installations[0]?.fromMs ?? occurredAtMs
  if (kind !== 'coupon') return occurredAtMs
  const before = installations.findLast(({ fromMs }) => fromMs <= occurredAtMs)
  if (before === undefined) return occurredAtMs
  const windowDays = findTerms(membershipId, before.fromMs)?.rules.windowDays ?? 0
  return occurredAtMs <= before.fromMs + windowDays * dayMs ? before.fromMs : occurredAtMs
}

function judgeInstall(
  { installations, isComplete }: ShopHistory,
  touch: Pick<Candidate, 'evidence' | 'touchAtMs' | 'terms'>,
): Judgement {
  const { evidence, touchAtMs, terms } = touch
  const [first] = installations
  const later = installations.find(({ fromMs }) => fromMs >= touchAtMs)
  const install = later ?? installations.at(-1)
  if (first === undefined || install === undefined) return dismiss('no_install')
  const isAccepted = evidence.verdict === 'accept'
  const { windowDays, allowExistingShops } = terms.rules
  const attributed = attribute(
    { windowDays, allowExistingShops: allowExistingShops || isAccepted },
    { clickedAtMs: touchAtMs, installedAtMs: install.fromMs, firstInstallMs: first.fromMs },
  )
  if (attributed === 'existing_shop' && later !== undefined) return ask('reinstall')
  if (typeof attributed === 'string') {
    return dismiss(attributed === 'existing_shop' ? attributed : 'outside_window')
  }
  if (isComplete || isAccepted || !attributed.earnsInstallReward) {
    return { kind: 'candidate', candidate: { ...touch, ...attributed } }
  }
  // It may have had the app before.
  if (!allowExistingShops) return ask('history_unknown')
  return {
    kind: 'candidate',
    candidate: { ...touch, ...attributed, appliesFromMs: touchAtMs, earnsInstallReward: false },
  }
}
