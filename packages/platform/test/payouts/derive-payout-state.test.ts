import { describe, expect, it } from 'vitest'
import { derivePayoutState, type PayoutSums } from './derive-payout-state.ts'

const unpaid: PayoutSums = {
  amountMinor: 100n,
  reportedMinor: 0n,
  confirmedMinor: 0n,
  openDisputes: 0,
  isVoided: false,
}

describe('derivePayoutState', () => {
  it.each([
    ['unreported', {}, 100n],
    ['partially_reported', { reportedMinor: 1n }, 99n],
    ['partially_reported', { reportedMinor: 99n, confirmedMinor: 99n }, 1n],
    ['reported', { reportedMinor: 100n }, 0n],
    ['partially_confirmed', { reportedMinor: 100n, confirmedMinor: 1n }, 0n],
    ['partially_confirmed', { reportedMinor: 100n, confirmedMinor: 99n }, 0n],
    ['confirmed', { reportedMinor: 100n, confirmedMinor: 100n }, 0n],
    ['disputed', { openDisputes: 1 }, 100n],
    ['disputed', { openDisputes: 1, reportedMinor: 60n, confirmedMinor: 60n }, 40n],
    ['voided', { isVoided: true }, 0n],
    ['voided', { isVoided: true, openDisputes: 1, reportedMinor: 60n }, 0n],
  ] as const)('is %s after %o [D17]', (status, sums, unpaidMinor) => {
    expect(derivePayoutState({ ...unpaid, ...sums })).toEqual({ status, unpaidMinor })
  })

  it('counts 38 digits exactly [D17]', () => {
    const amountMinor = 10n ** 38n - 1n
    const state = derivePayoutState({ ...unpaid, amountMinor, reportedMinor: amountMinor - 1n })
    expect(state).toEqual({ status: 'partially_reported', unpaidMinor: 1n })
  })
})
