import { type ListId, listOperations } from '@affiliate-platform/contract'

/** What every row of a list has. */
export interface ListedRow {
  readonly id: string
  readonly program_id: string
  /** The program's name. */
  readonly name: string
  readonly status: string
  readonly created_at_ms: number
}

/** A row of the payouts. */
export interface PayoutRow extends ListedRow {
  readonly membership_id: string
  readonly amount_minor: string
  readonly unpaid_minor: string
  readonly reported_minor: string
  readonly confirmed_minor: string
  readonly member_name: string
  readonly currency: string
}

interface GroupRow extends ListedRow {
  readonly group_name: string
  readonly memberships: number
}

interface MembershipRow extends ListedRow {
  readonly group_id: string | null
  readonly member_name: string
}

interface ReferralRow extends ListedRow {
  readonly group_id: string | null
  readonly membership_id: string
  readonly shop_domain: string
  readonly installed_at: Date
  readonly evidence: string | null
}

interface CommissionRow extends ListedRow {
  readonly group_id: string | null
  readonly membership_id: string
  readonly referral_id: string | null
  readonly payout_id: string | null
  readonly entry: string
  readonly sale_kind: string | null
  readonly amount_minor: string
  readonly currency: string
  readonly available_at: Date
  readonly posted_at: Date
}

/** A row as it is sent, for each list that is measured. */
export const summaries = {
  listPrograms: (row: ListedRow, appId: string) => ({
    id: row.id,
    kind: 'programs',
    appId,
    programId: row.id,
    name: row.name,
    status: row.status,
    createdAt: new Date(row.created_at_ms).toISOString(),
  }),
  listGroups: (row: GroupRow, appId: string) => ({
    id: row.id,
    kind: 'groups',
    appId,
    programId: row.program_id,
    name: row.name,
    status: row.status,
    groupName: row.group_name,
    memberships: row.memberships,
  }),
  listMemberships: (row: MembershipRow, appId: string) => ({
    id: row.id,
    kind: 'memberships',
    appId,
    programId: row.program_id,
    groupId: row.group_id,
    name: row.name,
    status: row.status,
    memberName: row.member_name,
  }),
  listReferrals: (row: ReferralRow, appId: string) => ({
    id: row.id,
    kind: 'referrals',
    appId,
    programId: row.program_id,
    groupId: row.group_id,
    membershipId: row.membership_id,
    name: row.name,
    status: row.status,
    shopDomain: row.shop_domain,
    installedAt: row.installed_at.toISOString(),
    evidence: row.evidence,
  }),
  listCommissions: (row: CommissionRow, appId: string) => ({
    id: row.id,
    kind: 'commissions',
    appId,
    programId: row.program_id,
    groupId: row.group_id,
    membershipId: row.membership_id,
    referralId: row.referral_id,
    payoutId: row.payout_id,
    name: row.name,
    status: row.status,
    entry: row.entry,
    saleKind: row.sale_kind,
    amount: { amountMinor: row.amount_minor, currency: row.currency },
    accruedAt: new Date(row.created_at_ms).toISOString(),
    availableAt: row.available_at.toISOString(),
    postedAt: row.posted_at.toISOString(),
  }),
  listPayouts: (row: PayoutRow, appId: string) => {
    const { currency } = row
    return {
      id: row.id,
      kind: 'payouts',
      appId,
      programId: row.program_id,
      membershipId: row.membership_id,
      name: row.name,
      status: row.status,
      amount: { amountMinor: row.amount_minor, currency },
      unpaid: { amountMinor: row.unpaid_minor, currency },
      reported: { amountMinor: row.reported_minor, currency },
      confirmed: { amountMinor: row.confirmed_minor, currency },
      memberName: row.member_name,
      createdAt: new Date(row.created_at_ms).toISOString(),
    }
  },
} satisfies Readonly<Partial<Record<ListId, (row: never, appId: string) => object>>>

type MeasuredList = (typeof listOperations)[number] & { readonly id: keyof typeof summaries }

/** The lists that have a floor here. */
export const measuredLists = listOperations.filter((list): list is MeasuredList => list.id in summaries)
