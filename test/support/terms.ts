import type { SaveTermsRequest, TermsRules } from '@affiliate-platform/contract'

/** Rules that every check accepts; a test changes only what it is about. */
export function buildRules(changes: Partial<Record<keyof TermsRules, unknown>> = {}): TermsRules {
  return {
    basis: 'net',
    rateBps: 2500,
    cpi: { amountMinor: '1000', currency: 'USD' },
    includedSaleKinds: ['subscription_sale'],
    durationMonths: 24,
    holdDays: 14,
    threshold: { amountMinor: '2500', currency: 'USD' },
    windowDays: 60,
    allowExistingShops: false,
    allowManualClaims: true,
    ...changes,
  } as TermsRules
}

/** The body of a terms write with changed rules. */
export function buildTermsBody(changes: Partial<Record<keyof TermsRules, unknown>> = {}): SaveTermsRequest {
  return { rules: buildRules(changes) }
}

/** The path of a membership's terms. */
export function termsPath(membershipId: string): string {
  return `/api/affiliate-platform/v1/memberships/${membershipId}/terms`
}
