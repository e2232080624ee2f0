import type { DesiredBase } from './desired.ts'
import type { BaseChange } from './entries.ts'
import type { Referral } from './facts.ts'
import { byText, earliestFirst } from './order.ts'
import type { Posted, PostedBase } from './posted.ts'
import { baseKey, type PostingKey } from './posting-key.ts'

/** Every base that differs from the posted one, in the order of posting. */
export function changesOf(
  wanted: ReadonlyMap<string, DesiredBase>,
  referrals: readonly Referral[],
  { bases }: Posted,
): readonly BaseChange[] {
  const known = new Set([...bases.values()].map(movedKey))
  const firsts = [...wanted]
    .filter(([key]) => !bases.has(key))
    .map(([, of]) => {
      const first = firstChange(of, referrals)
      // A sale whose time was corrected has left its place in the same position.
      return { of, change: known.has(movedKey(of)) ? { ...first, cause: 'restatement' as const } : first }
    })
  const corrections = [...bases].flatMap(([key, of]) => {
    const base = wanted.get(key)
    return of.baseNano === (base?.baseNano ?? 0n) ? [] : [{ of, change: correct(of, base, referrals) }]
  })
  return [...firsts, ...corrections].sort(inPostingOrder).map(({ change }) => change)
}

/** A change of a base, with the base that decides its place in the posting order. */
export interface PlacedChange {
  readonly of: DesiredBase | PostedBase
  readonly change: BaseChange
}

/**
 * Increases come first, then decreases, each by availability, time of app transaction and id (D188): the base of a position rises
 * and then falls to where it ends, so that it is never below 0 on its way.
 */
export function inPostingOrder(a: PlacedChange, b: PlacedChange): number {
  const isDecrease = ({ change }: PlacedChange) => change.changeNano < 0n
  if (isDecrease(a) !== isDecrease(b)) return isDecrease(a) ? 1 : -1
  return (
    a.of.availableAtMs - b.of.availableAtMs ||
    earliestFirst(a.of, b.of) ||
    byText(a.of.originalPlatformId ?? '', b.of.originalPlatformId ?? '')
  )
}

/** The first posting of a base: its times are those of its app transaction. */
export function firstChange(
  { baseNano, collectedAtMs, ...key }: DesiredBase,
  referrals: readonly Referral[],
): BaseChange {
  return {
    ...postingKey(key),
    cause: key.originalPlatformId === null ? 'sale' : 'adjustment',
    rateBps: contractOf(key, referrals).rules.rateBps,
    changeNano: baseNano,
    accruedAtMs: collectedAtMs,
  }
}

/** A later posting under the same key, available with what it corrects (D186). */
function correct(
  known: PostedBase,
  base: DesiredBase | undefined,
  referrals: readonly Referral[],
): BaseChange {
  const { voidedAtMs } = referralOf(known, referrals)
  return {
    ...postingKey(known),
    cause: voidedAtMs === null ? 'restatement' : 'void',
    rateBps: contractOf(known, referrals).rules.rateBps,
    changeNano: (base?.baseNano ?? 0n) - known.baseNano,
    accruedAtMs: voidedAtMs ?? (base ?? known).collectedAtMs,
  }
}

/** What a base is posted under, wherever its time has moved it. */
function movedKey(key: PostingKey): string {
  return baseKey({ ...key, availableAtMs: 0 })
}

function postingKey({ position, platformId, originalPlatformId, availableAtMs }: PostingKey): PostingKey {
  return { position, platformId, originalPlatformId, availableAtMs }
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
