import fc from 'fast-check'

/** A saved version as far as the question which one applies is concerned. */
export interface ModelVersion {
  readonly id: string
  readonly effectiveAtMs: number
}

/** The version that applies at an instant: the greatest (effectiveAt, id) not after it (D12). */
export function applyingAt(versions: readonly ModelVersion[], instantMs: number): ModelVersion | undefined {
  return versions
    .filter(({ effectiveAtMs }) => effectiveAtMs <= instantMs)
    .toSorted((a, b) => a.effectiveAtMs - b.effectiveAtMs || (a.id < b.id ? -1 : 1))
    .at(-1)
}

/** One thing that happens to a membership. */
export type TimelineStep =
  | { readonly kind: 'wait'; readonly byMs: number }
  /** A shop installs the app, and its referral gets a contract: a copy of the rules that apply. */
  | { readonly kind: 'install' }
  /** A version is saved, effective so long after the clock; `undefined`: without an `effectiveAt`. */
  | { readonly kind: 'save'; readonly inMs: number | undefined; readonly rateBps: number }

const dayMs = 86_400_000

// Few different offsets, so that versions often share an instant or are dated before one that is scheduled already.
const offsets = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom(0, 1, 1000, dayMs, 30 * dayMs, 365 * dayMs, -1, -4999, -5000),
  // Rejected: too far behind, too far ahead.
  fc.constantFrom(-5001, -dayMs, 11 * 365 * dayMs),
)

/** Random timelines of a membership. */
export const timelines: fc.Arbitrary<readonly TimelineStep[]> = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait'), byMs: fc.constantFrom(1, 1000, dayMs) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('install') }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('save'),
        inMs: offsets,
        rateBps: fc.integer({ min: 1, max: 10_000 }),
      }),
    },
  ),
  // Of shorter ones too few save anything, by some seeds.
  { minLength: 4, maxLength: 12 },
)
