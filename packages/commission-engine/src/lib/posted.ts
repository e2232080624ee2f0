import type { Position } from './eligibility.ts'
import type { Entry } from './entries.ts'
import { baseKey, type PostingKey, positionKey } from './posting-key.ts'

/** A base as it is posted so far: the sum of the entries under its key. */
export interface PostedBase extends PostingKey {
  readonly baseNano: bigint
  /** Of its first entry: when it was collected. */
  readonly collectedAtMs: number
}

/** An install reward as it is posted so far: 0 after it was taken back. */
export interface PostedReward {
  readonly position: Position
  readonly amountMinor: bigint
  readonly availableAtMs: number
}

/** What the commissions of a referral, or of all referrals of a shop, add up to. */
export interface Posted {
  /** By `baseKey`. */
  readonly bases: ReadonlyMap<string, PostedBase>
  /** By `positionKey`. */
  readonly rewards: ReadonlyMap<string, PostedReward>
  /** The cumulated base of each position, by `positionKey`, in billionths. */
  readonly cumulatedNano: ReadonlyMap<string, bigint>
}

/**
 * Adds up commissions that are posted. Pass every entry of the referrals of a shop, in the order of posting.
 *
 * @example
 * ```ts
 * const posted = toPosted([])
 * const entries = post(facts, posted)
 * post(facts, toPosted(entries)) // []
 * ```
 */
export function toPosted(entries: Iterable<Entry>): Posted {
  const bases = new Map<string, PostedBase>()
  const rewards = new Map<string, PostedReward>()
  const cumulatedNano = new Map<string, bigint>()
  for (const entry of entries) {
    const key = positionKey(entry.position)
    if (entry.base === null || entry.platformId === null) {
      rewards.set(key, addReward(entry, rewards.get(key)))
    } else {
      const { platformId, base } = entry
      bases.set(baseKey({ ...entry, platformId }), addBase({ ...entry, platformId, base }, bases))
      cumulatedNano.set(key, (cumulatedNano.get(key) ?? 0n) + base.changeNano)
    }
  }
  return { bases, rewards, cumulatedNano }
}

type BaseEntry = Entry & PostingKey & { readonly base: NonNullable<Entry['base']> }

function addBase(entry: BaseEntry, bases: ReadonlyMap<string, PostedBase>): PostedBase {
  const { position, platformId, originalPlatformId, base, accruedAtMs, availableAtMs } = entry
  const known = bases.get(baseKey(entry))
  if (known !== undefined) return { ...known, baseNano: known.baseNano + base.changeNano }
  return {
    position,
    platformId,
    originalPlatformId,
    baseNano: base.changeNano,
    collectedAtMs: accruedAtMs,
    availableAtMs,
  }
}

function addReward({ position, amountMinor, availableAtMs }: Entry, known?: PostedReward): PostedReward {
  if (known === undefined) return { position, amountMinor, availableAtMs }
  return { ...known, amountMinor: known.amountMinor + amountMinor }
}
