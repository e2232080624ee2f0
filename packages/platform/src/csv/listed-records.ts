import type { AppScope } from '@affiliate-platform/contract/server'
import type { CommissionRecord } from '../commissions/find-commission.ts'
import type { CommissionRow } from '../commissions/list.ts'
import type { MembershipRow } from '../memberships/list.ts'
import type { PayoutRow } from '../payouts/list.ts'
import type { ReferralRow } from '../referrals/list.ts'
import type { EarnedReferral } from '../referrals/read-earned.ts'
import { formatMinor } from './format-minor.ts'

/** A membership of a list, as it is printed. */
export const toListedMembership = (row: MembershipRow, app: AppScope) => ({
  ...{ id: row.id, name: row.member_name, status: row.status, groupId: row.group_id },
  ...{ program: row.name, allowManualClaims: row.allow_manual_claims },
  ...{ createdAt: new Date(row.created_at_ms), programId: row.program_id, ...app },
})

/** A payout of a list, as it is printed. */
export const toListedPayout = (row: PayoutRow) => ({
  id: row.id,
  payee: row.member_name,
  status: row.status,
  amountMinor: row.amount_minor,
  unpaidMinor: row.unpaid_minor,
  reportedMinor: row.reported_minor,
  confirmedMinor: row.confirmed_minor,
  program: row.name,
  createdAt: new Date(row.created_at_ms),
  currency: row.currency,
  programId: row.program_id,
  membershipId: row.membership_id,
})

/** A payout as a line of CSV: amounts are numbers, and the currency is a column of its own. */
export function toPayoutCsvRow(payout: ReturnType<typeof toListedPayout>) {
  const { id, payee, status, program, createdAt, programId, membershipId, currency } = payout
  const amount = (minor: string) => formatMinor(BigInt(minor), currency)
  return {
    ...{ id, payee, status, amount: amount(payout.amountMinor), unpaid: amount(payout.unpaidMinor) },
    ...{ reported: amount(payout.reportedMinor), confirmed: amount(payout.confirmedMinor) },
    ...{ program, createdAt, programId, membershipId, currency },
  }
}

/** A commission of a list, as it is printed. */
export const toListedCommission = (row: CommissionRow): CommissionRecord => ({
  ...{ id: row.id, referralId: row.referral_id, membershipId: row.membership_id, payoutId: row.payout_id },
  ...{ entry: row.entry, cause: row.cause, saleKind: row.sale_kind },
  ...{ amount: { amountMinor: row.amount_minor, currency: row.currency }, appTransactionId: row.platform_id },
  ...{ reason: row.reason, accruedAt: row.accrued_at, availableAt: row.available_at },
  ...{ postedAt: row.posted_at, status: row.status },
})

/** A commission as a line of CSV. A spreadsheet adds up numbers: the currency and the direction are columns of their own. */
export function toCommissionCsvRow({ id, amount, ...commission }: CommissionRecord) {
  const { amountMinor, currency } = amount
  const direction = commission.entry === 'reversal' ? 'owed_by_member' : 'owed_to_member'
  return { id, amount: formatMinor(BigInt(amountMinor), currency), currency, direction, ...commission }
}

/** A referral of a list, as it is printed; whose it is and what it has earned is read beside it. */
export const toListedReferral = (row: ReferralRow, app: AppScope) => ({
  ...{ id: row.id, shopDomain: row.shop_domain, status: row.status, membershipId: row.membership_id },
  ...{ installedAt: row.installed_at, evidence: row.evidence, program: row.name },
  ...{ createdAt: new Date(row.created_at_ms), voidedAt: row.voided_at },
  ...{ programId: row.program_id, groupId: row.group_id, ...app },
})

/** A referral as a line of CSV. It may have earned in several currencies: what it has earned is one cell, for people. */
export function toReferralCsvRow({
  earned = [],
  ...referral
}: ReturnType<typeof toListedReferral> & Partial<EarnedReferral>) {
  const sums = earned.map(
    ({ amountMinor, currency }) => `${formatMinor(BigInt(amountMinor), currency)} ${currency}`,
  )
  return { ...referral, earned: sums.join(', ') || 'nothing' }
}
