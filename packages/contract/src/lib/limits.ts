/**
 * Every limit of the interface (section 8) and of the decisions that fill its gaps, units last in the name.
 * All of them are inclusive: the named value passes, one more does not.
 */

/** Raw bytes of a JSON request body (interface 4.1 rule 5). */
export const bodyBytesMax = 65_536

/** Rows of a page when `limit` is absent. */
export const pageRowsDefault = 50

/** Rows of a page at most. */
export const pageRowsMax = 50

/** Entries of a list within one record, such as the lines of a payout (D130). */
export const recordEntriesMax = 1000

/** Characters of a list cursor. */
export const cursorCharactersMax = 1500

/** Characters of the `search` filter. */
export const searchCharactersMax = 120

/** Characters of the `status` filter. */
export const statusCharactersMax = 40

/** Characters of the `currency` filter, exactly. */
export const currencyCharacters = 3

/** Digits of an amount in minor units. */
export const amountDigitsMax = 38

/** Commission rate in basis points; 10,000 is 100 %. */
export const rateBpsMax = 10_000

/** Months that sales earn at least; null has no end. */
export const durationMonthsMin = 1

/** Months that sales earn at most; null has no end. */
export const durationMonthsMax = 1200

/** Days that a commission is held at most; 0 is the least. */
export const holdDaysMax = 3650

/** Days of the window of terms at least. */
export const windowDaysMin = 1

/** Days of the window of terms at most. */
export const windowDaysMax = 365

/** Entries of `thresholds`, one per currency. */
export const thresholdsMax = 30

/** Visible ASCII characters of an `Idempotency-Key`. */
export const idempotencyKeyCharactersMax = 255

/** How far behind the server's clock an `effectiveAt` may lie before it counts as the past. */
export const effectiveAtSkewMs = 5000

/** How far ahead an `effectiveAt` may lie. */
export const effectiveAtAheadYearsMax = 10

/** Admitted affiliate requests per credential in any `quotaWindowMs`. */
export const quotaRequestsMax = 120

/** The sliding window of every quota. */
export const quotaWindowMs = 60_000

/** Admitted requests per workspace or MCP key in any `quotaWindowMs`, unless the operator sets another. */
export const identifyQuotaRequestsDefault = 1200

/** Characters of an access token in an identify request. */
export const accessTokenCharactersMax = 512

/** Characters of an e-mail address in an identify request. */
export const emailCharactersMax = 320

/** Characters of the owner name, the country and the plan in an identify request. */
export const contactTextCharactersMax = 255

/** Characters of a phone number in an identify request. */
export const phoneCharactersMax = 50

/** Characters of a code as a merchant types it. */
export const typedCodeCharactersMax = 128

/** How long an install may wait for identify, on the caller's side (interface 4.4 rule 2). */
export const installIdentifyTimeoutMs = 5000

/** Shops of a backfill page (interface 4.4 rule 4). */
export const backfillPageShops = 50

/** How long a backfill waits for reading one shop, and again for identifying it (interface 4.4 rule 4). */
export const backfillCallTimeoutMs = 10_000
