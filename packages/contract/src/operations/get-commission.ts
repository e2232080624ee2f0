import * as z from 'zod/mini'
import { answerObject } from '../lib/answer-object.ts'
import { instantSchema } from '../lib/instants.ts'
import { moneyAnswerSchema } from '../lib/money.ts'
import { defineDetail } from './detail.ts'
import { explanationMembers } from './explanation.ts'

/** Why a commission is what it is. */
export const commissionExplanationSchema = answerObject(explanationMembers)

/** Reads a commission with its explanation. */
export const getCommission = /*@__PURE__*/ defineDetail({
  id: 'getCommission',
  record: 'commission',
  scope: 'commissions:read',
  response: answerObject({
    id: z.guid(),
    kind: z.literal('commissions'),
    appId: z.guid(),
    programId: z.guid(),
    groupId: z.nullable(z.guid()),
    membershipId: z.guid(),
    referralId: z.nullable(z.guid()),
    payoutId: z.nullable(z.guid()),
    name: z.string(),
    status: z.string(),
    entry: z.string(),
    saleKind: z.nullable(z.string()),
    amount: moneyAnswerSchema,
    accruedAt: instantSchema,
    availableAt: instantSchema,
    cause: z.string(),
    notPaid: z.nullable(z.string()),
    explanation: commissionExplanationSchema,
  }),
})
