/** What a mail is about. */
export const mailKinds = [
  'sign_in',
  'invitation',
  'member_sign_in',
  'member_invitation',
  'payout_reported',
  'payout_confirmed',
  'payout_disputed',
  'payee_changed',
  'terms_changed',
  'claim_decided',
  'application_received',
  'application_declined',
  'application_filed',
  'member_left',
  'address_proof',
  'address_changing',
  'address_changed',
  'key_expires',
  'endpoint_disabled',
  'digest',
  'test',
] as const

/** Decides whom a mail goes to, and whether they can do without. */
export type MailKind = (typeof mailKinds)[number]

/** What a person may do without. The rest is sent because they asked for it, or because something of theirs changes. */
export const optionalMailKinds = [
  'payout_reported',
  'payout_confirmed',
  'payout_disputed',
  'application_filed',
  'member_left',
  'digest',
] as const

/** What of it members are sent. */
export const memberMailKinds = ['payout_reported', 'payout_confirmed'] as const

/** What of it operators are sent. */
export const operatorMailKinds = ['payout_disputed', 'application_filed', 'member_left', 'digest'] as const

/** What a person may do without. */
export type OptionalMailKind = (typeof optionalMailKinds)[number]

/** Whether a person may do without mail of a kind. */
export const isOptionalMail = (kind: string): kind is OptionalMailKind =>
  optionalMailKinds.some((optional) => optional === kind)
