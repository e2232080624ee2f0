/** What became of the evidence that a member brought a shop, as a sentence for each code. */
export const verdictSentences = {
  accepted: 'counts: this member brought the shop',
  no_install: 'waits: the install is not known yet',
  rejected: 'does not count: a person rejected it',
  nobody: 'does not count: a person decided that nobody brought the shop',
  voided: 'does not count: the referral that it led to was voided by a person',
  withdrawn: 'does not count: the import that told of it was undone',
  membership_not_active: 'does not count: the membership is suspended or closed',
  program_closed: 'does not count: the program is closed',
  no_terms_in_force: 'does not count: no terms were in force for the member at that time',
  outside_window: 'does not count: the shop installed after the window of the terms had ended',
  existing_shop: 'does not count: the shop had the app before',
  later_touch: 'does not count: an earlier touch comes first',
  referred_by_operator: 'does not count: an operator has referred the shop to another member',
  late: 'a person decides: it would change what was already paid',
  conflict: 'a person decides: the merchant named this member, but another one came first',
  self_referral: "a person decides: the shop's contact is the member's own",
  reinstall: 'a person decides: the shop had the app before, and installed it again',
  claim: 'a person decides: a claim counts only once it is accepted',
  history_unknown: "a person decides: without the Partner API's installs nobody knows that the shop is new",
  flood: "a person decides: the member's links were followed unusually often just before",
} as const

/** A code of what became of evidence. */
export type VerdictCode = keyof typeof verdictSentences
