import * as z from 'zod/mini'
import { defineOperation } from '../operations/definitions/operation.ts'
import { searchCommissions } from './commissions.ts'
import { searchMembers } from './members.ts'
import { searchPayouts } from './payouts.ts'

const response = z.string()

/** Every row of a list as CSV, with the filters of its screen. */
export const downloadMembers = defineOperation({
  ...searchMembers,
  ...{ id: 'downloadMembers', path: '/api/console/v1/members.csv', response },
})

/** As `downloadMembers`, of payouts. */
export const downloadPayouts = defineOperation({
  ...searchPayouts,
  ...{ id: 'downloadPayouts', path: '/api/console/v1/payouts.csv', response },
})

/** As `downloadMembers`, of commissions. */
export const downloadCommissions = defineOperation({
  ...searchCommissions,
  ...{ id: 'downloadCommissions', path: '/api/console/v1/commissions.csv', response },
})
