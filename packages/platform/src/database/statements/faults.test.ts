import { expect, test } from 'vitest'
import { errorCode, rejectingConstraint, toDatabaseFault } from './faults.ts'

test.each([
  ['as it is called', 'payout_voids_pkey'],
  ['in a part of a spread table, which numbers it', 'payout_voids_pkey_102705'],
])('the constraint that rejected a row is named %s [D320]', (_where, constraint) => {
  expect(rejectingConstraint({ code: '23505', constraint })).toBe('payout_voids_pkey')
})

test.each([
  [
    'new row for relation "payouts_104451" violates check constraint "payouts_reports_within_amount"',
    undefined,
    'payouts_reports_within_amount',
  ],
  ['a sale is commissioned once', 'constraint "commissions_one_per_sale"', 'commissions_one_per_sale'],
])(
  'a constraint is found in the words of a node that rejects many rows at once: %s [D417]',
  (message, detail, constraint) => {
    expect(rejectingConstraint({ code: 'XX000', message, detail })).toBe(constraint)
  },
)

test.each([
  ['deadlock detected', 'retry'],
  ['could not serialize access due to concurrent update', 'retry'],
  ['canceling statement due to lock timeout', 'lock_timeout'],
  ['canceling statement due to statement timeout', 'unavailable'],
  ['cache lookup failed for relation 1', 'unexpected'],
])('so is what it means for who has sent them: %s [D417]', (message, fault) => {
  expect(toDatabaseFault({ code: 'XX000', message })).toBe(fault)
})

test('the code of an error that says no more stays as it is [D417]', () => {
  expect(errorCode({ code: 'XX000', message: 'cache lookup failed' })).toBe('XX000')
  expect(errorCode({ code: '23505', message: 'deadlock detected' })).toBe('23505')
})
