import * as z from 'zod/mini'
import { responseObject } from '../lib/response-object.ts'
import { explanationMembers } from './explanation.ts'
import { listCommissions } from './list-commissions.ts'
import { defineRecord } from './record.ts'

/** Why a commission is what it is. */
export const commissionExplanationSchema = responseObject(explanationMembers)

/** Reads a commission with its explanation. */
export const getCommission = /*@__PURE__*/ defineRecord({
  id: 'getCommission',
  list: listCommissions,
  response: responseObject({
    ...listCommissions.row.shape,
    cause: z.string(),
    notPaid: z.nullable(z.string()),
    explanation: commissionExplanationSchema,
  }),
})
