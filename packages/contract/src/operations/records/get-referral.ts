import * as z from 'zod/mini'
import { instantSchema } from '../../lib/instants.ts'
import { responseObject } from '../../lib/response-object.ts'
import { termsRulesResponseSchema } from '../../lib/terms.ts'
import { boundedList } from '../definitions/bounded-list.ts'
import { defineRecord } from '../definitions/record.ts'
import { listReferrals } from '../lists/list-referrals.ts'
import { reasonSchema, recorded } from './get-payout.ts'

/** How it is known that the membership brought the shop. */
export const evidenceFactSchema = responseObject({
  kind: z.string(),
  at: instantSchema,
  reason: z.nullable(z.string()),
  ...recorded,
})

/** What was agreed for the shop: a copy of terms that no later version changes. */
export const referralContractSchema = responseObject({
  id: z.guid(),
  appliesFrom: instantSchema,
  termsVersionId: z.nullable(z.guid()),
  proposalId: z.nullable(z.guid()),
  reason: z.nullable(z.string()),
  ...recorded,
  rules: termsRulesResponseSchema,
})

/** Reads a referral with its contracts and evidence. */
export const getReferral = /*@__PURE__*/ defineRecord({
  id: 'getReferral',
  list: listReferrals,
  response: responseObject({
    ...listReferrals.row.shape,
    createdAt: instantSchema,
    evidenceFacts: boundedList(evidenceFactSchema),
    contracts: boundedList(referralContractSchema),
    voided: z.nullable(reasonSchema),
  }),
})
