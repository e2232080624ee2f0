import type { Position } from './eligibility.ts'

/** What a base is posted under: once for a sale, once for each sale that an adjustment or credit takes from. */
export interface PostingKey {
  readonly position: Position
  /** The collection that changes the base. */
  readonly platformId: string
  /** The sale that it takes from, or `null` where it is the sale itself. */
  readonly originalPlatformId: string | null
}

/** A position as one text, for a map. */
export function positionKey({ referralId, contractId, currency }: Position): string {
  return JSON.stringify([referralId, contractId, currency])
}

/** What a base is posted under, as one text, for a map. */
export function baseKey({ position, platformId, originalPlatformId }: PostingKey): string {
  return JSON.stringify([positionKey(position), platformId, originalPlatformId])
}
