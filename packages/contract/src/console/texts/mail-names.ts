import type { MailKind, OptionalMailKind } from '../../lib/mail-kinds.ts'

/** How mail is called in lists. */
export const mailNames: Readonly<Record<MailKind, string>> = {
  sign_in: 'Link to sign in',
  invitation: 'Invitation',
  member_sign_in: 'Link to the portal',
  member_invitation: 'Invitation to the portal',
  payout_reported: 'Payment',
  payout_confirmed: 'Payment confirmed',
  payout_disputed: 'Payment disputed',
  payee_changed: 'Payout details changed',
  terms_changed: 'Terms changed',
  claim_decided: 'Claim decided',
  application_received: 'Application received',
  application_declined: 'Application declined',
  application_filed: 'New application',
  member_left: 'Member has left',
  address_proof: 'Link to a new address',
  address_changing: 'Address is changed',
  address_changed: 'Address was changed',
  key_expires: 'Key expires',
  endpoint_disabled: 'Webhooks stopped',
  digest: 'Digest',
  test: 'Test',
}

/** How mail is called that a person may do without. */
export const optionalMailNames: Readonly<Record<OptionalMailKind, string>> = {
  payout_reported: 'Payments to you',
  payout_confirmed: 'Payments to you that have arrived',
  payout_disputed: 'Payments that members dispute',
  application_filed: 'People who want to join a program',
  member_left: 'Members who leave a program',
  digest: 'What needs a person, each morning',
}
