import { type SavedTermsRules, toSavedRules } from '@affiliate-platform/contract'
import type { Random } from './random.ts'
import { at, type DemoApp, demoStartMs } from './structure.ts'

type Row = Readonly<Record<string, unknown>>

const dayMs = 86_400_000

/** The terms that every membership of the demo starts with. */
const startingRules: SavedTermsRules = toSavedRules({
  basis: 'net',
  rateBps: 2000,
  cpi: { amountMinor: '500', currency: 'USD' },
  includedSaleKinds: ['subscription_sale', 'usage_sale'],
  durationMonths: 12,
  holdDays: 30,
  threshold: { amountMinor: '5000', currency: 'USD' },
  windowDays: 30,
  allowExistingShops: false,
  allowManualClaims: true,
})

/** An app's referrals with the terms they were made under and the contracts saved from them. */
export interface ReferralRows {
  readonly termsVersions: readonly Row[]
  readonly referrals: readonly (Row & { readonly id: string })[]
  readonly contracts: readonly Row[]
}

/** Builds one terms version per membership, and referrals that each hold a copy of it as their contract. */
export function buildReferralRows(
  random: Random,
  app: DemoApp,
  { count, createdBy }: { readonly count: number; readonly createdBy: string },
): ReferralRows {
  const workspace_id = app.workspaceId
  const start = new Date(demoStartMs).toISOString()
  const termsVersions = app.memberships.map((membership) => ({
    workspace_id,
    id: random.idAt(demoStartMs),
    app_id: app.id,
    program_id: membership.programId,
    target_kind: 'membership',
    target_id: membership.id,
    rules: startingRules,
    effective_at: start,
    created_by: createdBy,
    created_at: start,
  }))
  const referrals = Array.from({ length: count }, (_, index) => {
    const membership = at(app.memberships, index)
    const installedAtMs = demoStartMs + index * (dayMs / 2)
    const installed_at = new Date(installedAtMs).toISOString()
    return {
      workspace_id,
      id: random.idAt(installedAtMs),
      app_id: app.id,
      program_id: membership.programId,
      membership_id: membership.id,
      shop_domain: `referred-shop-${index + 1}.myshopify.com`,
      installed_at,
      created_at: installed_at,
    }
  })
  const contracts = referrals.map(({ id, installed_at }, index) => ({
    workspace_id,
    id: random.idAt(demoStartMs),
    referral_id: id,
    terms_version_id: at(termsVersions, index).id,
    rules: startingRules,
    applies_from: installed_at,
    created_at: installed_at,
  }))
  return { termsVersions, referrals, contracts }
}
