import type { CommissionRecord, MembershipRecord, ReferralRecord } from '@affiliate-platform/sdk'
import { type FakePayout, fakeIds } from '@affiliate-platform/sdk/testing'
import { byOperator, groupTerms, listOf, type Row, recorded } from './same-details.ts'

const { appId, programId, groupId, membershipId } = fakeIds

const createdAt = '2026-01-01T00:00:00.000Z'

const [, inForce] = groupTerms

/** The member, who is ruled by the terms of the group. */
export const membership: MembershipRecord = {
  ...{ id: membershipId, kind: 'memberships', appId, programId, groupId, name: 'Partner program' },
  ...{ status: 'active', memberName: 'Member of all', createdAt, allowManualClaims: null },
  termsInForce: inForce
    ? { id: inForce.id, from: 'group', effectiveAt: inForce.effectiveAt, rules: inForce.rules }
    : null,
  terms: listOf(),
}

const click = { kind: 'click', at: '2025-12-31T21:00:00.000Z', reason: null, ...byOperator } as const

/** A shop that the member brought. */
export const referral: ReferralRecord = {
  ...{
    id: 'f0000000-0000-4000-8000-00000000f001',
    kind: 'referrals',
    appId,
    programId,
    groupId,
    membershipId,
  },
  ...{ name: 'Partner program', status: 'attributed', shopDomain: 'referred-shop.myshopify.com' },
  ...{ installedAt: createdAt, evidence: 'click', createdAt },
  evidenceFacts: listOf(click),
  contracts: listOf(
    ...(inForce === undefined ? [] : [inForce]).map(({ rules }) => ({
      ...{ id: 'e1000000-0000-4000-8000-00000000f002', appliesFrom: createdAt, termsVersionId: null },
      ...{ proposalId: null, reason: 'agreed by mail', ...byOperator },
      rules: { ...rules, durationMonths: null },
    })),
  ),
  voided: null,
}

/** The rows of the referral, by their table. */
export function toReferralRows(): readonly (readonly [table: string, row: Row])[] {
  const { id, shopDomain, evidenceFacts, contracts } = referral
  return [
    [
      'referrals',
      {
        ...{ id, app_id: appId, program_id: programId, group_id: groupId, membership_id: membershipId },
        ...{ shop_domain: shopDomain, installed_at: createdAt, created_at: createdAt },
      },
    ],
    ...evidenceFacts.items.map(
      ({ kind, at, ...fact }) =>
        [
          'referral_evidence',
          {
            ...{ id: 'e1000000-0000-4000-8000-00000000f003', referral_id: id, kind, occurred_at: at },
            ...recorded(fact),
          },
        ] as const,
    ),
    ...contracts.items.map(
      ({ id: contractId, appliesFrom, reason, rules, ...fact }) =>
        [
          'referral_contracts',
          {
            ...{ id: contractId, referral_id: id, applies_from: appliesFrom, reason },
            ...{ rules: JSON.stringify(rules), ...recorded(fact) },
          },
        ] as const,
    ),
  ]
}

/** The commission behind a payout by hand of which nothing was said. */
export function toCommission({ payout, createdAtMs }: FakePayout): CommissionRecord {
  const { id, amount } = payout
  // A void releases what it would have paid.
  const isVoided = payout.status === 'voided'
  const accruedAt = new Date(createdAtMs).toISOString()
  const availableAt = accruedAt.replace('.000Z', 'Z')
  return {
    ...{ id, kind: 'commissions', appId, programId, groupId, membershipId, referralId: null },
    payoutId: isVoided ? null : id,
    ...{
      name: 'Partner program',
      status: isVoided ? 'available' : 'in_payout',
      entry: 'accrual',
      saleKind: null,
      amount,
    },
    ...{ accruedAt, availableAt: accruedAt, postedAt: accruedAt, cause: 'manual', notPaid: null },
    explanation: {
      commission: {
        ...{ id, entry: 'accrual', saleKind: null, availableAt },
        because: { code: 'manual', by: 'system', reason: 'by hand' },
      },
      ...{ arithmetic: null, contract: null, referral: null, appTransaction: null },
      ...{ takenBack: [], reports: [], confirmations: [] },
    },
  }
}
