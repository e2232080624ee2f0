import type { Later } from './later.ts'
import type { Money } from './money.ts'

/**
 * A kind of sale that commission terms can include.
 *
 * @example const kinds: SaleKind[] = ['subscription_sale', 'usage_sale']
 */
export type SaleKind = 'subscription_sale' | 'usage_sale' | 'one_time_sale'

/**
 * The full terms rules; every write sends all of them.
 *
 * @example
 * ```ts
 * import type { TermsRules } from '@affiliate-platform/sdk'
 *
 * const rules: TermsRules = {
 *   basis: 'net',
 *   rateBps: 2000,
 *   cpi: { amountMinor: '0', currency: 'USD' },
 *   includedSaleKinds: ['subscription_sale'],
 *   durationMonths: 12,
 *   holdDays: 30,
 *   threshold: { amountMinor: '5000', currency: 'USD' },
 *   windowDays: 30,
 *   allowExistingShops: false,
 *   allowManualClaims: false,
 * }
 * ```
 */
export interface TermsRules {
  /** What the rate applies to: the eligible gross collection, or the corresponding net one. */
  readonly basis: 'gross' | 'net'
  /** Basis points, 0 to 10,000: 2000 is 20 %, 20 is 0.2 %. A rate of 0 needs a positive `cpi`. */
  readonly rateBps: number
  /** The reward for an install. The amount `'0'` means none. */
  readonly cpi: Money
  /** Each at most once; at least one when `rateBps` is above 0. */
  readonly includedSaleKinds: readonly (SaleKind | Later)[]
  /** 1 to 1200 months from the install; null is without end. 0 is rejected. */
  readonly durationMonths: number | null
  /** How long a commission is held, 0 to 3650 days. */
  readonly holdDays: number
  /** The primary payout threshold. */
  readonly threshold: Money
  /** The attribution window, 1 to 365 days. */
  readonly windowDays: number
  /** Whether shops that are customers already are eligible. */
  readonly allowExistingShops: boolean
  /** The program's policy for manual claims. */
  readonly allowManualClaims: boolean
  /**
   * At most 30 thresholds, one for each currency, the primary one among them with exactly the same amount.
   * When omitted, only the primary one counts.
   */
  readonly thresholds?: readonly Money[]
}

/**
 * What a write of terms sends.
 *
 * @example const toRequest = (rules: TermsRules): SaveTermsRequest => ({ rules, effectiveAt: '2027-01-01T00:00:00Z' })
 */
export interface SaveTermsRequest {
  /** The full rules. */
  readonly rules: TermsRules
  /**
   * From when they apply: a `Date`, or RFC 3339 text with `Z` or an offset. Default: now, by the service's
   * clock. Not in the past (5 seconds are forgiven) and at most 10 years ahead; the local clock is asked too,
   * unless the action is a repeat with its own `idempotencyKey`.
   */
  readonly effectiveAt?: string | Date | undefined
}

/**
 * Terms rules as saved: they can be changed and saved again. Members that this version does not know are kept: `extra`
 * reads them.
 *
 * @example const raise = (rules: SavedTermsRules): TermsRules => ({ ...rules, rateBps: rules.rateBps + 100 })
 */
export interface SavedTermsRules extends TermsRules {
  /** Always there, sorted by currency. */
  readonly thresholds: readonly Money[]
}

/**
 * A saved, prospective version of a membership's terms. It never rewrites the contract of an
 * existing referral. Members that this version of the package does not know are kept: `extra` reads them.
 *
 * @example const isScheduled = (version: TermsVersion) => Date.parse(version.effectiveAt) > Date.now()
 */
export interface TermsVersion {
  /** The record's id (UUID). */
  readonly id: string
  /** The membership's program (UUID). */
  readonly programId: string
  /** What the terms are for. Checked by the client: the membership of the request. */
  readonly target: { readonly kind: 'membership'; readonly id: string }
  /** The full rules, as they were saved. */
  readonly rules: SavedTermsRules
  /** From when the version applies, RFC 3339. */
  readonly effectiveAt: string
  /** When the version was saved, RFC 3339. */
  readonly createdAt?: string | undefined
  /** The version that this one follows; null for the first. */
  readonly supersedes?: string | null | undefined
  /** The id of the key that saved it. */
  readonly createdBy?: string | undefined
}
