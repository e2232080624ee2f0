import * as z from 'zod/mini'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { lineSchema } from './parts.ts'

/** Reads in which time zone the workspace's days begin, and on which its programs pay. */
export const readCalendar = defineOperation({
  id: 'readCalendar',
  method: 'GET',
  path: '/api/console/v1/calendar',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    timeZone: z.string(),
    /** How long nothing is paid to where a member has moved their payouts. */
    payeeHoldDays: z.int(),
    /** Without those that are closed, by name. */
    programs: z.array(
      responseObject({
        id: z.guid(),
        name: z.string(),
        appName: z.string(),
        /** Day of the month; null where none is set. */
        payDay: z.nullable(z.int()),
      }),
    ),
  }),
})

/** Sets the time zone in which days begin, and times are written. */
export const setTimeZone = defineOperation({
  id: 'setTimeZone',
  method: 'POST',
  path: '/api/console/v1/calendar/time-zone',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject({
    /** A name of the IANA time zone database, such as `Europe/Berlin`. */
    timeZone: lineSchema(64),
  }),
  response: responseObject({
    /** Why nothing was changed, in words; null where it was. */
    rejected: z.nullable(z.string()),
  }),
})

/** Sets for how many days nothing is paid to where a member has moved their payouts; 0 for none. */
export const setPayeeHold = defineOperation({
  id: 'setPayeeHold',
  method: 'POST',
  path: '/api/console/v1/calendar/payee-hold',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject({ days: z.int().check(z.minimum(0), z.maximum(30)) }),
  response: responseObject({}),
})

/** Sets the day of the month on which the members of a program are paid; null promises none. */
export const setPayDay = defineOperation({
  id: 'setPayDay',
  method: 'POST',
  path: '/api/console/v1/programs/:id/pay-day',
  pathRecord: 'program',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject({
    /** The last day, where a month has fewer. */
    payDay: z.nullable(z.int().check(z.minimum(1), z.maximum(31))),
  }),
  response: responseObject({}),
})
