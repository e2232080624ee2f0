import { expect, test } from 'vitest'
import { rejectingConstraint } from './faults.ts'

test.each([
  ['as it is called', 'payout_voids_pkey'],
  ['in a part of a spread table, which numbers it', 'payout_voids_pkey_102705'],
])('the constraint that rejected a row is named %s [D320]', (_where, constraint) => {
  expect(rejectingConstraint({ code: '23505', constraint })).toBe('payout_voids_pkey')
})
