import * as z from 'zod/mini'
import { defineOperation } from '../../operations/definitions/operation.ts'

const daySchema = z.iso.date().check(z.regex(/^20/, 'A day of this century.'))

/** A member's statement of some days as CSV: the balance before, all that has changed it, and the balance after. */
export const downloadStatement = defineOperation({
  id: 'downloadStatement',
  method: 'GET',
  path: '/api/portal/v1/memberships/:id/statement.csv',
  pathRecord: 'membership',
  sources: ['member_session'],
  query: z.strictObject({
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    /** The first day, where the workspace is, such as `2026-10-01`. */
    from: daySchema,
    /** The last one. Of a day that is not over, what has been so far. */
    to: daySchema,
  }),
  response: z.string(),
})

/** All that is known of who is signed in and of the members for whom they act, as JSON. It takes a sign-in of the last 15 minutes. */
export const downloadOwnData = defineOperation({
  id: 'downloadOwnData',
  method: 'GET',
  path: '/api/portal/v1/export.json',
  sources: ['member_session'],
  response: z.string(),
})
