import type { postedCauses } from '@affiliate-platform/contract'
import type { Position } from './eligibility.ts'
import { positionKey } from './posting-key.ts'
import { worth } from './worth.ts'

/** Why an entry was posted. */
export type EntryCause = (typeof postedCauses)[number]

/** What every change of a position has, whether it moves a base or only an amount. */
interface Posting {
  readonly position: Position
  readonly cause: EntryCause
  /** The app transaction behind it; `null` for an install reward. */
  readonly platformId: string | null
  /** The sale that an adjustment or credit takes from, or gives back to; else `null`. */
  readonly originalPlatformId: string | null
  /** When it counts: the time of its app transaction, of the install, or of the void. */
  readonly accruedAtMs: number
  /** From when it can be paid, or is taken off: for a correction when what it corrects is. Milliseconds since 1970. */
  readonly availableAtMs: number
}

/** A base that has to change, before it is known what that is worth. */
export interface BaseChange extends Posting {
  readonly rateBps: number
  readonly changeNano: bigint
  readonly platformId: string
}

/** One commission, as it is posted and never changed. */
export interface Entry extends Posting {
  /** Which way the base moves. A change that is worth 0 has a way too. */
  readonly entry: 'accrual' | 'reversal'
  /** The position's cumulated base before, and its change, in billionths; `null` for an install reward. */
  readonly base: { readonly beforeNano: bigint; readonly changeNano: bigint } | null
  /** Minor units of the position's currency: 0 or more for an accrual, 0 or less for a reversal. */
  readonly amountMinor: bigint
}

/**
 * Turns changes of bases into commissions: each is worth the difference that it makes to its position (D62). A position's
 * cumulated base is all that must be known of its past.
 *
 * @param changes - in the order in which they are posted
 * @param cumulatedNano - the cumulated base of each position, by `positionKey`; 0 where it is missing
 */
export function toEntries(
  changes: readonly BaseChange[],
  cumulatedNano: ReadonlyMap<string, bigint>,
): readonly Entry[] {
  const bases = new Map(cumulatedNano)
  return changes.map(({ rateBps, changeNano, ...posting }) => {
    const key = positionKey(posting.position)
    const beforeNano = bases.get(key) ?? 0n
    const afterNano = beforeNano + changeNano
    bases.set(key, afterNano)
    const rate = { rateBps, currency: posting.position.currency }
    return {
      ...posting,
      entry: changeNano > 0n ? 'accrual' : 'reversal',
      base: { beforeNano, changeNano },
      amountMinor: worth(afterNano, rate) - worth(beforeNano, rate),
    }
  })
}
