import type { DesiredBase } from './desired.ts'
import type { BaseChange } from './entries.ts'
import type { Referral } from './facts.ts'
import { byText, earliestFirst } from './order.ts'
import type { PostedBase, PostingState } from './posted.ts'
import type { PostingKey } from './posting-key.ts'

/** Every base that differs from the posted one, in the order of posting. */
export function changesOf(
  wanted: ReadonlyMap<string, DesiredBase>,
  referrals: readonly Referral[],
  { posted, postedAtMs }: PostingState,
): readonly BaseChange[] {
  const firsts: Change[] = []
  const corrections: Change[] = []
  for (const [key, base] of wanted) {
    if (!posted.bases.has(key)) firsts.push({ of: base, change: firstChange(base, referrals) })
  }
  for (const [key, known] of posted.bases) {
    const base = wanted.get(key)
    const isSame = known.baseNano === (base?.baseNano ?? 0n)
    if (!isSame) corrections.push({ of: known, change: correct(known, base, { referrals, postedAtMs }) })
  }
  return [...firsts, ...corrections].sort((a, b) => inPostingOrder(a.of, b.of)).map(({ change }) => change)
}

interface Change {
  readonly of: DesiredBase | PostedBase
  readonly change: BaseChange
}

/** The first posting of a base: its times are those of its collection. */
export function firstChange(
  { baseNano, collectedAtMs, availableAtMs, ...key }: DesiredBase,
  referrals: readonly Referral[],
): BaseChange {
  return {
    ...postingKey(key),
    cause: key.originalPlatformId === null ? 'sale' : 'adjustment',
    rateBps: contractOf(key, referrals).rules.rateBps,
    changeNano: baseNano,
    accruedAtMs: collectedAtMs,
    availableAtMs,
  }
}

/** A later posting under the same key. */
function correct(
  known: PostedBase,
  base: DesiredBase | undefined,
  { referrals, postedAtMs }: { readonly referrals: readonly Referral[]; readonly postedAtMs: number },
): BaseChange {
  const changeNano = (base?.baseNano ?? 0n) - known.baseNano
  const isVoid = referralOf(known, referrals).voidedAtMs !== null
  // What a sale earns and what a refund moves keep their own time (D99). The rest is taken back when it is posted.
  const keepsTime = !isVoid && (changeNano > 0n || known.originalPlatformId !== null)
  const { availableAtMs } = base ?? known
  return {
    ...postingKey(known),
    cause: isVoid ? 'void' : 'restatement',
    rateBps: contractOf(known, referrals).rules.rateBps,
    changeNano,
    accruedAtMs: postedAtMs,
    availableAtMs: keepsTime ? availableAtMs : Math.max(postedAtMs, known.availableAtMs),
  }
}

function inPostingOrder(a: DesiredBase | PostedBase, b: DesiredBase | PostedBase): number {
  return earliestFirst(a, b) || byText(a.originalPlatformId ?? '', b.originalPlatformId ?? '')
}

function postingKey({ position, platformId, originalPlatformId }: PostingKey): PostingKey {
  return { position, platformId, originalPlatformId }
}

function referralOf({ position }: PostingKey, referrals: readonly Referral[]): Referral {
  const referral = referrals.find(({ id }) => id === position.referralId)
  if (referral === undefined) throw new RangeError(`The facts have no referral ${position.referralId}.`)
  return referral
}

function contractOf(key: PostingKey, referrals: readonly Referral[]): Referral['contracts'][number] {
  const { contractId } = key.position
  const contract = referralOf(key, referrals).contracts.find(({ id }) => id === contractId)
  if (contract === undefined) throw new RangeError(`The facts have no contract ${contractId}.`)
  return contract
}
