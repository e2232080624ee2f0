/** What each code of an explanation is said with. Instants are as on the wire. */
interface PhraseParameters {
  // Why a commission is available when it is.
  collected: { at: string; holdDays: number }
  installed: { at: string; holdDays: number }
  taken_back: { at: string }
  given_back: { at: string }
  corrected: { at: string }
  referral_voided: { at: string }
  manual: { by: string; reason: string }
  write_off: { by: string; reason: string }
  repayment: { by: string; reason: string }
  deduction: { by: string; reason: string }
  imported: { by: string; reason: string }
  undone: { by: string; reason: string }
  // Why it is in no payout.
  held: { until: string }
  no_run: { since: string }
  due: object
  below_threshold: object
  nothing_due: object
  excluded: { reason: string }
  // Where a contract or a threshold comes from.
  terms_version: { id: string; targetKind?: string }
  agreement: { reason: string }
  contract: { id: string }
  no_terms: object
  by_hand: object
  paid_elsewhere: object
}

/** The codes that explain something. */
export type PhraseCode = keyof PhraseParameters

/** A code with its parameters: what an explanation says in place of a sentence. */
export type Phrase<Code extends PhraseCode = PhraseCode> = {
  [Each in Code]: { code: Each } & PhraseParameters[Each]
}[Code]

/** Writes an instant as its readers do. */
type WriteInstant = (instant: string) => string

/** A sentence for each code, in one language. */
type Sentences = { readonly [Code in PhraseCode]: (phrase: Phrase<Code>, write: WriteInstant) => string }

const withChanged = 'available with the commission that it changes'

/** The sentences in English. Another language is another such object, and the compiler asks for each code. */
export const english: Sentences = {
  collected: ({ at, holdDays }, write) => `collected ${write(at)} + ${holdDays} days`,
  installed: ({ at, holdDays }, write) => `installed ${write(at)} + ${holdDays} days`,
  taken_back: ({ at }, write) => `refunded ${write(at)}, ${withChanged}`,
  given_back: ({ at }, write) => `refund reversed ${write(at)}, ${withChanged}`,
  corrected: ({ at }, write) => `corrected ${write(at)}, ${withChanged}`,
  referral_voided: ({ at }, write) => `referral voided ${write(at)}, ${withChanged}`,
  manual: ({ by, reason }) => `entered by ${by}: ${reason}`,
  write_off: ({ by, reason }) => `written off by ${by}: ${reason}`,
  repayment: ({ by, reason }) => `repaid, entered by ${by}: ${reason}`,
  deduction: ({ by, reason }) => `deducted by ${by}: ${reason}`,
  imported: ({ by, reason }) => `imported by ${by}: ${reason}`,
  undone: ({ by, reason }) => `reversed by ${by}: ${reason}`,
  held: ({ until }, write) => `held until ${write(until)}`,
  no_run: ({ since }, write) => `no run since ${write(since)}`,
  due: () => 'due, for the next run',
  below_threshold: () => 'last run: below the threshold',
  nothing_due: () => 'last run: nothing due',
  excluded: ({ reason }) => `last run: excluded, ${reason}`,
  terms_version: ({ id, targetKind }) => `terms version ${id}${targetKind ? `, ${targetKind}` : ''}`,
  agreement: ({ reason }) => `agreement: ${reason}`,
  contract: ({ id }) => `contract ${id}`,
  no_terms: () => 'no terms',
  by_hand: () => 'payout by hand',
  paid_elsewhere: () => 'paid before it was imported',
}

/** Says a phrase in a language, with its instants as on the wire or as `write` writes them. */
export function describePhrase<Code extends PhraseCode>(
  phrase: Phrase<Code>,
  write: WriteInstant = (instant) => instant,
  language: Sentences = english,
): string {
  return language[phrase.code](phrase, write)
}
