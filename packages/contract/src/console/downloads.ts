import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { searchCommissions } from './commissions.ts'
import { searchMembers } from './members.ts'
import { searchPayouts } from './payouts.ts'
import { searchReferrals } from './referrals.ts'

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

/** As `downloadMembers`, of referrals. */
export const downloadReferrals = defineOperation({
  ...searchReferrals,
  ...{ id: 'downloadReferrals', path: '/api/console/v1/referrals.csv', response },
})

/** Lists the downloads of the workspace, the latest first: those that have ended, and those that are under way. */
export const listDownloads = defineOperation({
  id: 'listDownloads',
  method: 'GET',
  path: '/api/console/v1/downloads',
  sources: ['session'],
  scope: 'console:read',
  query: z.strictObject({
    /** The `next` of the page before. */
    after: z.optional(z.guid()),
  }),
  response: responseObject({
    items: z.array(
      responseObject({
        id: z.guid(),
        list: z.enum(['members', 'payouts', 'commissions', 'referrals']),
        /** Of its screen, such as `status`; null once they are forgotten. */
        filters: z.nullable(z.record(z.string(), z.string())),
        /** Who: a name. */
        by: z.string(),
        startedAt: instantSchema,
        /** Null while it is running, and where nobody knows. */
        endedAt: z.nullable(instantSchema),
        /** That were sent so far. */
        rows: z.int(),
        state: z.enum(['running', 'whole', 'cut_off']),
      }),
    ),
    next: z.nullable(z.guid()),
  }),
})
