import type { HistoryKind, HistoryReason } from './history-row.ts'
import type { UnknownField } from './mantle/unknown-fields.ts'

/** Rows of one kind that are taken, or set aside for one reason. */
export interface HistoryCount {
  readonly kind: HistoryKind
  readonly count: number
  /** What they come to in minor units; null of what has no amount. */
  readonly amountMinor: string | null
  /** Of that amount: what is in several is counted apart. */
  readonly currency: string | null
}

/** Rows that are set aside for one reason. */
export interface SetAside extends HistoryCount {
  readonly reason: HistoryReason
  /** The first of them: file, place in it, name there, and what is to be said of it alone. */
  readonly first: readonly string[]
}

/** Records that were imported before and are something else there by now. */
export interface HistoryChange extends HistoryCount {
  readonly change: 'paid' | 'cancelled' | 'ended'
}

/** An amount that was rounded. */
export interface RoundedRow {
  readonly sourceId: string
  readonly amount: string
  readonly amountMinor: string
}

/** What a member comes to. Whose payouts pay something else than their commissions has a difference. */
export interface MemberSums {
  readonly sourceId: string
  readonly name: string
  /** The exact sum, as it was sent. */
  readonly earned: string
  /** What it comes to once each amount is rounded. */
  readonly earnedMinor: string
  readonly cancelledMinor: string
  readonly paidMinor: string
  readonly differenceMinor: string
  readonly openMinor: string
}

/** A payout of which more went out than it says. */
export interface OverpaidPayout {
  readonly sourceId: string
  readonly amountMinor: string
  readonly paidMinor: string
}

/** A referral whose term begins with it, because nothing was sold yet. There it would begin with the first sale. */
export interface BegunTerm {
  readonly sourceId: string
  readonly shopDomain: string
  readonly beginsAt: string
  readonly endsAt: string
}

/** What an export says, and what becomes of it. The same is said before it is imported and after. */
export interface HistoryReport {
  readonly currency: string
  readonly added: readonly HistoryCount[]
  /** What was imported before. */
  readonly known: readonly HistoryCount[]
  /** Of those, what is brought up to date. */
  readonly changed: readonly HistoryChange[]
  readonly setAside: readonly SetAside[]
  readonly money: {
    /** The exact sum of what was earned, as it was sent; and what it comes to once each amount is rounded. */
    readonly earned: string
    readonly earnedMinor: string
    readonly cancelledMinor: string
    /** Paid by payouts; what of it is in no commission; and what of it was kept on the way. */
    readonly paidMinor: string
    readonly differenceMinor: string
    readonly keptMinor: string
    /** Left for somebody to decide on. */
    readonly openMinor: string
  }
  /** By name, those who have any amount. */
  readonly members: { readonly count: number; readonly first: readonly MemberSums[] }
  /** What went out beside the amount of a payout is not imported. */
  readonly overpaid: { readonly count: number; readonly first: readonly OverpaidPayout[] }
  /** Terms that may end earlier than they would have there. */
  readonly begun: { readonly count: number; readonly first: readonly BegunTerm[] }
  readonly rounded: { readonly count: number; readonly first: readonly RoundedRow[] }
  /** What Mantle promised that has no counterpart here, and of how many programs and referrals. */
  readonly unsupported: readonly {
    readonly name: string
    readonly kind: HistoryKind
    readonly count: number
  }[]
  readonly missingFiles: readonly string[]
  /** Commissions whose referral is not imported: they are imported without it. */
  readonly withoutReferral: number
  /** Fields whose values are not imported, because nobody knows what they say. */
  readonly unknownFields: readonly UnknownField[]
}
