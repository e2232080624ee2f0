const words: Readonly<Record<string, string>> = {
  payout_voided: 'The payout is voided.',
  payout_reported: 'A payment was recorded. If nothing was paid, retract it first.',
  report_retracted: 'This payment was already retracted.',
  report_returned: 'The bank returned this payment.',
  above_report: 'Together with earlier confirmations, this exceeds the payment.',
  confirmation_retracted: 'This confirmation was already retracted.',
  dispute_closed: 'This dispute is already closed.',
  above_payout: 'Together with earlier payments, this exceeds the payout.',
  other_currency: 'The payout is in another currency.',
  confirmed_by_member: 'The member confirmed this payment. Only they can retract that.',
  confirmed_by_operator: 'This payment was confirmed on the member’s behalf. Retract the confirmation first.',
  other_content: 'This was already recorded with other content. Retract that payment first.',
  unknown_payout: 'No payout has this reference.',
}

/** What is recorded all the same where it is meant. */
const doubts: Readonly<Record<string, string>> = {
  disputed_before: 'This payment is already disputed.',
  reported_before: 'A payment with the same method and reference is already recorded.',
  paid_in_future: 'The payment date is in the future.',
  paid_long_before: 'The payment date is more than a year before the payout.',
}

/** Says to a person why a fact was not recorded, and whether they may insist. */
export function describeRejection(code: string): { readonly rejected: string; readonly isDoubt: boolean } {
  const doubt = doubts[code]
  if (doubt !== undefined) return { rejected: doubt, isDoubt: true }
  return { rejected: words[code] ?? 'The payout does not allow this now.', isDoubt: false }
}
