import { dayMs, type SavedTermsRules } from '@affiliate-platform/contract'
import type { Random } from './random.ts'
import type { Row } from './rows.ts'
import { at, type DemoApp, demoStartMs } from './structure.ts'
import { farAhead, startingRules } from './terms.ts'

/** How often a shop pays that stays. */
const stayingSales = 16

/** How the referrals of the demo came about and went on, in turn: one for each state, and one whose reward is held. */
const stories: readonly ReferralStory[] = [
  { sales: stayingSales, earns: true },
  { agreed: { ...startingRules, holdDays: 3650 }, earns: true },
  { sales: stayingSales },
  { sales: 2, earns: true, isUninstalled: true },
  { sales: stayingSales, isUnderReview: true },
  { sales: 3, agreed: { ...startingRules, durationMonths: 1 }, earns: true },
  { isVoided: true },
]

/** How a referral came about and went on. */
export interface ReferralStory {
  /** How often the shop pays the app. */
  readonly sales?: number
  /** Rules of an agreement of its own; without them those of the membership's terms. */
  readonly agreed?: SavedTermsRules
  /** Whether the install is rewarded. */
  readonly earns?: boolean
  readonly isUninstalled?: boolean
  readonly isUnderReview?: boolean
  readonly isVoided?: boolean
}

/** Whether the shop of a referral pays until the demo's last run. */
export const isStaying = ({ sales }: ReferralStory): boolean => sales === stayingSales

interface ReferralPlan {
  readonly count: number
  /** Another source than that of ids and contracts, for what came to the demo later. */
  readonly extra: Random
  /** One of each membership, in their order; without them every contract is an agreement of its own. */
  readonly termsVersions?: readonly { readonly id: string }[]
}

/** A referral and how it came about. */
export type DemoReferral = Readonly<ReturnType<typeof buildReferral>>

/**
 * Builds an app's referrals, spread over its memberships and states; and by table the rows of them, of the contracts that
 * they were made under, and of what happened to them.
 */
export function buildReferrals(random: Random, app: DemoApp, plan: ReferralPlan) {
  const { count, extra } = plan
  const referrals = Array.from({ length: count }, (_, index) =>
    buildReferral(random, app, { ...plan, index }),
  )
  const contracts = referrals.map((referral) => buildContract(random, referral))
  const factOf = ({ installedAt, row }: DemoReferral) => ({
    workspace_id: app.workspaceId,
    referral_id: row.id,
    actor: 'system',
    created_at: installedAt,
  })
  const those = (has: keyof ReferralStory) => referrals.filter(({ story }) => story[has])
  const rows = {
    referrals: referrals.map(({ row }) => row),
    referral_contracts: contracts,
    // That they are referred lets an import keep their sales.
    shop_postings: referrals.map(({ row: { workspace_id, app_id, shop_domain } }) => ({
      workspace_id,
      app_id,
      shop_domain,
    })),
    referral_evidence: referrals.flatMap((referral) => buildEvidence(extra, referral, factOf(referral))),
    install_events: [
      ...referrals.map((referral) => toInstallEvent(referral, 'installed', 0)),
      ...those('isUninstalled').map((referral) => toInstallEvent(referral, 'uninstalled', 20 * dayMs)),
    ],
    contract_proposals: those('isUnderReview').map((referral) => ({
      ...factOf(referral),
      id: extra.idAt(demoStartMs),
      terms_version_id: referral.termsVersionId,
      applies_from: farAhead,
    })),
    referral_voids: those('isVoided').map((referral) => ({ ...factOf(referral), reason: 'Referred itself' })),
    // Their install rewards.
    commissions: those('earns').map((referral) =>
      buildReward(extra, referral, at(contracts, referral.index).id),
    ),
  }
  return { referrals, rows }
}

function buildReferral(
  random: Random,
  app: DemoApp,
  { index, termsVersions = [] }: ReferralPlan & { readonly index: number },
) {
  // The last membership has no terms yet, and so no referrals.
  const place = index % (app.memberships.length - 1)
  const membership = at(app.memberships, place)
  const installedAtMs = demoStartMs + index * (dayMs / 2)
  const installedAt = new Date(installedAtMs).toISOString()
  const story = at(stories, index)
  const row = {
    workspace_id: app.workspaceId,
    id: random.idAt(installedAtMs),
    app_id: app.id,
    program_id: membership.programId,
    group_id: membership.groupId,
    membership_id: membership.id,
    shop_domain: `referred-shop-${index + 1}.myshopify.com`,
    installed_at: installedAt,
    earns_install_reward: story.earns === true,
    created_at: installedAt,
  }
  const ofTerms = story.agreed === undefined ? termsVersions[place]?.id : undefined
  return { story, index, installedAt, termsVersionId: ofTerms ?? null, row }
}

const buildContract = (random: Random, { story, installedAt, termsVersionId, row }: DemoReferral) => ({
  workspace_id: row.workspace_id,
  id: random.idAt(demoStartMs),
  referral_id: row.id,
  terms_version_id: termsVersionId,
  rules: story.agreed ?? startingRules,
  applies_from: installedAt,
  reason: termsVersionId === null ? 'Agreed by mail' : null,
  created_at: installedAt,
})

const evidenceKinds = ['click', 'analytics', 'bridge', 'coupon', 'claim', null] as const

function buildEvidence(extra: Random, { index, installedAt }: DemoReferral, fact: Row): readonly Row[] {
  const kind = at(evidenceKinds, index)
  if (kind === null) return []
  const reason = kind === 'claim' ? 'Named by the shop' : null
  return [{ ...fact, id: extra.idAt(demoStartMs), kind, occurred_at: installedAt, reason }]
}

const toInstallEvent = ({ installedAt, row }: DemoReferral, kind: string, laterMs: number): Row => ({
  workspace_id: row.workspace_id,
  app_id: row.app_id,
  shop_domain: row.shop_domain,
  kind,
  occurred_at: new Date(Date.parse(installedAt) + laterMs),
  source: 'partner',
  actor: 'system',
})

function buildReward(extra: Random, { story, installedAt, row }: DemoReferral, contract_id: string) {
  const { holdDays, cpi } = story.agreed ?? startingRules
  const { id: referral_id, workspace_id, app_id, program_id, group_id, membership_id } = row
  return {
    workspace_id,
    id: extra.idAt(Date.parse(installedAt)),
    app_id,
    program_id,
    group_id,
    membership_id,
    referral_id,
    contract_id,
    currency: cpi.currency,
    sequence: 1,
    entry: 'accrual',
    cause: 'install_reward',
    base_before: '0',
    base_change: '0',
    amount_minor: cpi.amountMinor,
    accrued_at: installedAt,
    actor: 'system',
    created_at: installedAt,
    available_at: new Date(Date.parse(installedAt) + holdDays * dayMs),
  }
}
