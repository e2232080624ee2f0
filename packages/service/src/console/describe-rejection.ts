const words: Readonly<Record<string, string>> = {
  payout_voided: 'The payout is voided.',
  payout_reported: 'A payment was recorded. Take it back first if nothing was paid.',
  report_retracted: 'This payment was taken back already.',
  report_returned: 'The bank has returned this payment.',
  above_report: 'With what was confirmed before, this would be more than the payment.',
  confirmation_retracted: 'This confirmation was taken back already.',
  dispute_closed: 'This dispute was closed already.',
  above_payout: 'With what was recorded before, this would be more than the payout.',
  other_currency: 'The payout is in another currency.',
  confirmed_by_member: 'The member has confirmed this payment. Only they can take that back.',
  confirmed_by_operator:
    'This payment was confirmed on the member’s behalf. Take the confirmation back first.',
  other_content: 'This was recorded with other content before. Take that payment back first.',
  unknown_payout: 'No payout has this reference.',
}

/** What is recorded all the same where it is meant. */
const doubts: Readonly<Record<string, string>> = {
  disputed_before: 'This payment is disputed already.',
  reported_before: 'A payment with the same method and reference was recorded before.',
  paid_in_future: 'The time of the payment is in the future.',
  paid_long_before: 'The time of the payment is more than a year before the payout.',
}

/** Says to a person why a fact was not recorded, and whether they may insist. */
export function describeRejection(code: string): { readonly rejected: string; readonly isDoubt: boolean } {
  const doubt = doubts[code]
  if (doubt !== undefined) return { rejected: doubt, isDoubt: true }
  return { rejected: words[code] ?? 'The payout does not allow this now.', isDoubt: false }
}
