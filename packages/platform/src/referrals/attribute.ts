import { dayMs, type SavedTermsRules } from '@affiliate-platform/contract'

/** Why there is no referral. */
export type ReferralRejection =
  | 'unknown_membership'
  | 'membership_not_active'
  | 'program_closed'
  | 'shop_referred_already'
  | 'no_terms_in_force'
  | 'outside_window'
  | 'existing_shop'
  | `claim_forbidden_by_${'membership' | 'group' | 'terms'}`
  | 'installed_in_future'
  | 'clicked_in_future'
  | 'rules_rejected'
  | 'reason_missing'
  | 'agreement_is_claim'

/** What is known of how a shop came. Times are in milliseconds since 1970. */
export interface Attribution {
  readonly clickedAtMs: number | undefined
  readonly installedAtMs: number
  /** The shop's first install that is known; `undefined` without one. */
  readonly firstInstallMs: number | undefined
}

export interface AttributedReferral {
  /** The original install: durations count from it (D53). */
  readonly originalInstallMs: number
  readonly appliesFromMs: number
  /** A shop that had the app before is no reward for an install. */
  readonly earnsInstallReward: boolean
}

/**
 * Decides from which time on a referral's contract applies. A shop that had the app before the click is taken only where
 * the terms allow it, from the click on, and without an install reward.
 *
 * @param rules - of the terms in force at the click, or without one at the install
 */
export function attribute(
  rules: Pick<SavedTermsRules, 'windowDays' | 'allowExistingShops'>,
  attribution: Attribution,
): AttributedReferral | ReferralRejection {
  const { clickedAtMs, installedAtMs, firstInstallMs = installedAtMs } = attribution
  const originalInstallMs = Math.min(installedAtMs, firstInstallMs)
  const attributedAtMs = clickedAtMs ?? installedAtMs
  if (originalInstallMs < attributedAtMs) {
    if (!rules.allowExistingShops) return 'existing_shop'
    return { originalInstallMs, appliesFromMs: attributedAtMs, earnsInstallReward: false }
  }
  // Both ends count.
  if (installedAtMs > attributedAtMs + rules.windowDays * dayMs) return 'outside_window'
  return { originalInstallMs, appliesFromMs: installedAtMs, earnsInstallReward: true }
}
