/** What only a person decides. */
export const caseKinds = [
  'late',
  'conflict',
  'self_referral',
  'reinstall',
  'claim',
  'history_unknown',
  'flood',
] as const

/** A reason for which evidence waits for a person, one of `caseKinds`. */
export type CaseKind = (typeof caseKinds)[number]

/** What a person can say of the evidence of a case; `nobody` says of all evidence of the shop that it counts for no member. */
export const caseAnswers = ['accept', 'reject', 'nobody'] as const

/** What a person can decide of a case, one of `caseAnswers`. */
export type CaseAnswer = (typeof caseAnswers)[number]
