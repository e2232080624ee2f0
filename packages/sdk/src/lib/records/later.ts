/**
 * A text that this version of the package does not know yet: a later service may send it. It stands for any text, and
 * is written in this form so that the compiler offers the known values and rejects a misspelled one. Compare with a
 * value that only a later version knows as text: `const status: string = payout.status`.
 *
 * @example const toText = (status: PayoutStatus | Later): string => status
 */
export type Later = `(later) ${string}`
