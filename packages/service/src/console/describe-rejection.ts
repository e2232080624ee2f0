import type { RecordedFact } from '@affiliate-platform/platform/payouts'

const words: Readonly<Record<string, string>> = {
  payout_voided: 'The payout is voided.',
  payout_reported: 'A payment was recorded. Take it back first if nothing was paid.',
  report_retracted: 'This payment was taken back already.',
  report_returned: 'The bank has returned this payment.',
  above_payout: 'With what was recorded before, this would be more than the payout.',
  other_currency: 'The payout is in another currency.',
  confirmed_by_member: 'The member has confirmed this payment. Only they can take that back.',
  confirmed_by_operator:
    'This payment was confirmed on the member’s behalf. Take the confirmation back first.',
  other_content: 'This was recorded with other content before.',
}

/** What is recorded all the same where it is meant. */
const doubts: Readonly<Record<string, string>> = {
  reported_before: 'A payment with the same method and reference was recorded before.',
  paid_in_future: 'The time of the payment is in the future.',
  paid_long_before: 'The time of the payment is more than a year before the payout.',
}

/** Says to a person why a fact was not recorded, and whether they may insist. */
export function describeRejection(recorded: RecordedFact): {
  readonly rejected: string | null
  readonly isDoubt: boolean
} {
  if (recorded.ok) return { rejected: null, isDoubt: false }
  const doubt = doubts[recorded.rejection]
  if (doubt !== undefined) return { rejected: doubt, isDoubt: true }
  return { rejected: words[recorded.rejection] ?? 'The payout does not allow this now.', isDoubt: false }
}
