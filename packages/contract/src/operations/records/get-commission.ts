import * as z from 'zod/mini'
import type { Phrase } from '../../lib/phrases.ts'
import { responseObject } from '../../lib/response-object.ts'
import { defineRecord } from '../definitions/record.ts'
import { listCommissions } from '../lists/list-commissions.ts'
import { commissionExplanationSchema, phraseOf } from '../parts/explanation.ts'

/** Why a commission is in no payout. */
export type NotPaid = Phrase<'held' | 'no_run' | 'due' | 'below_threshold' | 'nothing_due' | 'excluded'>

/** Reads a commission with its explanation. */
export const getCommission = /*@__PURE__*/ defineRecord({
  id: 'getCommission',
  list: listCommissions,
  response: responseObject({
    ...listCommissions.row.shape,
    cause: z.string(),
    notPaid: z.nullable(phraseOf<NotPaid['code']>()),
    explanation: commissionExplanationSchema,
  }),
})
