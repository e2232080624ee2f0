import type { PayoutStatus } from '@affiliate-platform/contract'

/** What a state of a payout means. Text in backticks is code. */
export interface PayoutState {
  /** The formula: A is the amount, R what was reported and stands, C what was confirmed. */
  readonly condition: string
  readonly unpaid: string
  /** The same in words. */
  readonly meaning: string
}

/** What the letters of the conditions are the sums of. The rule `[3-status]` of `docs/api/list-payouts.md` says it too. */
export const payoutSums =
  'A is the amount, R the sum of the reports that are neither retracted, returned nor disputed, C the sum of the confirmations on them that are not retracted.'

/** Every state: the one place that has these words. The table of `docs/api/list-payouts.md` is held equal to it. */
export const payoutStates: Readonly<Record<PayoutStatus, PayoutState>> = {
  voided: {
    condition: 'the payout was voided',
    unpaid: '0',
    meaning:
      'Nothing is due from this payout any more. The commissions of a run are due again in the next one.',
  },
  disputed: {
    condition: 'a report that is neither retracted nor returned has an open dispute',
    unpaid: 'A − R',
    meaning:
      'The member says that a reported payment has not arrived. It does not count while the dispute is open.',
  },
  unreported: {
    condition: 'R = 0',
    unpaid: 'A',
    meaning: 'No payment has been reported yet.',
  },
  partially_reported: {
    condition: '0 < R < A',
    unpaid: 'A − R',
    meaning: 'A part was reported as paid. The rest is still to be paid.',
  },
  reported: {
    condition: 'R = A and C = 0',
    unpaid: '0',
    meaning: 'All of it was reported as paid. The member has confirmed nothing yet.',
  },
  partially_confirmed: {
    condition: '0 < C < A',
    unpaid: '0',
    meaning: 'All of it was reported as paid, and the member has confirmed a part.',
  },
  confirmed: {
    condition: 'C = A',
    unpaid: '0',
    meaning: 'The member has confirmed all of it.',
  },
}
