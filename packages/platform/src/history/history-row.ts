/** What a row of an export can be about. */
export const historyKinds = [
  'program',
  // Only one that cannot be read is a row: the others say where referrals are.
  'customer',
  'member',
  'code',
  'referral',
  'claim',
  'payout',
  'commission',
] as const

/** What a row of an export is about. */
export type HistoryKind = (typeof historyKinds)[number]

/** Why a row is not taken. */
export const historyReasons = [
  // Of the row alone.
  ...[
    'malformed',
    'told_differently',
    'deleted',
    'without_time',
    'unreadable_amount',
    'no_amount',
    'unreadable_shop',
  ],
  ...[
    'code_unfit',
    'no_membership',
    'unknown_program',
    'rules_unreadable',
    'not_paid',
    'cancelled_without_time',
  ],
  // Of what stands beside it.
  ...['unknown_member', 'code_taken', 'shop_referred_twice', 'shop_referred_here', 'unknown_payout'],
  ...[
    'payout_of_another_member',
    'cancelled_in_payout',
    'after_cut_over',
    'other_currency',
    'amount_changed',
    'shop_changed',
    'doubled',
  ],
  ...['paid_here', 'payout_imported_before', 'member_unclear'],
  ...['member_not_active', 'claimed_twice', 'approved_without_referral'],
] as const

/** Why a row is not taken. */
export type HistoryReason = (typeof historyReasons)[number]

/** A record of an export as every source is brought in; what its kind does not have is null. */
export interface HistoryRow {
  readonly kind: HistoryKind
  /** What it is called there. */
  readonly sourceId: string
  readonly file: string
  /** Its place in the file, from 1 on. */
  readonly number: number
  /** SHA-256 of the record as it was read. */
  readonly digest: string
  readonly programId: string | null
  readonly memberId: string | null
  readonly referralId: string | null
  readonly payoutId: string | null
  readonly name: string | null
  readonly shopDomain: string | null
  /** The exact amount as it was sent, in the major unit. */
  readonly amount: string | null
  /** The same, rounded once to minor units. */
  readonly amountMinor: string | null
  readonly currency: string | null
  readonly occurredAt: string | null
  readonly endedAt: string | null
  readonly state: string | null
  readonly content: Readonly<Record<string, unknown>>
  readonly reason: HistoryReason | null
  /** What the reason is about: what is expected there, or another's id. */
  readonly detail: string | null
}

const nothing = {
  ...{ programId: null, memberId: null, referralId: null, payoutId: null, name: null, shopDomain: null },
  ...{ amount: null, amountMinor: null, currency: null, occurredAt: null, endedAt: null, state: null },
  ...{ content: {}, reason: null, detail: null },
} satisfies Partial<HistoryRow>

/** Makes a row of what its kind has. */
export function toHistoryRow(
  row: Pick<HistoryRow, 'kind' | 'sourceId' | 'file' | 'number' | 'digest'> & Partial<HistoryRow>,
): HistoryRow {
  return { ...nothing, ...row }
}

/** A file of an export that cannot be read, or an order that cannot be carried out. Nothing was imported. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError'
}
