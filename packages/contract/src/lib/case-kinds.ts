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

/** One of them. */
export type CaseKind = (typeof caseKinds)[number]
