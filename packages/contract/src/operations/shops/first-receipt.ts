import * as z from 'zod/mini'
import { instantSchema } from '../../lib/instants.ts'
import { responseObject } from '../../lib/response-object.ts'
import { defineOperation } from '../definitions/operation.ts'

/**
 * Tells an app whether its first identify call has arrived (D268): a path beside the three of the interface, for the
 * command of the recipes.
 */
export const firstReceipt = /*@__PURE__*/ defineOperation({
  id: 'firstReceipt',
  method: 'GET',
  path: '/api/receipts/first',
  sources: ['workspace'],
  query: z.strictObject({ appId: z.guid('An app id (UUID).'), since: instantSchema }),
  response: responseObject({
    asOf: instantSchema,
    receipt: z.optional(
      responseObject({
        id: z.guid(),
        shopDomain: z.nullable(z.string()),
        outcome: z.string(),
        createdAt: instantSchema,
      }),
    ),
  }),
})

/** The first receipt of an app since a time, and the time of the service. */
export type FirstReceipt = z.output<typeof firstReceipt.response>
