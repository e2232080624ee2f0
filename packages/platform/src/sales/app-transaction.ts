/** What an app transaction is: a sale of one of three kinds, or a refund that takes sales back. */
export type AppTransactionKind =
  | 'subscription_sale'
  | 'usage_sale'
  | 'one_time_sale'
  | 'adjustment'
  | 'credit'

/** Money that the commerce platform collected for an app, or took back, as a source says it. */
export interface AppTransaction {
  /** The source's own id, which tells one app transaction from another. */
  readonly platformId: string
  readonly kind: AppTransactionKind
  /** `*.myshopify.com`, lower case. */
  readonly shopDomain: string
  /** The shop's number on the commerce platform, which outlives its domain; null where the source has none. */
  readonly shopNumber: string | null
  /** The charge, the same on every renewal of a subscription. */
  readonly chargeId: string | null
  /** `EVERY_30_DAYS`, `ANNUAL`, or a word that is newer than this code. */
  readonly billingInterval: string | null
  /** What the merchant paid: a plain decimal without needless zeros. */
  readonly gross: string
  readonly grossCurrency: string
  /** What the app's developer is paid. */
  readonly net: string
  readonly netCurrency: string
  /** What the commerce platform kept, in the currency of gross; null where it does not say. */
  readonly platformFee: string | null
  /** UTC with six decimals, so that texts sort like times: `2026-08-07T07:02:51.000000Z`. */
  readonly collectedAt: string
  /** SHA-256 of all fields but `platformId`, in hexadecimal: another one is a restatement. */
  readonly contentHash: string
}

/** Why a row is set aside: the one list of the reasons. */
export const setAsideReasons = [
  ...['unknown_kind', 'other_app', 'no_shop', 'invalid_shop', 'invalid_charge', 'invalid_interval'],
  ...['invalid_time', 'no_gross', 'no_net', 'invalid_amount', 'too_many_decimals', 'too_many_digits'],
  ...['unknown_currency', 'wrong_sign'],
  // It is dated ahead of the import (D177); another source is the one of its time (D63), or has told the same sale
  // (D168); its sale belongs to another shop (D185).
  ...['in_future', 'other_source', 'other_shop'],
] as const

/** Why a row is set aside. */
export type SetAsideReason = (typeof setAsideReasons)[number]

/** A row that is listed for a person instead of being guessed at. */
export interface SetAsideRow {
  readonly platformId: string
  readonly reason: SetAsideReason
  /** The fields that decide, as they were sent, each cut to 200 characters. */
  readonly copy: Readonly<Record<string, string | null>>
}

/** A part of a walk or of a file. Each `platformId` is in it once: the last row counts (D184). */
export interface SalesPage {
  readonly rows: readonly AppTransaction[]
  readonly setAside: readonly SetAsideRow[]
  /** How many rows were read: those of both lists, and those that a later one replaces. */
  readonly read: number
  /** How many of them a later row of the page, or of its file, replaces. */
  readonly replaced: number
  /** The latest time of any row that was read, in the form of `collectedAt`; null without one. */
  readonly latestAt: string | null
}
