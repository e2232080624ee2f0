import { type CaseKind, caseKinds } from '@affiliate-platform/contract'
import { type Candidate, type Dismissal, type Judgement, judgeEvidence } from './judge-evidence.ts'
import type { LivingReferral, ShopHistory } from './shop-history.ts'

/** What became of one piece of evidence. */
export type Verdict = 'accepted' | Dismissal | CaseKind

/** Who brought a shop, and what follows. */
export interface Decision {
  /** What becomes of the referral that is there, if any. */
  readonly change: 'none' | 'make' | 'replace' | 'end'
  /** What the referral to be is made of. */
  readonly winner: Candidate | undefined
  /** Of every piece of evidence, by its id. */
  readonly verdicts: ReadonlyMap<string, Verdict>
  /** What a person has to decide. */
  readonly cases: readonly { readonly evidenceId: string; readonly kind: CaseKind }[]
}

/**
 * Decides who brought a shop: of the evidence that counts, the first touch (D54), whatever order it was told in. What was
 * decided before is decided anew as long as nothing of it was paid; afterwards a person decides.
 */
export function decide(history: ShopHistory): Decision {
  const verdicts = new Map<string, Verdict>()
  const candidates: Candidate[] = []
  const nobody = findNobody(history.evidence)
  for (const evidence of history.evidence) {
    const judgement = isRuledOut(evidence, nobody) ? ruledOut : judgeEvidence(history, evidence)
    if (judgement.kind === 'candidate') candidates.push(judgement.candidate)
    else verdicts.set(evidence.id, judgement.kind === 'case' ? judgement.case : judgement.reason)
  }
  const [winner, ...others] = candidates.sort(byTouch)
  for (const { evidence } of others) verdicts.set(evidence.id, toLoser(evidence, winner))
  if (winner !== undefined) verdicts.set(winner.evidence.id, toWinner(history, winner))
  const change = findChange(history, winner, nobody)
  const late = change === 'none' || nobody !== undefined ? undefined : findLate(history, winner)
  if (late !== undefined) verdicts.set(late, 'late')
  return {
    change: late === undefined ? change : 'none',
    winner,
    verdicts,
    cases: [...verdicts].flatMap(([evidenceId, kind]) => (isCase(kind) ? [{ evidenceId, kind }] : [])),
  }
}

/** That a person has said that nobody brought the shop. */
interface Nobody {
  readonly decidedAtMs: number
  readonly decidedBecause: string | null
}

/** The last word of a person that nobody brought the shop, unless that case was decided again. */
export function findNobody(evidence: ShopHistory['evidence']): Nobody | undefined {
  const [last] = evidence
    .filter(({ verdict }) => verdict === 'nobody')
    .map(({ decidedAtMs, decidedBecause }) => ({ decidedAtMs: decidedAtMs ?? 0, decidedBecause }))
    .sort((a, b) => b.decidedAtMs - a.decidedAtMs)
  return last
}

const ruledOut: Judgement = { kind: 'dismissed', reason: 'nobody' }

/** It counts only if a person accepts it after that; what they rejected stays so, and a claim waits for its own answer. */
function isRuledOut(
  { kind, verdict, decidedAtMs }: Candidate['evidence'],
  nobody: Nobody | undefined,
): boolean {
  if (nobody === undefined || verdict === 'reject') return false
  if (verdict === 'accept') return (decidedAtMs ?? 0) <= nobody.decidedAtMs
  return verdict === 'nobody' || kind !== 'claim'
}

// What a person accepted comes first, the latest word before an earlier one; then the first touch. Codes that are typed
// after an install have its time, and among them the one that was typed first comes first.
const byTouch = (a: Candidate, b: Candidate): number =>
  acceptedAt(b) - acceptedAt(a) ||
  a.touchAtMs - b.touchAtMs ||
  a.evidence.occurredAtMs - b.evidence.occurredAtMs ||
  compare(a.evidence.code ?? '', b.evidence.code ?? '') ||
  compare(a.evidence.id, b.evidence.id)

const acceptedAt = ({ evidence }: Candidate): number =>
  evidence.verdict === 'accept' ? (evidence.decidedAtMs ?? 0) : 0

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const toWinner = ({ living }: ShopHistory, { evidence }: Candidate): Verdict =>
  isOfOperator(living) && evidence.verdict !== 'accept' && evidence.membershipId !== living.membershipId
    ? 'referred_by_operator'
    : 'accepted'

const isOfOperator = (living: LivingReferral | undefined): living is LivingReferral =>
  living !== undefined && living.evidenceId === null

/** A merchant who names another member than the first touch is no mistake to be passed over. */
function toLoser(evidence: Candidate['evidence'], winner: Candidate | undefined): Verdict {
  const isConflict =
    evidence.kind === 'coupon' &&
    evidence.membershipId !== winner?.evidence.membershipId &&
    winner?.evidence.verdict !== 'accept'
  return isConflict ? 'conflict' : 'later_touch'
}

function findChange(
  { living }: ShopHistory,
  winner: Candidate | undefined,
  nobody: Nobody | undefined,
): Decision['change'] {
  if (living === undefined) return winner === undefined ? 'none' : 'make'
  // What an operator made is changed by an operator, or by a case that a person decides after that.
  const isEnded = nobody !== undefined && nobody.decidedAtMs >= living.createdAtMs
  if (isOfOperator(living) && winner?.evidence.verdict !== 'accept') return isEnded ? 'end' : 'none'
  if (winner === undefined) return 'end'
  return isSame(living, winner) ? 'none' : 'replace'
}

/** It may have been made with another piece of evidence that says the same. */
const isSame = (living: LivingReferral, winner: Candidate): boolean =>
  living.membershipId === winner.evidence.membershipId &&
  living.originalInstallMs === winner.originalInstallMs &&
  living.appliesFromMs === winner.appliesFromMs &&
  living.earnsInstallReward === winner.earnsInstallReward &&
  living.termsVersionId === winner.terms.id

/** The evidence that comes too late to change what was paid, unless a person has said so. */
function findLate({ living, evidence }: ShopHistory, winner: Candidate | undefined): string | undefined {
  if (living === undefined || !living.isPaid) return undefined
  const reason = evidence.find(({ id }) => id === living.evidenceId)
  if (winner?.evidence.verdict === 'accept' || reason?.verdict === 'reject') return undefined
  return winner?.evidence.id ?? reason?.id
}

const isCase = (verdict: Verdict): verdict is CaseKind => caseKinds.some((kind) => kind === verdict)
