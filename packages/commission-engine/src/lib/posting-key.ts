import type { Position } from './eligibility.ts'

/** What a base is posted under: once for a sale, once for each sale that an adjustment or credit takes from. */
export interface PostingKey {
  readonly position: Position
  /** The app transaction that changes the base. */
  readonly platformId: string
  /** The sale that it takes from, or `null` where it is the sale itself. */
  readonly originalPlatformId: string | null
  /** From when it can be paid, or is taken off: that of the sale, also for what is taken from it (D186). */
  readonly availableAtMs: number
}

/** A position as one text, for a map. */
export function positionKey({ referralId, contractId, currency }: Position): string {
  return JSON.stringify([referralId, contractId, currency])
}

/** What a base is posted under, as one text, for a map. */
export function baseKey({ position, platformId, originalPlatformId, availableAtMs }: PostingKey): string {
  return JSON.stringify([positionKey(position), platformId, originalPlatformId, availableAtMs])
}
